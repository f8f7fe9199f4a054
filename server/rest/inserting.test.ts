import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startTableApi, type TableApi } from '../testing/table-api.ts'

let api: TableApi
let ana: Caller

beforeAll(async () => {
  api = await startTableApi()
})
beforeEach(async () => {
  ana = await api.signedIn()
})
afterAll(() => api.close())

const nap = { date: '2025-08-10', type: 'siesta', start_time: '10:00' }

function send(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  return ana.fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

async function rows(columns = 'date,duration'): Promise<unknown> {
  const { data } = await ana.client.from('sleep_records').select(columns).order('date')
  return data
}

describe('insert', () => {
  it('answers no rows unless asked', async () => {
    const response = await send('POST', 'sleep_records', nap)
    expect(response.status).toBe(201)
    expect(response.headers.get('content-range')).toBe('*/*')
    expect(await response.text()).toBe('')
  })

  it('answers the row with its defaults filled in', async () => {
    const { data, status } = await ana.client.from('sleep_records').insert(nap).select().single()
    expect(status).toBe(201)
    expect(data).toMatchObject({ ...nap, user_id: ana.id, wake_ups: 0, disturbances: [], rev: 1 })
  })

  it('answers only what was selected, in the order asked', async () => {
    const body = [
      { ...nap, duration: 1 },
      { ...nap, duration: 2 },
    ]
    const path = 'sleep_records?select=d:duration,t:type::text&order=duration.desc'
    const response = await send('POST', path, body, { Prefer: 'return=representation,count=exact' })
    expect(await response.json()).toEqual([
      { d: 2, t: 'siesta' },
      { d: 1, t: 'siesta' },
    ])
    expect(response.headers.get('content-range')).toBe('*/2')
    expect(response.headers.get('preference-applied')).toBe('return=representation, count=exact')
  })

  it('names the new row in the header Location with headers-only', async () => {
    const id = randomUUID()
    const response = await send('POST', 'sleep_records', { ...nap, id }, { Prefer: 'return=headers-only' })
    expect(response.status).toBe(201)
    expect(response.headers.get('location')).toBe(`/sleep_records?id=eq.${id}`)
    const two = await send('POST', 'sleep_records', [nap, nap], { Prefer: 'return=headers-only' })
    expect(two.headers.get('location')).toBeNull()
  })

  it('takes rows with different keys, as the official client sends them', async () => {
    const { data, error } = await ana.client
      .from('sleep_records')
      .insert([
        { ...nap, duration: 30 },
        { ...nap, date: '2025-08-11' },
      ])
      .select('date,duration')
    expect(error).toBeNull()
    expect(data).toEqual([
      { date: '2025-08-10', duration: 30 },
      { date: '2025-08-11', duration: null },
    ])
  })

  it('fills a missing value with its default when asked to', async () => {
    const { data, error } = await ana.client
      .from('sleep_records')
      .insert([{ ...nap, wake_ups: 2 }, nap], { defaultToNull: false })
      .select('wake_ups,user_id,disturbances')
    expect(error).toBeNull()
    expect(data).toMatchObject([{ wake_ups: 2 }, { wake_ups: 0, user_id: ana.id }])
    const refused = await send('POST', 'sleep_records?columns=date,type,start_time,wake_ups', nap)
    expect((await refused.json()).code).toBe('23502')
    const single = await send('POST', 'sleep_records?columns=date,type,start_time,wake_ups', nap, {
      Prefer: 'missing=default',
    })
    expect(single.status).toBe(201)
    expect(single.headers.get('preference-applied')).toBe('missing=default')
  })

  it('uses only the columns named', async () => {
    const body = { ...nap, duration: 5, nonsense: 1 }
    const response = await send('POST', 'sleep_records?columns=date,type,start_time', body)
    expect(response.status).toBe(201)
    expect(await rows()).toEqual([{ date: '2025-08-10', duration: null }])
  })

  it.each([
    ['[]', 201, []],
    ['5', 201, []],
    ['"text"', 201, []],
    ['null', 201, []],
  ])('with the body %s adds no row', async (body, status, answer) => {
    const response = await send('POST', 'sleep_records', body, { Prefer: 'return=representation' })
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual(answer)
    expect(await rows()).toEqual([])
  })

  it('with the body {} adds a row of defaults', async () => {
    const response = await send('POST', 'baby_info?select=name', {}, { Prefer: 'return=representation' })
    expect(await response.json()).toEqual([{ name: 'Mi bebé' }])
    const many = await send('POST', 'sleep_plans', [{}], { Prefer: 'return=representation' })
    expect(await many.json()).toMatchObject([{ night_bedtime: '19:30', naps_count: 3 }])
  })

  it('adds no row when one of them is refused', async () => {
    const response = await send('POST', 'sleep_records', [nap, { ...nap, type: 'paseo' }])
    expect(response.status).toBe(400)
    expect(await rows()).toEqual([])
  })

  it('is undone when the one row asked for is not one', async () => {
    const { error, status } = await ana.client.from('sleep_records').insert([nap, nap]).select().single()
    expect([status, error?.code, error?.details]).toEqual([406, 'PGRST116', 'The result contains 2 rows'])
    expect(await rows()).toEqual([])
  })

  it('reads forms, but not CSV', async () => {
    const csv = await ana.fetch('sleep_records', {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv' },
      body: 'date,type,start_time\n2025-08-10,siesta,10:00\n',
    })
    const message = 'Content-Type not acceptable: text/csv'
    expect([csv.status, await csv.json()]).toMatchObject([400, { code: 'PGRST102', message }])
    const form = await ana.fetch('sleep_records', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'date=2025-08-12&type=siesta&start_time=10%3A00',
    })
    expect(form.status).toBe(201)
    expect(await rows()).toEqual([{ date: '2025-08-12', duration: null }])
  })

  it('succeeds when a change is repeated, but applies it only once', async () => {
    const change = { ...nap, id: randomUUID(), op_id: randomUUID() }
    const headers = { Prefer: 'return=representation' }
    const first = await send('POST', 'sleep_records', change, headers)
    expect(await first.json()).toHaveLength(1)
    const again = await send('POST', 'sleep_records', change, headers)
    expect(again.status).toBe(201)
    expect(await again.json()).toEqual([])
    expect(await rows('id')).toEqual([{ id: change.id }])
  })
})

