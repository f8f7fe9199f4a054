import type { Drawn } from './compressed.ts'
import { illFormedText, notOnFunctions, unknownFunction } from './refusals/refusals.ts'
import { parseRequest, type RawRequest } from './request/request.ts'
import type { Statement } from './sql/sql.ts'

interface RestFunction {
  /** The SQL type of each parameter, by its name. */
  parameters: Readonly<Record<string, string>>
  /** Those that a call may leave out. */
  optional?: Readonly<Record<string, string>>
  /** It has no result, and is answered 204. `unless`: but where this parameter is sent. */
  isVoid?: true | { unless: string }
  /** It changes nothing, not even what is noted of a look: a copy of the database can answer it. */
  isRead?: true
}

const GRANT = { role: 'text', name: 'text', until: 'timestamptz' }
const SUPPORT = { starts_on: 'date', ends_on: 'date', hours: 'text' }
const PLAN = { first_wake_window: 'text', naps_count: 'integer', naps: 'jsonb', night_bedtime: 'text' }

/** The functions that the API offers. PostgreSQL decides who may call them; their definitions are in the migrations. */
export const EXPOSED: ReadonlyMap<string, RestFunction> = new Map([
  ['delete_my_account', { parameters: {}, isVoid: true }],
  ['account_exists', { parameters: { account_id: 'uuid' } }],
  ['my_families', { parameters: {} }],
  ['invite_to_family', { parameters: GRANT, optional: { id: 'uuid' } }],
  ['look_at_invitation', { parameters: { token: 'text' } }],
  ['accept_invitation', { parameters: { token: 'text' } }],
  ['withdraw_invitation', { parameters: { id: 'uuid' }, isVoid: true }],
  ['change_access', { parameters: { account_id: 'uuid', ...GRANT }, isVoid: true }],
  ['end_access', { parameters: { account_id: 'uuid' }, isVoid: true }],
  ['leave_family', { parameters: { family_id: 'uuid' }, isVoid: true }],
  // Between a family and the provider's staff (decision 053): first what the family calls, then what the staff does.
  ['my_support', { parameters: {} }],
  ['answer_request', { parameters: { id: 'uuid', accepted: 'boolean' } }],
  ['answer_proposal', { parameters: { id: 'uuid', taken: 'boolean' } }],
  ['take_back_answer', { parameters: { id: 'uuid' } }],
  ['ask_consultant', { parameters: { question: 'text' }, optional: { id: 'uuid' } }],
  ['my_staff_role', { parameters: {} }],
  ['ask_family', { parameters: { email: 'text', purpose: 'text', ...SUPPORT } }],
  ['withdraw_request', { parameters: { id: 'uuid' } }],
  ['consulted_families', { parameters: {}, isRead: true }],
  ['consulted_summaries', { parameters: { families: 'uuid[]', since: 'date' } }],
  ['consulted_revs', { parameters: { families: 'uuid[]' }, isRead: true }],
  ['consulted_changes', { parameters: { families: 'uuid[]' }, isRead: true }],
  ['consulted_family', { parameters: { family_id: 'uuid' }, isRead: true }],
  ['open_family', { parameters: { family_id: 'uuid', part: 'text' }, isVoid: true }],
  [
    'set_support',
    {
      parameters: { family_id: 'uuid', ...SUPPORT },
      optional: { seen: 'jsonb' },
      isVoid: { unless: 'seen' },
    },
  ],
  [
    'save_note',
    {
      parameters: { family_id: 'uuid', text: 'text' },
      optional: { seen: 'text' },
      isVoid: { unless: 'seen' },
    },
  ],
  [
    'answer_question',
    { parameters: { id: 'uuid', reply: 'text' }, optional: { seen: 'timestamptz' }, isVoid: true },
  ],
  [
    'propose_plan',
    {
      parameters: { family_id: 'uuid', sentence: 'text', ...PLAN },
      optional: { id: 'uuid' },
    },
  ],
  ['withdraw_proposal', { parameters: { id: 'uuid' } }],
  ['plan_templates', { parameters: {} }],
  [
    'save_template',
    {
      parameters: { id: 'uuid', name: 'text', from_months: 'integer', to_months: 'integer', ...PLAN },
      optional: { seen: 'timestamptz' },
      isVoid: { unless: 'seen' },
    },
  ],
  ['delete_template', { parameters: { id: 'uuid' }, isVoid: true }],
])

