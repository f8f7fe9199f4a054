import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startTableApi, type TableApi } from '../testing/table-api.ts'

// One account lets another in, by the official client alone.

let api: TableApi
let ana: Caller
let eva: Caller

beforeAll(async () => {
  api = await startTableApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  ana = await api.signedIn()
  eva = await api.signedIn()
  await ana.client.from('baby_info').insert({ name: 'Leo', owner_name: 'Mamá' })
  await ana.client.from('sleep_records').insert(nap('13:00'))
})

const nap = (startTime: string) => ({ date: '2025-08-11', type: 'siesta', start_time: startTime })
const invitation = (role: string) => ({
  role,
  name: 'Abuela',
  until: role === 'consultant' ? '2100-01-01T00:00:00+00:00' : null,
})

async function invite(role: string): Promise<string> {
  const { data, status, error } = await ana.client.rpc('invite_to_family', invitation(role))
  expect([status, error]).toEqual([200, null])
  return data.token
}

/** Somebody who works for the provider, in a session with the second factor. */
async function consultant(): Promise<Caller> {
  const marta = await api.signedIn({ aal: 'aal2' })
  const metadata = `update auth.users set raw_app_meta_data = '{"staff_role": "consultant"}' where id = $1`
  await api.pool.query(metadata, [marta.id])
  return marta
}

async function letIn(role: string): Promise<void> {
  const { data } = await eva.client.rpc('accept_invitation', { token: await invite(role) })
  expect(data).toEqual({ family_id: ana.id })
}

/** Gives somebody's account another address, by the administration's call. */
async function moves({ id }: Caller): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const { status } = await fetch(api.url.replace('/rest/v1', `/auth/v1/admin/users/${id}`), {
    method: 'PUT',
    headers: { apikey: api.serviceKey, Authorization: `Bearer ${api.serviceKey}` },
    body: JSON.stringify({ email, email_confirm: true }),
  })
  expect(status).toBe(200)
  return email
}

const rowsOfAna = async (caller: Caller) => {
  const { data } = await caller.client
    .from('sleep_records')
    .select('start_time, duration, logged_by')
    .eq('user_id', ana.id)
    .order('start_time')
  return data
}
const HERS = () => ({ start_time: '13:00', duration: null, logged_by: null })

