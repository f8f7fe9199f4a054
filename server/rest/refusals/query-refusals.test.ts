import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTableApi, type TableApi } from '../../testing/table-api.ts'

let api: TableApi
let ana: Caller

beforeAll(async () => {
  api = await startTableApi()
  ana = await api.signedIn()
})
afterAll(() => api.close())

describe('an unknown column', () => {
  const hintOf = async (query: string) => (await (await ana.fetch(query)).json()).hint

  const UNKNOWN =
    'typ dat datte nope x Type tipó tappx tad opid tine re revs start_tim end_timee wakeups durations created updated feeding ed_at user'

  it.each(UNKNOWN.split(' '))('is refused with PostgreSQL’s own hint: %s', async (name) => {
    const own = api.pool.query(`select sleep_records."${name}" from public.sleep_records`)
    const hint = await own.then(
      () => null,
      (error) => error.hint ?? null,
    )
    for (const place of ['select=', 'order='])
      expect(await hintOf(`sleep_records?${place}${encodeURIComponent(name)}`)).toBe(hint)
  })
})

describe('a request', () => {
  const MEANT_ID = 'Perhaps you meant to reference the column "sleep_records.id".'
  const MEANT_TYPE = 'Perhaps you meant to reference the column "sleep_records.type".'
  const TABLE: [
    method: string,
    path: string,
    status: number,
    code: string,
    message: string,
    details?: string | null,
    hint?: string | null,
  ][] = [
    [
      'GET',
      'sleep_records?date=foo.1',
      400,
      'PGRST100',
      '"failed to parse filter (foo.1)" (line 1, column 1)',
      'unexpected "f" expecting "not" or operator (eq, gt, ...)',
    ],
    [
      'GET',
      'sleep_records?select=id,',
      400,
      'PGRST100',
      '"failed to parse select parameter (id,)" (line 1, column 4)',
      'unexpected end of input expecting "..." or field name (* or [a..z0..9_$])',
    ],
    [
      'GET',
      'sleep_records?order=id.up',
      400,
      'PGRST100',
      '"failed to parse order (id.up)" (line 1, column 4)',
      'unexpected "u" expecting "asc", "desc", "nullsfirst" or "nullslast"',
    ],
    ['GET', 'sleep_records?or=()', 400, 'PGRST100', '"failed to parse logic tree (())" (line 1, column 4)'],
    [
      'GET',
      'sleep_records?baby.name=eq.1',
      400,
      'PGRST108',
      `'baby' is not an embedded resource in this request`,
      null,
      `Verify that 'baby' is included in the 'select' query parameter.`,
    ],
    [
      'GET',
      'sleep_records?baby.order=name',
      400,
      'PGRST108',
      `'baby' is not an embedded resource in this request`,
      null,
      `Verify that 'baby' is included in the 'select' query parameter.`,
    ],
    [
      'GET',
      'sleep_records?select=*,baby_info(*)',
      400,
      'PGRST200',
      `Could not find a relationship between 'sleep_records' and 'baby_info' in the schema cache`,
      `Searched for a foreign key relationship between 'sleep_records' and 'baby_info' in the schema 'public', but no matches were found.`,
    ],
    ['GET', 'sleep_records?select=count()', 400, 'PGRST123', 'Use of aggregate functions is not allowed'],
    [
      'GET',
      'sleep_records?select=nope',
      400,
      '42703',
      'column sleep_records.nope does not exist',
      null,
      MEANT_TYPE,
    ],
    [
      'GET',
      'sleep_records?nope=eq.1',
      400,
      '42703',
      'column sleep_records.nope does not exist',
      null,
      MEANT_TYPE,
    ],
    [
      'GET',
      'sleep_records?or=(id.is.null,nope.eq.1)',
      400,
      '42703',
      'column sleep_records.nope does not exist',
      null,
      MEANT_TYPE,
    ],
    [
      'GET',
      'sleep_records?order=nope',
      400,
      '42703',
      'column sleep_records.nope does not exist',
      null,
      MEANT_TYPE,
    ],
    [
      'GET',
      'sleep_records?select=ctid',
      400,
      '42703',
      'column sleep_records.ctid does not exist',
      null,
      MEANT_ID,
    ],
    ['GET', 'sleep_records?wake_ups=eq.x', 400, '22P02', 'invalid input syntax for type integer: "x"'],
    ['GET', 'sleep_records?id=eq.x', 400, '22P02', 'invalid input syntax for type uuid: "x"'],
    ['GET', 'sleep_plans?reminders=eq.x', 400, '22P02', 'invalid input syntax for type boolean: "x"'],
    ['GET', 'sleep_plans?naps=eq.{', 400, '22P02', 'invalid input syntax for type json'],
    ['GET', 'sleep_records?date=eq.x', 400, '22007', 'invalid input syntax for type date: "x"'],
    [
      'GET',
      'sleep_records?date=eq.2025-02-30',
      400,
      '22008',
      'date/time field value out of range: "2025-02-30"',
    ],
    [
      'GET',
      'sleep_records?wake_ups=eq.99999999999',
      400,
      '22003',
      'value "99999999999" is out of range for type integer',
    ],
    [
      'GET',
      'sleep_records?duration=like.*9*',
      404,
      '42883',
      'operator does not exist: integer ~~ unknown',
      null,
      'No operator matches the given name and argument types. You might need to add explicit type casts.',
    ],
    ['GET', 'sleep_records?disturbances=cs.fever', 400, '22P02', 'malformed array literal: "fever"'],
    [
      'GET',
      'sleep_records?type=match.(',
      400,
      '2201B',
      'invalid regular expression: parentheses () not balanced',
    ],
    ['GET', 'sleep_records?select=type::nope', 400, '42704', 'type "nope" does not exist'],
    ['GET', 'sleep_records?select=type::Unknown', 400, '42704', 'type "unknown" does not exist'],
    [
      'GET',
      'sleep_records?type=fts(nope).a',
      400,
      '42704',
      'text search configuration "nope" does not exist',
    ],
    [
      'GET',
      'sleep_records?type=is.true',
      400,
      '42804',
      'argument of IS TRUE must be type boolean, not type text',
    ],
    ['GET', 'sleep_records?type=eq.%00', 400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00'],
    [
      'GET',
      'sleep_records?select=%22a%00%22:id',
      400,
      '22021',
      'invalid byte sequence for encoding "UTF8": 0x00',
    ],
    ['GET', 'sleep_records?type=eq.%ff', 400, '22021', 'invalid byte sequence for encoding "UTF8"'],
    [
      'GET',
      'sleep_record',
      404,
      'PGRST205',
      `Could not find the table 'public.sleep_record' in the schema cache`,
      null,
      `Perhaps you meant the table 'public.sleep_records'`,
    ],
    ['GET', 'users', 404, 'PGRST205', `Could not find the table 'public.users' in the schema cache`],
    ['GET', 'sync_ops', 404, 'PGRST205', `Could not find the table 'public.sync_ops' in the schema cache`],
    ['GET', '__proto__', 404, 'PGRST205', `Could not find the table 'public.__proto__' in the schema cache`],
    ['GET', '%ff', 404, 'PGRST205', `Could not find the table 'public.%ff' in the schema cache`],
    ['GET', 'sleep_records/1', 404, 'PGRST125', 'Invalid path specified in request URL'],
    [
      'GET',
      'rpc/next_rev',
      404,
      'PGRST202',
      'Could not find the function public.next_rev without parameters in the schema cache',
      'Searched for the function public.next_rev without parameters, but no matches were found in the schema cache.',
    ],
    ['GET', '', 404, 'PGRST126', 'Root endpoint metadata is disabled'],
    ['DELETE', 'sleep_records', 400, '21000', 'DELETE requires a WHERE clause'],
    ['DELETE', 'sleep_records?limit=1&order=id', 400, '21000', 'DELETE requires a WHERE clause'],
    ['DELETE', 'sync_state?rev=gt.0', 403, '42501', 'permission denied for table sync_state'],
    ['PUT', 'sleep_records?id=eq.1', 405, 'PGRST117', 'Unsupported HTTP method: PUT'],
    ['PROPFIND', 'sleep_records', 405, 'PGRST117', 'Unsupported HTTP method: PROPFIND'],
  ]

  it.each(TABLE)(
    '%s %s is refused with %i %s',
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

  const brackets = '['.repeat(30_000)
  it.each([
    ['a JSON value', `sleep_plans?naps=eq.${brackets}`],
    ['one of a list', `sleep_plans?naps=in.("${brackets}")`],
    ['one of any', `sleep_plans?naps=eq(any).{"${brackets}"}`],
    ['one to be distinct from', `sleep_plans?naps=isdistinct.${brackets}`],
    ['one in a tree', `sleep_plans?or=(id.is.null,naps.cs."${brackets}")`],
    ['one of a place inside a column', `sleep_records?duration->a=eq.${brackets}`],
    ['a search', `sleep_records?type=fts.${'('.repeat(30_000)}a`],
    ['a search that denies', `sleep_records?type=fts.${'!'.repeat(40)}a`],
    ['a search of the web’s kind that denies', `sleep_records?type=wfts(spanish).${'- '.repeat(40)}a`],
  ])('with %s that PostgreSQL could not read is refused', async (_, path) => {
    const response = await ana.fetch(path)
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'PGRST100', details: 'unexpected more than 100 levels' },
    ])
  })

  it.each([
    `sleep_plans?naps=eq.["${'['.repeat(200)}"]`,
    `sleep_plans?naps->>0=eq.${'['.repeat(200)}`,
    `sleep_records?type=fts.${'!'.repeat(29)}a`,
  ])('that only looks so deep is answered: %s', async (path) => {
    expect((await ana.fetch(path)).status).toBe(200)
  })

  it.each([
    [{ 'Accept-Profile': 'auth' }, 406, 'PGRST106', 'Invalid schema: auth'],
    [{ Accept: 'image/png' }, 406, 'PGRST107', 'None of these media types are available: image/png'],
    [
      { Prefer: 'handling=strict, anything, count=exact' },
      400,
      'PGRST122',
      'Invalid preferences given with handling=strict',
    ],
  ])('with the headers %j is refused', async (headers: Record<string, string>, status, code, message) => {
    const response = await ana.fetch('sleep_records', { headers })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code, message })
  })

  const image = { Accept: 'image/png' }
  const strict = { Prefer: 'handling=strict, anything' }

  it.each<[string, Record<string, string>, object | null, string]>([
    ['nothing?limit=-1', image, null, 'PGRST103'],
    ['nothing', { ...image, ...strict }, null, 'PGRST205'],
    ['nothing?select=count()&baby.order=x&baby.a=eq.1&or=(a.eq.1)&baby.or=(a.eq.1)', {}, null, 'PGRST205'],
    ['nothing?order=baby(name)', {}, null, 'PGRST205'],
    ['sleep_records?select=count()&limit=-1', {}, null, 'PGRST103'],
    ['sleep_records?select=count()&id=foo.1', {}, null, 'PGRST100'],
    ['sleep_records?select=duration.sum(),', {}, null, 'PGRST100'],
    ['sleep_records?baby.name=foo.1', {}, null, 'PGRST100'],
    ['sleep_records?baby.or=(a.foo.1)', {}, null, 'PGRST100'],
    ['sleep_records?order=baby(name).up', {}, null, 'PGRST100'],
    ['sleep_records?order=baby(name).desc,id', {}, null, 'PGRST108'],
    ['sleep_records?baby.name=eq.1&select=nope', image, null, 'PGRST108'],
    ['sleep_records?baby.or=(a.eq.1)', image, { other: 1 }, 'PGRST108'],
    ['sleep_records?select=count(),duration.sum()::text,id&nope=eq.1', image, null, 'PGRST123'],
    ['sleep_records?select=count(),baby(*)', image, null, 'PGRST200'],
    ['sleep_records?select=*,baby_info(*)', image, null, 'PGRST200'],
    ['sleep_records?nope=eq.1', image, { other: 1 }, 'PGRST204'],
    ['sleep_records?nope=eq.1', { ...image, ...strict }, null, 'PGRST107'],
    ['sleep_records?nope=eq.1', strict, null, 'PGRST122'],
    ['sync_state?rev=eq.1', { ...image, ...strict }, { rev: 2 }, 'PGRST107'],
    ['sync_state?rev=eq.1', strict, { rev: 2 }, 'PGRST122'],
    ['sync_state?rev=eq.1', {}, { rev: 2 }, '42501'],
  ])('of several refusals the first is answered: %s %j %j', async (path, headers, change, code) => {
    const method = change === null ? 'GET' : 'PATCH'
    const body = change === null ? null : JSON.stringify(change)
    const typed = { 'Content-Type': 'application/json', ...headers }
    const response = await ana.fetch(path, { method, headers: typed, body })
    expect((await response.json()).code).toBe(code)
  })

  it('is refused with the names it got wrong and those there are', async () => {
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
