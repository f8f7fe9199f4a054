import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTableApi, type TableApi } from '../../testing/table-api.ts'

let api: TableApi
let ana: Caller

beforeAll(async () => {
  api = await startTableApi()
  ana = await api.signedIn()
})
afterAll(() => api.close())

const nap = { date: '2025-08-10', type: 'siesta', start_time: '10:00' }
const json = { 'Content-Type': 'application/json' }

function post(path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) {
  return ana.fetch(path, { method: 'POST', headers, body })
}

describe('writing', () => {
  it.each([
    ['sleep_records', '', 400, 'PGRST102', 'Empty or invalid json'],
    ['sleep_records', '{', 400, 'PGRST102', 'Empty or invalid json'],
    ['sleep_records', '['.repeat(100_000), 400, 'PGRST102', 'Empty or invalid json'],
    [
      'sleep_records',
      '[{"date":"2025-08-10"},{"type":"siesta"}]',
      400,
      'PGRST102',
      'All object keys must match',
    ],
    [
      'sleep_records',
      '{"nope":1}',
      400,
      'PGRST204',
      `Could not find the 'nope' column of 'sleep_records' in the schema cache`,
    ],
    [
      'sleep_records?columns=nope',
      '{}',
      400,
      'PGRST204',
      `Could not find the 'nope' column of 'sleep_records' in the schema cache`,
    ],
    [
      'sleep_records?columns=',
      '{}',
      400,
      'PGRST100',
      '"failed to parse columns parameter ()" (line 1, column 1)',
    ],
    [
      'sleep_records',
      JSON.stringify({ ...nap, type: null }),
      400,
      '23502',
      'null value in column "type" of relation "sleep_records" violates not-null constraint',
    ],
    [
      'sleep_records',
      JSON.stringify({ ...nap, type: 'paseo' }),
      400,
      '23514',
      'new row for relation "sleep_records" violates check constraint "sleep_records_type_check"',
    ],
    [
      'sleep_records',
      JSON.stringify({ ...nap, wake_ups: 'x' }),
      400,
      '22P02',
      'invalid input syntax for type integer: "x"',
    ],
    [
      'sleep_records',
      JSON.stringify({ ...nap, wake_ups: 1.5 }),
      400,
      '22P02',
      'invalid input syntax for type integer: "1.5"',
    ],
    [
      'sleep_records',
      JSON.stringify({ ...nap, wake_ups: 1e12 }),
      400,
      '22003',
      'value "1000000000000" is out of range for type integer',
    ],
    [
      'sleep_records',
      JSON.stringify({ ...nap, date: '2025-02-30' }),
      400,
      '22008',
      'date/time field value out of range: "2025-02-30"',
    ],
    [
      'sleep_records',
      JSON.stringify({ ...nap, date: 'x' }),
      400,
      '22007',
      'invalid input syntax for type date: "x"',
    ],
    [
      'sleep_records',
      JSON.stringify({ ...nap, id: 'x' }),
      400,
      '22P02',
      'invalid input syntax for type uuid: "x"',
    ],
    [
      'sleep_records',
      JSON.stringify({ ...nap, disturbances: 'x' }),
      400,
      '22P02',
      'malformed array literal: "x"',
    ],
    [
      'sleep_records',
      JSON.stringify({ ...nap, disturbances: [[[[[[['x']]]]]]] }),
      400,
      '54000',
      'number of array dimensions (7) exceeds the maximum allowed (6)',
    ],
    [
      'sleep_records',
      JSON.stringify({ ...nap, quality: '\0' }),
      400,
      '22P05',
      'unsupported Unicode escape sequence',
    ],
    ['sleep_records', '{"quality":"\\ud800"}', 400, '22P02', 'invalid input syntax for type json'],
    [
      'sleep_records',
      JSON.stringify({ ...nap, user_id: '00000000-0000-4000-8000-000000000000' }),
      403,
      '42501',
      'new row violates row-level security policy for table "sleep_records"',
    ],
    ['sync_state', '{"rev":1}', 403, '42501', 'permission denied for table sync_state'],
    ['deleted_rows', '{}', 403, '42501', 'permission denied for table deleted_rows'],
    [
      'rpc/next_rev',
      '{}',
      404,
      'PGRST202',
      'Could not find the function public.next_rev without parameters in the schema cache',
    ],
  ])('is refused for POST %s %j', async (path, body, status, code, message) => {
    const response = await post(path, body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code, message })
  })

  it.each([
    [
      'resolution=merge-duplicates',
      'on_conflict=date',
      '42P10',
      'there is no unique or exclusion constraint matching the ON CONFLICT specification',
    ],
    ['resolution=ignore-duplicates', 'on_conflict=nope', '42703', 'column "nope" does not exist'],
  ])('is refused for an upsert with %s and %s', async (prefer, query, code, message) => {
    const response = await post(`sleep_records?${query}`, JSON.stringify(nap), { ...json, Prefer: prefer })
    expect([response.status, await response.json()]).toMatchObject([400, { code, message }])
  })

  it('is refused for an upsert that has the same row twice', async () => {
    const row = { ...nap, id: '5f0f6f1c-0000-4000-8000-000000000000' }
    const prefer = { ...json, Prefer: 'resolution=merge-duplicates' }
    const response = await post('sleep_records', JSON.stringify([row, row]), prefer)
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: '21000', message: 'ON CONFLICT DO UPDATE command cannot affect row a second time' },
    ])
  })

  it('is refused for a second row with the same key, without showing its values', async () => {
    const berta = await api.signedIn()
    await berta.client.from('baby_info').insert({ name: 'Lía' })
    const { error, status } = await berta.client.from('baby_info').insert({ name: 'Noa' })
    expect(status).toBe(409)
    expect(error).toMatchObject({ code: '23505', details: null })
  })

  it('is refused for an account that was deleted', async () => {
    const berta = await api.signedIn()
    await api.pool.query('delete from auth.users where id = $1', [berta.id])
    const { error, status } = await berta.client.from('sleep_records').insert(nap)
    expect([status, error?.code]).toEqual([409, '23503'])
  })

  it('is refused for an update without a filter', async () => {
    const response = await ana.fetch('sleep_records', {
      method: 'PATCH',
      headers: json,
      body: '{"duration":1}',
    })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: '21000', message: 'UPDATE requires a WHERE clause' },
    ])
  })

  it('is refused for another type of content', async () => {
    const response = await post('sleep_records', 'x', { 'Content-Type': 'text/plain' })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'PGRST102', message: 'Content-Type not acceptable: text/plain' },
    ])
  })

  it('is refused for bytes that are not UTF-8', async () => {
    const response = await post('sleep_records', new Uint8Array([0x7b, 0xff, 0x7d]))
    expect([response.status, (await response.json()).code]).toEqual([400, 'PGRST102'])
  })

  it.each([
    ['with its length announced', () => ({ body: Buffer.alloc(1024 * 1024 + 1, 0x20) })],
    ['in pieces', () => ({ body: new Blob([Buffer.alloc(1024 * 1024 + 1, 0x20)]).stream(), duplex: 'half' })],
  ])('is refused for a body over 1 MiB that comes %s', async (_, body) => {
    const response = await ana.fetch('sleep_records', {
      method: 'POST',
      headers: json,
      ...body(),
    } as RequestInit)
    expect([response.status, (await response.json()).message]).toEqual([
      413,
      'Request body too large (max 1048576 bytes)',
    ])
  })

  it('succeeds with a body of almost 1 MiB', async () => {
    const response = await post('sleep_records', JSON.stringify(nap) + ' '.repeat(1024 * 1024 - 200))
    expect(response.status).toBe(201)
  })
})
