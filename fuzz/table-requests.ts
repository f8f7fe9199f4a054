import fc from 'fast-check'

// Most of these requests to the table API are in its query language, so that they get past the parser; a few are noise.

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
  'taps',
  'tap',
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
/** Puts pieces of the query language together in any order. */
export const tableNoise = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
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
  tableNoise,
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
        tableNoise,
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
  { weight: 1, arbitrary: tableNoise },
)
/** Makes what follows the question mark of a table request. */
export const tableQuery = fc.array(parameter, { maxLength: 5 }).map((parameters) => parameters.join('&'))
export const tableHeaders = fc.record(
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
  fc.record(
    {
      id: fc.constantFrom('7fd8baa1-7f71-4be9-8d1c-7a0e9c0b1a11', 'x', null),
      kind: fc.constantFrom('wake_ups', 'feedings', 'x', 1),
      time: fc.constantFrom('03:10', '3', null),
      undone: fc.constantFrom(true, 1),
      counted: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
)
const row = fc.dictionary(
  fc.oneof({ weight: 5, arbitrary: column }, { weight: 1, arbitrary: fc.string({ maxLength: 4 }) }),
  cell,
  { maxKeys: 6 },
)
export const tableBody = fc.oneof(
  { weight: 4, arbitrary: row.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: fc.array(row, { maxLength: 3 }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)

/** Encodes all that an address can't hold, so that every byte can arrive; half a surrogate pair can't, and goes. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/[\ud800-\udfff]/g, ''))
}
