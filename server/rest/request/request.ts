import { HttpError } from '../../http/errors.ts'
import { parseColumns } from '../query/columns.ts'
import { parseFilter } from '../query/filters.ts'
import { type Condition, isLogicKey, parseLogic } from '../query/logic.ts'
import { type OrderTerm, parseOrder } from '../query/order.ts'
import { canonicalQuery, type Parameter, parseQueryString } from '../query/query-string.ts'
import { parseRange, type RowRange } from '../query/range.ts'
import { parseSelect, type SelectItem } from '../query/select.ts'
import { invalidPreferences, notEmbedded, unknownSchema, unparseable } from '../refusals/refusals.ts'
import { negotiateShape, parseBodyType, type Shape } from './media-type.ts'
import { type Payload, parsePayload } from './payload.ts'
import { type Preferences, parsePrefer } from './prefer.ts'

/** A request as it came in, before any of it was checked. */
export interface RawRequest {
  method: string
  /** The query string, without the question mark. */
  query: string
  header(name: string): string | undefined
  /** The body, which is empty for methods without one. */
  body: string
}

/** A parsed request. Its names and values have not been checked against a table yet. */
export type TableRequest = Common &
  (
    | { verb: 'read'; headersOnly: boolean; range: RowRange }
    | { verb: 'insert'; payload: Payload; onConflict: readonly string[] | null }
    | { verb: 'update'; payload: Payload }
    | { verb: 'delete' }
  )

interface Common {
  select: readonly SelectItem[]
  conditions: readonly Condition[]
  order: readonly OrderTerm[]
  preferences: Preferences
  shape: Shape
  /** Of an embed that isn't one: the plan, which comes after what can't be read and the table. */
  notEmbedded: HttpError | null
  /** Of its media type, else of its preferences. What the table lacks is refused before (wire 3.2, refusals). */
  refusal: HttpError | null
  /** The query with its parameters sorted, for `Content-Location`. */
  canonical: string
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'

/** More conditions are refused, because PostgreSQL reads a tree of them recursively and its stack is limited. */
const MAX_CONDITIONS = 200

const RESERVED = new Set(['select', 'columns', 'on_conflict', 'order', 'limit', 'offset', 'apikey'])
const PER_EMBED = new Set(['order', 'limit', 'offset'])

/** Parses a request. Throws the refusal of what can't be read (wire 3.2, refusals). */
export function parseRequest(method: Method, raw: RawRequest): TableRequest {
  checkSchema(method, raw)
  const parameters = parseQueryString(raw.query)
  const preferences = parsePrefer(raw.header('prefer'))
  const value = (name: string) => parameters.find(([key]) => key === name)?.[1]
  const order = value('order')
  const shape = negotiateShape(raw.header('accept'))
  const reads = method === 'GET' || method === 'HEAD'
  const ofEmbeds: HttpError[] = []
  const common: Common = {
    // A write that answers no rows has nothing to select from.
    select: reads || preferences.return === 'representation' ? parseSelect(value('select') ?? '*') : [],
    conditions: parseConditions(parameters, ofEmbeds),
    order: order === undefined ? [] : (unlessEmbedded(() => parseOrder(order), ofEmbeds) ?? []),
    notEmbedded: ofEmbeds[0] ?? null,
    preferences,
    shape: shape instanceof HttpError ? 'array' : shape,
    refusal: shape instanceof HttpError ? shape : refusalOf(preferences),
    canonical: canonicalQuery(parameters.filter(([key]) => key !== 'apikey')),
  }
  if (reads) {
    // HTTP defines the `Range` header for GET only; other methods must ignore it.
    const range = parseRange(parameters, method === 'GET' ? raw.header('range') : undefined)
    return { ...common, verb: 'read', headersOnly: method === 'HEAD', range }
  }
  if (method === 'DELETE') return { ...common, verb: 'delete' }
  const columns = value('columns')
  const names = columns === undefined ? null : parseColumns('columns', columns).toSorted()
  const onConflict = value('on_conflict')
  const payload = parsePayload(raw.body, parseBodyType(raw.header('content-type')), names)
  if (method === 'PATCH') return { ...common, verb: 'update', payload }
  return {
    ...common,
    verb: 'insert',
    payload,
    onConflict: onConflict === undefined ? null : parseColumns('on_conflict', onConflict),
  }
}

function refusalOf({ handling, invalid }: Preferences): HttpError | null {
  return handling === 'strict' && invalid.length > 0 ? invalidPreferences(invalid) : null
}

function checkSchema(method: Method, raw: RawRequest): void {
  const reads = method === 'GET' || method === 'HEAD'
  const schema = raw.header(reads ? 'accept-profile' : 'content-profile')
  if (schema !== undefined && schema !== 'public') throw unknownSchema(schema)
}

/** Puts off the refusal of an embed, which `parse` throws when it has found nothing else to refuse. */
function unlessEmbedded<T>(parse: () => T, ofEmbeds: HttpError[]): T | null {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'PGRST108') throw error
    ofEmbeds.push(error)
    return null
  }
}

function parseConditions(parameters: readonly Parameter[], ofEmbeds: HttpError[]): Condition[] {
  const conditions: Condition[] = []
  for (const [key, value] of parameters) {
    if (RESERVED.has(key)) continue
    const embed = embedOf(key)
    if (embed !== null) {
      ofEmbeds.push(notEmbedded(embed))
      continue
    }
    const parse = (): Condition =>
      isLogicKey(key) ? parseLogic(key, value) : { kind: 'filter', filter: parseFilter(key, value) }
    const condition = unlessEmbedded(parse, ofEmbeds)
    if (condition !== null) conditions.push(condition)
  }
  if (count(conditions) > MAX_CONDITIONS) {
    throw unparseable('filters', 1, 1, `unexpected more than ${MAX_CONDITIONS} filters`)
  }
  return conditions
}

/** The embed that `embed.order` or `embed.of.embed.limit` is about; null for any other key. Looks at each sign once. */
function embedOf(key: string): string | null {
  const dot = key.indexOf('.')
  return dot !== -1 && PER_EMBED.has(key.slice(key.lastIndexOf('.') + 1)) ? key.slice(0, dot) : null
}

function count(conditions: readonly Condition[]): number {
  return conditions.reduce(
    (sum, condition) => sum + (condition.kind === 'group' ? count(condition.conditions) : 1),
    0,
  )
}