type Run = (statement: Statement, isRead: boolean) => Promise<{ rows: { result?: string | null }[] }>

/**
 * Answers a call of `/rpc/name` (wire 5, functions). Throws PGRST202, PGRST101, and whatever a bad body is refused
 * with.
 */
export async function callFunction(name: string, raw: RawRequest, run: Run): Promise<Drawn> {
  const called = EXPOSED.get(name)
  if (called === undefined) throw unknownFunction(name, [])
  if (raw.method === 'OPTIONS') return { body: null, status: 200, headers: { Allow: 'OPTIONS,POST' } }
  if (raw.method !== 'POST') throw notOnFunctions(raw.method)
  // A call without a body is a call without arguments.
  const request = parseRequest('POST', { ...raw, body: raw.body === '' ? '{}' : raw.body })
  const { keys, json } = request.verb === 'insert' ? request.payload : { keys: [], json: '{}' }
  const call = toCall(name, called, keys, JSON.parse(json))
  if (request.refusal !== null) throw request.refusal
  const { rows } = await run(call, called.isRead === true)
  const headers = { 'Content-Range': '0-0/*' }
  if (isVoid(called, keys)) return { body: null, status: 204, headers }
  return {
    body: rows[0]?.result ?? 'null',
    status: 200,
    headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' },
  }
}

function isVoid({ isVoid }: RestFunction, keys: readonly string[]): boolean {
  return isVoid === true || (isVoid !== undefined && !keys.includes(isVoid.unless))
}

/** Those of the function's parameters that are sent. */
function givenParameters(
  name: string,
  { parameters, optional }: RestFunction,
  keys: readonly string[],
): RestFunction['parameters'] {
  const known = { ...parameters, ...optional }
  const isComplete = Object.keys(parameters).every((parameter) => keys.includes(parameter))
  if (!isComplete || !keys.every((key) => Object.hasOwn(known, key))) throw unknownFunction(name, keys)
  return Object.fromEntries(Object.entries(known).filter(([parameter]) => keys.includes(parameter)))
}

/**
 * Makes the statement of a call, whose result is JSON as text: what tells of many families is long, and would hold up
 * everybody else's requests while it is read and written again. `sent` is an object, or an array whose first object is
 * used.
 */
function toCall(name: string, called: RestFunction, keys: readonly string[], sent: unknown): Statement {
  const parameters = givenParameters(name, called, keys)
  const first: unknown = Array.isArray(sent) ? sent[0] : sent
  const given = new Map(Object.entries(first ?? {}))
  const names = Object.keys(parameters)
  const places = names.map((parameter, index) => `"${parameter}" => $${index + 1}::${parameters[parameter]}`)
  const call = `public."${name}"(${places.join(', ')})`
  return {
    text: isVoid(called, keys) ? `select ${call}` : `select to_json(${call})::text as result`,
    values: names.map((parameter) => asValue(given.get(parameter), parameters[parameter])),
  }
}

/**
 * An argument as PostgREST reads it: what is named and not sent is null, and an object is its text. What may be left
 * open is for the function to say, but an id has to be given.
 */
function asValue(value: unknown, type: string | undefined): string | null {
  if (value === undefined || value === null) return type === 'uuid' ? 'null' : null
  if (type === 'jsonb') return JSON.stringify(value)
  if (type?.endsWith('[]') && Array.isArray(value)) return `{${value.map(quoted).join(',')}}`
  return asText(value)
}

/** An element of an array, as PostgreSQL reads it. */
function quoted(element: unknown): string {
  return JSON.stringify(asText(element))
}

function asText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (/\p{Surrogate}/u.test(text)) throw illFormedText()
  return text
}
