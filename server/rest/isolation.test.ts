import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startTableApi, type TableApi } from '../testing/table-api.ts'

// Two people have accounts here, and one tries every way to reach the other's rows.

let api: TableApi
let ana: Caller
let berta: Caller

beforeAll(async () => {
  api = await startTableApi()
})
beforeEach(async () => {
  ana = await api.signedIn()
  berta = await api.signedIn()
})
afterAll(() => api.close())

const CASES: { table: string; row: Record<string, unknown>; patch: Record<string, unknown> }[] = [
  {
    table: 'sleep_records',
    row: { date: '2025-08-10', type: 'siesta', start_time: '10:00' },
    patch: { duration: 1 },
  },
  { table: 'baby_info', row: { name: 'Lía' }, patch: { name: 'Noa' } },
  { table: 'sleep_plans', row: { naps_count: 2 }, patch: { naps_count: 4 } },
]

describe.each(CASES)('another person’s $table', ({ table, row, patch }) => {
  let id: string
  let before: unknown

  const stored = async () => {
    const { data } = await ana.client.from(table).select().eq('id', id).single()
    return data
  }
  beforeEach(async () => {
    const { data } = await ana.client.from(table).insert(row).select('id').single()
    id = data?.id
    before = await stored()
  })

  it('can’t be read, however they are asked for', async () => {
    for (const query of [
      '',
      `?id=eq.${id}`,
      `?user_id=eq.${ana.id}`,
      `?or=(id.eq.${id},id.not.is.null)`,
      '?user_id=isdistinct.00000000-0000-4000-8000-000000000000',
    ]) {
      const response = await berta.fetch(table + query, { headers: { Prefer: 'count=exact' } })
      expect([query, await response.json()]).toEqual([query, []])
      expect(response.headers.get('content-range')).toBe('*/0')
    }
  })

  it('can’t be updated', async () => {
    const { data, error } = await berta.client.from(table).update(patch).not('id', 'is', null).select()
    expect([data, error]).toEqual([[], null])
    expect(await stored()).toEqual(before)
  })

  it('can’t be deleted', async () => {
    const { data, error } = await berta.client.from(table).delete().eq('id', id).select()
    expect([data, error]).toEqual([[], null])
    expect(await stored()).toEqual(before)
  })

  it('can’t be added in that person’s name', async () => {
    const { error, status } = await berta.client.from(table).insert({ ...row, user_id: ana.id })
    expect([status, error?.code]).toEqual([403, '42501'])
    expect(error?.message).toBe(`new row violates row-level security policy for table "${table}"`)
  })

  it('can’t be made by giving a row of one’s own away', async () => {
    const { data: own } = await berta.client.from(table).insert(row).select('id').single()
    const { error, status } = await berta.client.from(table).update({ user_id: ana.id }).eq('id', own?.id)
    expect([status, error?.code]).toEqual([403, '42501'])
  })

  it.each([true, false])(
    'can’t be taken over by an upsert (ignoring duplicates: %s)',
    async (ignoreDuplicates) => {
      const { data, error, status } = await berta.client
        .from(table)
        .upsert({ ...row, ...patch, id }, { ignoreDuplicates })
        .select()
      if (ignoreDuplicates) expect([data, status]).toEqual([[], 201])
      else
        expect([error?.code, status, error?.message]).toEqual([
          '42501',
          403,
          `new row violates row-level security policy (USING expression) for table "${table}"`,
        ])
      expect(await stored()).toEqual(before)
    },
  )

  it('can still be changed after somebody else used the same op_id', async () => {
    const op_id = randomUUID()
    await berta.client
      .from(table)
      .update({ ...patch, op_id })
      .eq('id', id)
    const { data } = await ana.client
      .from(table)
      .update({ ...patch, op_id })
      .eq('id', id)
      .select('id')
    expect(data).toEqual([{ id }])
  })

  it('can’t be reached without a token', async () => {
    const read = await api.fetch(`${table}?id=eq.${id}`)
    expect(await read.json()).toEqual([])
    for (const method of ['PATCH', 'DELETE']) {
      const response = await api.fetch(`${table}?id=eq.${id}`, {
        method,
        headers: { 'Content-Type': 'application/json' },
        ...(method === 'PATCH' ? { body: JSON.stringify(patch) } : {}),
      })
      expect([response.status, (await response.json()).code]).toEqual([401, '42501'])
    }
    expect(await stored()).toEqual(before)
  })
})

it('the revisions and tombstones of one person are hidden from the other', async () => {
  const { data } = await ana.client
    .from('sleep_records')
    .insert({ ...CASES[0]?.row })
    .select('id')
    .single()
  await ana.client.from('sleep_records').delete().eq('id', data?.id)
  expect((await ana.client.from('deleted_rows').select('id')).data).toEqual([{ id: data?.id }])
  expect((await berta.client.from('deleted_rows').select('id')).data).toEqual([])
  expect((await berta.client.from('sync_state').select()).data).toEqual([])
})

it('no connection keeps the caller of an earlier request', async () => {
  const row = { date: '2025-08-10', type: 'siesta', start_time: '10:00' }
  await Promise.all([
    ana.client.from('sleep_records').insert(row),
    berta.client.from('sleep_records').insert(row),
  ])
  const callers = [
    { ask: ana.fetch, sees: [{ user_id: ana.id }] },
    { ask: berta.fetch, sees: [{ user_id: berta.id }] },
    { ask: api.fetch, sees: [] },
  ]
  const answers = Array.from({ length: 60 }, async (_, turn) => {
    const caller = callers[turn % callers.length]
    const response = await caller?.ask('sleep_records?select=user_id')
    expect(await response?.json()).toEqual(caller?.sees)
  })
  await Promise.all(answers)
})
