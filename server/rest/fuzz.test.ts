import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTableApi, type TableApi } from '../../supabase/tests/table-api.ts'

// Whatever is asked or sent: no server error, and nobody else's rows.

let api: TableApi
let ana: Caller
let berta: Caller

beforeAll(async () => {
  api = await startTableApi()
  ana = await api.signedIn()
  berta = await api.signedIn()
  const { error } = await berta.client
    .from('sleep_records')
    .insert({ date: '2025-08-10', type: 'siesta', start_time: '10:00', quality: 'buena' })
  expect(error).toBeNull()
})
afterAll(() => api.close())

const RUNS = 500

const column = fc.constantFrom(
  'id',
  'user_id',
  'date',
  'type',
  'start_time',
  'wake_ups',
  'disturbances',
  'quality',
  'rev',
  'op_id',
  'nope',
)
const piece = fc.oneof(
  column,
  fc.constantFrom(
    'eq',
    'not',
    'in',
    'is',
    'cs',
    'fts',
    'like',
    'match',
    'or',
    'and',
    'null',
    'any',
    'select',
    'order',
    'limit',
  ),
  fc.constantFrom(
    '.',
    ',',
    '(',
    ')',
    '{',
    '}',
    '"',
    '\\',
    '*',
    ':',
    '::',
    '->',
    '->>',
    '!',
    '-',
    '%',
    '%00',
    '%ff',
    '+',
    '&',
    '=',
    "'",
    ';--',
    '$1',
    '..',
  ),
  fc.integer().map(String),
  fc.string({ maxLength: 6, unit: 'binary' }).map(encode),
)
const noise = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
const operator = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'like',
  'ilike',
  'match',
  'imatch',
  'is',
  'isdistinct',
  'in',
  'cs',
  'cd',
  'ov',
  'sl',
  'adj',
  'fts',
  'wfts',
  'eq(any)',
  'like(all)',
)
const value = fc.oneof(
  fc.constantFrom('null', '1', '{a,b}', '(1,2)', '2025-08-10', '10:00', '[1]', '{"a":1}', 'buena'),
  noise,
)
const filter = fc
  .tuple(column, fc.constantFrom('', 'not.'), operator, value)
  .map(([name, not, op, text]) => `${name}=${not}${op}.${text}`)
const parameter = fc.oneof(
  { weight: 4, arbitrary: filter },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          'select',
          'order',
          'limit',
          'offset',
          'or',
          'and',
          'not.or',
          'columns',
          'on_conflict',
        ),
        noise,
      )
      .map((pair) => pair.join('=')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('or', 'and'),
        fc.array(
          filter.map((text) => text.replace('=', '.')),
          { maxLength: 3 },
        ),
      )
      .map(([key, items]) => `${key}=(${items.join(',')})`),
  },
  { weight: 1, arbitrary: noise },
)
const query = fc.array(parameter, { maxLength: 5 }).map((parameters) => parameters.join('&'))
const headers = fc.record(
  {
    Prefer: fc.constantFrom(
      'count=exact',
      'count=planned',
      'count=estimated',
      'return=representation',
      'return=headers-only',
      'missing=default,return=representation',
      'resolution=merge-duplicates',
      'resolution=ignore-duplicates,return=representation',
      'handling=strict,max-affected=1',
      ',,=',
    ),
    Accept: fc.constantFrom(
      '*/*',
      'application/vnd.pgrst.object+json',
      'text/csv',
      'application/vnd.pgrst.array+json;nulls=stripped',
      ';;',
      'a/b',
    ),
    Range: fc.constantFrom('0-1', '5-2', '-', '9-'),
  },
  { requiredKeys: [] },
)

const cell = fc.oneof(
  fc.constantFrom('2025-08-10', 'siesta', '10:00', 1, null, true, [], ['fever'], {}, '\0', '\ud800', 1e300),
  fc.jsonValue({ maxDepth: 3 }),
)
const row = fc.dictionary(
  fc.oneof({ weight: 5, arbitrary: column }, { weight: 1, arbitrary: fc.string({ maxLength: 4 }) }),
  cell,
  { maxKeys: 6 },
)
const body = fc.oneof(
  { weight: 4, arbitrary: row.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: fc.array(row, { maxLength: 3 }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)

it('any query', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('GET', 'HEAD'), query, headers, async (method, asked, with_) => {
      await harmless(await ana.fetch(`sleep_records?${asked}`, { method, headers: with_ }))
    }),
    { numRuns: RUNS },
  )
  await unharmed()
})

it('any change', async () => {
  const types = fc.constantFrom(
    'application/json',
    'application/json',
    'text/csv',
    'application/x-www-form-urlencoded',
    'a/b',
  )
  const tables = fc.constantFrom('sleep_records', 'baby_info', 'sleep_plans', 'sync_state')
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('POST', 'PATCH', 'DELETE', 'PUT'),
      tables,
      fc.oneof(fc.constant('id=not.is.null'), query),
      headers,
      types,
      body,
      async (method, table, asked, with_, type, sent) => {
        const init = {
          method,
          headers: { ...with_, 'Content-Type': type },
          ...(method === 'DELETE' ? {} : { body: sent }),
        }
        await harmless(await ana.fetch(`${table}?${asked}`, init))
      },
    ),
    { numRuns: RUNS },
  )
  await unharmed()
})

it('any path', async () => {
  await fc.assert(
    fc.asyncProperty(noise, async (path) => {
      await harmless(await ana.fetch(path.replaceAll('&', '').replaceAll('..', '')))
    }),
    { numRuns: RUNS / 5 },
  )
})

/** Percent signs before anything else, so that every byte can arrive. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/[\ud800-\udfff]/g, ''))
}

async function harmless(response: Response): Promise<void> {
  const text = await response.text()
  expect(response.status, text).toBeLessThan(500)
  expect(text).not.toContain(berta.id)
}

async function unharmed(): Promise<void> {
  const { data } = await berta.client.from('sleep_records').select('quality')
  expect(data).toEqual([{ quality: 'buena' }])
  const { rows } = await api.pool.query('select count(*)::int as users from auth.users')
  expect(rows).toEqual([{ users: 2 }])
}