describe('upsert', () => {
  it('answers 201 when it added rows, and 200 when it only changed them', async () => {
    const id = randomUUID()
    const upsert = (values: object) =>
      ana.client
        .from('sleep_records')
        .upsert({ ...nap, id, ...values })
        .select('duration')
    const added = await upsert({ duration: 10 })
    expect([added.status, added.data]).toEqual([201, [{ duration: 10 }]])
    const changed = await upsert({ duration: 20 })
    expect([changed.status, changed.data]).toEqual([200, [{ duration: 20 }]])
    const quietly = await ana.client.from('sleep_records').upsert({ ...nap, id, duration: 30 })
    expect([quietly.status, quietly.data]).toEqual([200, null])
    const mixed = await ana.client.from('sleep_records').upsert([
      { ...nap, id, duration: 40 },
      { ...nap, id: randomUUID(), duration: 50 },
    ])
    expect(mixed.status).toBe(201)
    expect(await rows('duration')).toHaveLength(2)
  })

  it('finds duplicates by another unique column, and does not answer the ignored ones', async () => {
    const baby = (name: string, ignoreDuplicates: boolean) =>
      ana.client
        .from('baby_info')
        .upsert({ user_id: ana.id, name }, { onConflict: 'user_id', ignoreDuplicates })
        .select('name')
    expect((await baby('Lía', true)).data).toEqual([{ name: 'Lía' }])
    const ignored = await baby('Noa', true)
    expect([ignored.status, ignored.data]).toEqual([201, []])
    const merged = await baby('Noa', false)
    expect([merged.status, merged.data]).toEqual([200, [{ name: 'Noa' }]])
  })

  it('of an id that another family holds is refused, and noted nowhere', async () => {
    const id = randomUUID()
    const eva = await api.signedIn()
    expect((await eva.client.from('sleep_records').insert({ ...nap, id })).status).toBe(201)
    const counter = async () => (await ana.client.from('sync_state').select('rev')).data
    const before = await counter()
    const again = { ...nap, id, op_id: randomUUID() }
    const sent = await ana.client.from('sleep_records').upsert(again, { ignoreDuplicates: true })
    expect([sent.status, sent.error?.code]).toEqual([409, '23505'])
    expect(await counter()).toEqual(before)
    // The same change under an id that is free is taken, so it was not noted as made.
    const free = await ana.client.from('sleep_records').insert({ ...again, id: randomUUID() })
    expect(free.status).toBe(201)
    expect(await rows('id')).toHaveLength(1)
  })

  it('tells which resolution was applied', async () => {
    const response = await send(
      'POST',
      'baby_info?on_conflict=user_id',
      { name: 'Lía' },
      {
        Prefer: 'resolution=ignore-duplicates,return=minimal',
      },
    )
    expect(response.headers.get('preference-applied')).toBe('resolution=ignore-duplicates, return=minimal')
  })
})
