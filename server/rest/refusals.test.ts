import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTableApi, type TableApi } from '../../supabase/tests/table-api.ts'

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

describe('who is asking', () => {
  const seconds = () => Math.floor(Date.now() / 1000)
  // biome-ignore format: a table
  it.each([
    ['an empty token', async () => '', 'PGRST301', 'Empty JWT is sent in Authorization header'],
    ['two parts', async () => 'a.b', 'PGRST301', 'Expected 3 parts in JWT; got 2'],
    ['nonsense', async () => 'a.b.c', 'PGRST301', 'JWT cryptographic operation failed'],
    ['no signature', async () => 'eyJ0eXAiOiJKV1QiLCJhbGciOiJub25lIn0.e30.x', 'PGRST301', 'Wrong or unsupported encoding algorithm'],
    ['another audience', () => api.token({ role: 'authenticated', aud: 'others' }), 'PGRST303', 'JWT not in audience'],
    ['an old token', () => api.token({ role: 'authenticated', exp: seconds() - 40 }), 'PGRST303', 'JWT expired'],
    ['a token for later', () => api.token({ role: 'authenticated', nbf: seconds() + 40 }), 'PGRST303', 'JWT not yet valid'],
    ['a token from later', () => api.token({ role: 'authenticated', iat: seconds() + 40 }), 'PGRST303', 'JWT issued at future'],
  ])('%s is never taken for nobody', async (_, token, code, message) => {
    const response = await api.fetch('sleep_records', { headers: { Authorization: `Bearer ${await token()}` } })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", error_description="${message}"`,
    )
    expect(response.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`)
    expect(await response.json()).toMatchObject({ code, message, hint: null })
  })

  it.each(['postgres', 'supabase_admin', 'ANON', '', 5, null])('role %j does not exist', async (role) => {
    const response = await api.fetch('sleep_records', {
      headers: { Authorization: `Bearer ${await api.token({ role })}` },
    })
    expect(response.status).toBe(401)
  })

  it('a forged token is refused', async () => {
    const forged = await api.token(
      { sub: ana.id, role: 'authenticated' },
      'not the secret, but long enough for it',
    )
    const response = await api.fetch('sleep_records', { headers: { Authorization: `Bearer ${forged}` } })
    expect([response.status, (await response.json()).code]).toEqual([401, 'PGRST301'])
  })

  it('30 seconds between two clocks are forgiven', async () => {
    const late = await api.token({ sub: ana.id, role: 'authenticated', exp: seconds() - 20 })
    const response = await api.fetch('sleep_records', { headers: { Authorization: `bearer ${late}` } })
    expect(response.status).toBe(200)
  })

  it('nobody reads nothing, and may not write', async () => {
    const read = await api.fetch('sleep_records')
    expect([read.status, await read.json()]).toEqual([200, []])
    const written = await api.fetch('sleep_records', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ ...nap, user_id: ana.id }),
    })
    expect(written.status).toBe(401)
    expect(written.headers.get('www-authenticate')).toBe('Bearer')
    expect(await written.json()).toEqual({
      code: '42501',
      message: 'new row violates row-level security policy for table "sleep_records"',
      details: null,
      hint: null,
    })
    const state = await api.fetch('sync_state')
    expect([state.status, (await state.json()).code]).toEqual([401, '42501'])
  })

  it('the service key reads everything', async () => {
    await ana.client.from('baby_info').insert({ name: 'Lía' })
    const response = await api.fetch('baby_info?select=name', { headers: { apikey: api.serviceKey } })
    expect(await response.json()).toContainEqual({ name: 'Lía' })
  })

  it.each([
    [{ apikey: 'wrong' }, 'Invalid API key'],
    [{ apikey: '' }, 'No API key found in request'],
  ])('the gate: %j', async (headers, message) => {
    const response = await api.fetch('sleep_records', { headers })
    expect([response.status, (await response.json()).message]).toEqual([401, message])
  })
})

describe('what is asked', () => {
  // biome-ignore format: a table
  const TABLE: [method: string, path: string, status: number, code: string, message: string, details?: string | null, hint?: string | null][] = [
    ['GET', 'sleep_records?date=foo.1', 400, 'PGRST100', '"failed to parse filter (foo.1)" (line 1, column 1)', 'unexpected "f" expecting "not" or operator (eq, gt, ...)'],
    ['GET', 'sleep_records?select=id,', 400, 'PGRST100', '"failed to parse select parameter (id,)" (line 1, column 4)', 'unexpected end of input expecting "..." or field name (* or [a..z0..9_$])'],
    ['GET', 'sleep_records?order=id.up', 400, 'PGRST100', '"failed to parse order (id.up)" (line 1, column 4)', 'unexpected "u" expecting "asc", "desc", "nullsfirst" or "nullslast"'],
    ['GET', 'sleep_records?or=()', 400, 'PGRST100', '"failed to parse logic tree (())" (line 1, column 4)'],
    ['GET', 'sleep_records?baby.name=eq.1', 400, 'PGRST108', `'baby' is not an embedded resource in this request`, null, `Verify that 'baby' is included in the 'select' query parameter.`],
    ['GET', 'sleep_records?baby.order=name', 400, 'PGRST108', `'baby' is not an embedded resource in this request`, null, `Verify that 'baby' is included in the 'select' query parameter.`],
    ['GET', 'sleep_records?select=*,baby_info(*)', 400, 'PGRST200', `Could not find a relationship between 'sleep_records' and 'baby_info' in the schema cache`, `Searched for a foreign key relationship between 'sleep_records' and 'baby_info' in the schema 'public', but no matches were found.`],
    ['GET', 'sleep_records?select=count()', 400, 'PGRST123', 'Use of aggregate functions is not allowed'],
    ['GET', 'sleep_records?select=nope', 400, '42703', 'column sleep_records.nope does not exist'],
    ['GET', 'sleep_records?nope=eq.1', 400, '42703', 'column sleep_records.nope does not exist'],
    ['GET', 'sleep_records?or=(id.is.null,nope.eq.1)', 400, '42703', 'column sleep_records.nope does not exist'],
    ['GET', 'sleep_records?order=nope', 400, '42703', 'column sleep_records.nope does not exist'],
    ['GET', 'sleep_records?select=ctid', 400, '42703', 'column sleep_records.ctid does not exist'],
    ['GET', 'sleep_records?wake_ups=eq.x', 400, '22P02', 'invalid input syntax for type integer: "x"'],
    ['GET', 'sleep_records?id=eq.x', 400, '22P02', 'invalid input syntax for type uuid: "x"'],
    ['GET', 'sleep_plans?reminders=eq.x', 400, '22P02', 'invalid input syntax for type boolean: "x"'],
    ['GET', 'sleep_plans?naps=eq.{', 400, '22P02', 'invalid input syntax for type json'],
    ['GET', 'sleep_records?date=eq.x', 400, '22007', 'invalid input syntax for type date: "x"'],
    ['GET', 'sleep_records?date=eq.2025-02-30', 400, '22008', 'date/time field value out of range: "2025-02-30"'],
    ['GET', 'sleep_records?wake_ups=eq.99999999999', 400, '22003', 'value "99999999999" is out of range for type integer'],
    ['GET', 'sleep_records?disturbances=cs.fever', 400, '22P02', 'malformed array literal: "fever"'],
    ['GET', 'sleep_records?type=match.(', 400, '2201B', 'invalid regular expression: parentheses () not balanced'],
    ['GET', 'sleep_records?select=type::nope', 400, '42704', 'type "nope" does not exist'],
    ['GET', 'sleep_records?type=fts(nope).a', 400, '42704', 'text search configuration "nope" does not exist'],
    ['GET', 'sleep_records?type=is.true', 400, '42804', 'argument of IS TRUE must be type boolean, not type text'],
    ['GET', 'sleep_records?type=eq.%00', 400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00'],
    ['GET', 'sleep_records?select=%22a%00%22:id', 400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00'],
    ['GET', 'sleep_records?type=eq.%ff', 400, '22021', 'invalid byte sequence for encoding "UTF8"'],
    ['GET', 'sleep_record', 404, 'PGRST205', `Could not find the table 'public.sleep_record' in the schema cache`, null, `Perhaps you meant the table 'public.sleep_records'`],
    ['GET', 'users', 404, 'PGRST205', `Could not find the table 'public.users' in the schema cache`],
    ['GET', 'sync_ops', 404, 'PGRST205', `Could not find the table 'public.sync_ops' in the schema cache`],
    ['GET', '__proto__', 404, 'PGRST205', `Could not find the table 'public.__proto__' in the schema cache`],
    ['GET', '%ff', 404, 'PGRST205', `Could not find the table 'public.%ff' in the schema cache`],
    ['GET', 'sleep_records/1', 404, 'PGRST125', 'Invalid path specified in request URL'],
    ['GET', 'rpc/next_rev', 404, 'PGRST202', 'Could not find the function public.next_rev without parameters in the schema cache', 'Searched for the function public.next_rev without parameters, but no matches were found in the schema cache.'],
    ['GET', '', 404, 'PGRST126', 'Root endpoint metadata is disabled'],
    ['DELETE', 'sleep_records', 400, '21000', 'DELETE requires a WHERE clause'],
    ['DELETE', 'sleep_records?limit=1&order=id', 400, '21000', 'DELETE requires a WHERE clause'],
    ['DELETE', 'sync_state?rev=gt.0', 403, '42501', 'permission denied for table sync_state'],
    ['PUT', 'sleep_records?id=eq.1', 405, 'PGRST117', 'Unsupported HTTP method: PUT'],
    ['PROPFIND', 'sleep_records', 405, 'PGRST117', 'Unsupported HTTP method: PROPFIND'],
  ]

  it.each(TABLE)(
    '%s %s → %i %s',
    async (method, path, status, code, message, details = null, hint = null) => {
      const response = await ana.fetch(path, { method })
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(response.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      const body = await response.json()
      expect(Object.keys(body).toSorted()).toEqual(['code', 'details', 'hint', 'message'])
      expect(body).toMatchObject({ code, message, hint })
      if (code.startsWith('PGRST') && details !== null) expect(body.details).toBe(details)
    },
  )

  it.each([
    [{ 'Accept-Profile': 'auth' }, 406, 'PGRST106', 'Invalid schema: auth'],
    [{ Accept: 'image/png' }, 406, 'PGRST107', 'None of these media types are available: image/png'],
    [
      { Prefer: 'handling=strict, anything, count=exact' },
      400,
      'PGRST122',
      'Invalid preferences given with handling=strict',
    ],
  ])('%j', async (headers: Record<string, string>, status, code, message) => {
    const response = await ana.fetch('sleep_records', { headers })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code, message })
  })

  it('names what it does not know and what it has', async () => {
    const strict = await ana.fetch('sleep_records', { headers: { Prefer: 'handling=strict, a, b' } })
    expect((await strict.json()).details).toBe('Invalid preferences: a, b')
    const schema = await ana.fetch('sleep_records?id=is.null', {
      method: 'DELETE',
      headers: { 'Content-Profile': 'auth' },
    })
    expect((await schema.json()).hint).toBe('Only the following schemas are exposed: public')
    const public_ = await ana.fetch('sleep_records', { headers: { 'Accept-Profile': 'public' } })
    expect(public_.status).toBe(200)
  })
})

describe('what is sent', () => {
  // biome-ignore format: a table
  it.each([
    ['sleep_records', '', 400, 'PGRST102', 'Empty or invalid json'],
    ['sleep_records', '{', 400, 'PGRST102', 'Empty or invalid json'],
    ['sleep_records', '['.repeat(100_000), 400, 'PGRST102', 'Empty or invalid json'],
    ['sleep_records', '[{"date":"2025-08-10"},{"type":"siesta"}]', 400, 'PGRST102', 'All object keys must match'],
    ['sleep_records', '{"nope":1}', 400, 'PGRST204', `Could not find the 'nope' column of 'sleep_records' in the schema cache`],
    ['sleep_records?columns=nope', '{}', 400, 'PGRST204', `Could not find the 'nope' column of 'sleep_records' in the schema cache`],
    ['sleep_records?columns=', '{}', 400, 'PGRST100', '"failed to parse columns parameter ()" (line 1, column 1)'],
    ['sleep_records', JSON.stringify({ ...nap, type: null }), 400, '23502', 'null value in column "type" of relation "sleep_records" violates not-null constraint'],
    ['sleep_records', JSON.stringify({ ...nap, type: 'paseo' }), 400, '23514', 'new row for relation "sleep_records" violates check constraint "sleep_records_type_check"'],
    ['sleep_records', JSON.stringify({ ...nap, wake_ups: 'x' }), 400, '22P02', 'invalid input syntax for type integer: "x"'],
    ['sleep_records', JSON.stringify({ ...nap, wake_ups: 1.5 }), 400, '22P02', 'invalid input syntax for type integer: "1.5"'],
    ['sleep_records', JSON.stringify({ ...nap, wake_ups: 1e12 }), 400, '22003', 'value "1000000000000" is out of range for type integer'],
    ['sleep_records', JSON.stringify({ ...nap, date: '2025-02-30' }), 400, '22008', 'date/time field value out of range: "2025-02-30"'],
    ['sleep_records', JSON.stringify({ ...nap, date: 'x' }), 400, '22007', 'invalid input syntax for type date: "x"'],
    ['sleep_records', JSON.stringify({ ...nap, id: 'x' }), 400, '22P02', 'invalid input syntax for type uuid: "x"'],
    ['sleep_records', JSON.stringify({ ...nap, disturbances: 'x' }), 400, '22P02', 'malformed array literal: "x"'],
    ['sleep_records', JSON.stringify({ ...nap, quality: '\0' }), 400, '22P05', 'unsupported Unicode escape sequence'],
    ['sleep_records', '{"quality":"\\ud800"}', 400, '22P02', 'invalid input syntax for type json'],
    ['sleep_records', JSON.stringify({ ...nap, user_id: '00000000-0000-4000-8000-000000000000' }), 403, '42501', 'new row violates row-level security policy for table "sleep_records"'],
    ['sync_state', '{"rev":1}', 403, '42501', 'permission denied for table sync_state'],
    ['deleted_rows', '{}', 403, '42501', 'permission denied for table deleted_rows'],
    ['rpc/next_rev', '{}', 404, 'PGRST202', 'Could not find the function public.next_rev without parameters in the schema cache'],
  ])('POST %s %j', async (path, body, status, code, message) => {
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
  ])('upsert: %s with %s', async (prefer, query, code, message) => {
    const response = await post(`sleep_records?${query}`, JSON.stringify(nap), { ...json, Prefer: prefer })
    expect([response.status, await response.json()]).toMatchObject([400, { code, message }])
  })

  it('a second row with the same key is a conflict that shows no values', async () => {
    const berta = await api.signedIn()
    await berta.client.from('baby_info').insert({ name: 'Lía' })
    const { error, status } = await berta.client.from('baby_info').insert({ name: 'Noa' })
    expect(status).toBe(409)
    expect(error).toMatchObject({ code: '23505', details: null })
  })

  it('a row of an account that is gone', async () => {
    const berta = await api.signedIn()
    await api.pool.query('delete from auth.users where id = $1', [berta.id])
    const { error, status } = await berta.client.from('sleep_records').insert(nap)
    expect([status, error?.code]).toEqual([409, '23503'])
  })

  it('an update of every row', async () => {
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

  it('another type of content', async () => {
    const response = await post('sleep_records', 'x', { 'Content-Type': 'text/plain' })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'PGRST102', message: 'Content-Type not acceptable: text/plain' },
    ])
  })

  it('bytes that are no text', async () => {
    const response = await post('sleep_records', new Uint8Array([0x7b, 0xff, 0x7d]))
    expect([response.status, (await response.json()).code]).toEqual([400, 'PGRST102'])
  })

  it.each([
    ['announced', () => ({ body: Buffer.alloc(1024 * 1024 + 1, 0x20) })],
    ['in pieces', () => ({ body: new Blob([Buffer.alloc(1024 * 1024 + 1, 0x20)]).stream(), duplex: 'half' })],
  ])('a body over 1 MiB, %s', async (_, body) => {
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

  it('a body of almost 1 MiB is read', async () => {
    const response = await post('sleep_records', JSON.stringify(nap) + ' '.repeat(1024 * 1024 - 200))
    expect(response.status).toBe(201)
  })
})