async function look(token: string): Promise<unknown> {
  const answer = await api.fetch('rpc/look_at_invitation', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  expect([answer.status, answer.headers.get('content-range')]).toEqual([200, '0-0/*'])
  return answer.json()
}

describe('an invitation', () => {
  it('is looked at without an account, accepted once, and then known to both families', async () => {
    const token = await invite('carer')
    expect(await look(token)).toEqual({
      ...invitation('carer'),
      baby_name: 'Leo',
      owner_name: 'Mamá',
      expires_at: expect.any(String),
      refused: null,
    })
    const { data } = await eva.client.rpc('accept_invitation', { token })
    expect(data).toEqual({ family_id: ana.id })
    expect(await look(token)).toBeNull()
    // Whose answer was lost hears the same again.
    expect((await eva.client.rpc('accept_invitation', { token })).data).toEqual({ family_id: ana.id })

    const hers = (await eva.client.rpc('my_families')).data
    expect(hers).toMatchObject([
      { family_id: eva.id, role: 'owner', is_untouched: true },
      { family_id: ana.id, role: 'carer', baby_name: 'Leo', is_open: true, until: null, invitations: [] },
    ])
    const { data: state } = await ana.client.from('sync_state').select('rev, access_rev').single()
    expect(state).toMatchObject({ access_rev: hers[1].access_rev })
    expect(state?.rev).toBe(state?.access_rev)
    const [own] = (await ana.client.rpc('my_families')).data
    expect(own.people).toMatchObject([{ account_id: eva.id, name: 'Abuela', role: 'carer', ended_at: null }])
  })

  it('isn’t for the family itself, and is withdrawn by the family alone', async () => {
    const { data } = await ana.client.rpc('invite_to_family', invitation('viewer'))
    expect((await ana.client.rpc('accept_invitation', { token: data.token })).data).toEqual({
      refused: 'own',
    })
    expect((await eva.client.rpc('withdraw_invitation', { id: data.id })).status).toBe(204)
    expect(await look(data.token)).toMatchObject({ role: 'viewer' })
    const withdrawn = await ana.client.rpc('withdraw_invitation', { id: data.id })
    expect([withdrawn.status, withdrawn.data, withdrawn.error]).toEqual([204, null, null])
    expect(await look(data.token)).toBeNull()
    expect((await eva.client.rpc('accept_invitation', { token: data.token })).data).toEqual({
      refused: 'gone',
    })
    expect(await rowsOfAna(eva)).toEqual([])
  })

  it.each([
    [{ role: 'owner', name: 'Abuela', until: null }, '23514'],
    [{ role: 'carer', name: '', until: null }, '23514'],
    [{ role: 'consultant', name: 'Marta', until: null }, '23514'],
    [{ role: 'carer', name: 'a'.repeat(41), until: null }, '23514'],
    [{ role: 'carer', name: null, until: null }, '23502'],
    [{ role: null, name: 'Abuela', until: null }, '23502'],
    [{ role: 'carer', name: 'Abuela', until: 'soon' }, '22007'],
  ])('is refused as %j', async (sent, code) => {
    const { status, error } = await ana.client.rpc('invite_to_family', sent)
    expect([status, error?.code]).toEqual([400, code])
    expect((await ana.client.rpc('my_families')).data[0].invitations).toEqual([])
  })

  it('ends at the instant that was given', async () => {
    const until = '2100-01-01T00:00:00+00:00'
    const { data } = await ana.client.rpc('invite_to_family', { ...invitation('viewer'), until })
    expect(await look(data.token)).toMatchObject({ until })
  })

  it('is called as long as it is open, and by nobody without an account but to look', async () => {
    const calls: [string, object][] = [
      ['my_families', {}],
      ['invite_to_family', invitation('carer')],
      ['accept_invitation', { token: 'x' }],
      ['withdraw_invitation', { id: randomUUID() }],
      ['change_access', { account_id: eva.id, ...invitation('carer') }],
      ['end_access', { account_id: eva.id }],
      ['leave_family', { family_id: ana.id }],
    ]
    for (const [name, body] of calls) {
      const headers = { 'Content-Type': 'application/json' }
      const answer = await api.fetch(`rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
      expect([name, answer.status, (await answer.json()).code]).toEqual([name, 401, '42501'])
    }
    expect(await look('x')).toBeNull()
  })
})

describe('a carer', () => {
  beforeEach(() => letIn('carer'))

  it('reads and writes the family’s rows, and each record says who has logged it', async () => {
    expect(await rowsOfAna(eva)).toEqual([HERS()])
    const made = await eva.client
      .from('sleep_records')
      .insert({ ...nap('16:00'), user_id: ana.id, logged_by: ana.id })
      .select('user_id, logged_by')
      .single()
    expect([made.status, made.data]).toEqual([201, { user_id: ana.id, logged_by: eva.id }])
    const patched = await eva.client.from('sleep_records').update({ duration: 30 }).eq('start_time', '13:00')
    expect(patched.status).toBe(204)
    const named = await eva.client.from('baby_info').update({ name: 'Leonor' }).eq('user_id', ana.id)
    expect(named.status).toBe(204)
    expect(await rowsOfAna(ana)).toEqual([
      { ...HERS(), duration: 30 },
      { start_time: '16:00', duration: null, logged_by: eva.id },
    ])
    expect((await ana.client.from('baby_info').select('name').single()).data).toEqual({ name: 'Leonor' })
    expect((await eva.client.from('sleep_records').delete().eq('user_id', ana.id)).status).toBe(204)
    expect(await rowsOfAna(ana)).toEqual([])
    expect((await eva.client.from('deleted_rows').select('user_id').eq('user_id', ana.id)).data).toHaveLength(
      2,
    )
  })

  it('has a log of its own beside it, which stays its own', async () => {
    await eva.client.from('sleep_records').insert(nap('09:00'))
    expect(
      (await eva.client.from('sleep_records').select('user_id').eq('user_id', eva.id)).data,
    ).toHaveLength(1)
    expect((await ana.client.from('sleep_records').select('user_id')).data).toEqual([{ user_id: ana.id }])
  })

  it.each<[string, () => PromiseLike<{ status: number; data: unknown }>]>([
    ['the family ends it', () => ana.client.rpc('end_access', { account_id: eva.id })],
    ['it leaves', () => eva.client.rpc('leave_family', { family_id: ana.id })],
  ])('neither sees nor changes anything once %s', async (_how, end) => {
    const { status, data } = await end()
    expect([status, data]).toEqual([204, null])
    expect(await rowsOfAna(eva)).toEqual([])
    const patched = await eva.client
      .from('sleep_records')
      .update({ duration: 1 })
      .eq('user_id', ana.id)
      .select()
    expect([patched.status, patched.data]).toEqual([200, []])
    const made = await eva.client.from('sleep_records').insert({ ...nap('16:00'), user_id: ana.id })
    expect([made.status, made.error?.code]).toEqual([403, '42501'])
    expect((await eva.client.rpc('my_families')).data).toMatchObject([{ family_id: eva.id }])
    expect(await rowsOfAna(ana)).toEqual([HERS()])
    const [own] = (await ana.client.rpc('my_families')).data
    expect(own.people).toMatchObject([{ account_id: eva.id, ended_at: expect.any(String) }])
  })

  it.each<[string, () => PromiseLike<unknown>]>([
    ['the family ends it', () => ana.client.rpc('end_access', { account_id: eva.id })],
    ['it leaves', () => eva.client.rpc('leave_family', { family_id: ana.id })],
    [
      'its time is over',
      () => api.pool.query('update public.access_grants set until = now() where account_id = $1', [eva.id]),
    ],
  ])('is known by its address, and by none that it gets later, once %s', async (_how, end) => {
    const told = async () => (await ana.client.rpc('my_families')).data[0].people[0].email
    const inside = await moves(eva)
    expect(await told()).toBe(inside)
    await end()
    expect(await told()).toBe(inside)
    await moves(eva)
    expect(await told()).toBeNull()
  })

  it('is known by none where a hosted project has changed it, which notes when that was asked for alone', async () => {
    await ana.client.rpc('end_access', { account_id: eva.id })
    await api.pool.query(
      `update auth.users set email = id || '@example.org', email_change_sent_at = now() where id = $1`,
      [eva.id],
    )
    expect((await ana.client.rpc('my_families')).data[0].people).toMatchObject([{ email: null }])
  })

  it('becomes a viewer, is called otherwise and until when, by one call of the family', async () => {
    const until = '2100-01-01T00:00:00+00:00'
    const change = { account_id: eva.id, role: 'viewer', name: 'Yaya', until }
    expect((await ana.client.rpc('change_access', change)).status).toBe(204)
    expect((await eva.client.rpc('my_families')).data).toMatchObject([{}, { role: 'viewer', until }])
    const made = await eva.client.from('sleep_records').insert({ ...nap('16:00'), user_id: ana.id })
    expect([made.status, made.error?.code]).toEqual([403, '42501'])
    // Nobody raises themselves.
    expect((await eva.client.rpc('change_access', { ...change, role: 'carer' })).status).toBe(204)
    expect((await eva.client.rpc('my_families')).data).toMatchObject([{}, { role: 'viewer' }])
  })
})

describe.each(['viewer', 'consultant'])('a %s', (role) => {
  beforeEach(async () => {
    if (role === 'consultant') eva = await consultant()
    await letIn(role)
    if (role === 'consultant') await eva.client.rpc('open_family', { family_id: ana.id, part: 'diary' })
  })

  it('reads the family’s rows, and is refused each write, by which nothing changes', async () => {
    expect(await rowsOfAna(eva)).toEqual([HERS()])
    const records = () => eva.client.from('sleep_records')
    const { data } = await records().select('id').eq('user_id', ana.id).single()
    const tried = [
      await records().insert({ ...nap('16:00'), user_id: ana.id }),
      await records().insert([nap('09:00'), { ...nap('16:00'), user_id: ana.id }]),
      await records().update({ duration: 1 }).eq('user_id', ana.id),
      await records()
        .update({ tap: { id: randomUUID(), kind: 'feedings', time: '14:00' } })
        .eq('id', data?.id),
      await records().upsert({ ...nap('13:30'), id: data?.id, user_id: ana.id }),
      await records().delete().eq('user_id', ana.id),
      await eva.client.from('baby_info').update({ name: 'x' }).eq('user_id', ana.id),
      await eva.client.from('baby_info').delete().eq('user_id', ana.id),
      await eva.client.from('sleep_plans').insert({ user_id: ana.id }),
    ]
    expect(tried.map(({ status, error }) => [status, error?.code])).toEqual(tried.map(() => [403, '42501']))
    expect(await rowsOfAna(ana)).toEqual([HERS()])
    expect((await ana.client.from('baby_info').select('name').single()).data).toEqual({ name: 'Leo' })
    expect((await ana.client.from('deleted_rows').select('id')).data).toEqual([])
    expect((await records().select('id').eq('user_id', eva.id)).data).toEqual([])
  })
})

it('what became of whom is read by the family alone, and written by nobody', async () => {
  await letIn('viewer')
  const events = (caller: Caller) =>
    caller.client.from('access_history').select('event, role, name, account_id').order('at')
  expect((await events(ana)).data).toEqual([
    { event: 'invited', role: 'viewer', name: 'Abuela', account_id: null },
    { event: 'joined', role: 'viewer', name: 'Abuela', account_id: eva.id },
  ])
  expect((await events(eva)).data).toEqual([])
  const { status } = await ana.client.from('access_history').delete().eq('family_id', ana.id)
  expect(status).toBe(403)
})
