import { notOnFunctions, unknownFunction } from './refusals/refusals.ts'
import { parseRequest, type RawRequest } from './request/request.ts'
import type { Statement } from './sql/sql.ts'

interface RestFunction {
  /** The SQL type of each parameter, by its name. */
  parameters: Readonly<Record<string, string>>
  returns: 'void' | 'boolean' | 'jsonb'
}

const GRANT = { role: 'text', name: 'text', until: 'timestamptz' }

/** The functions that the API offers. PostgreSQL decides who may call them; their definitions are in the migrations. */
const EXPOSED: ReadonlyMap<string, RestFunction> = new Map([
  ['delete_my_account', { parameters: {}, returns: 'void' }],
  ['account_exists', { parameters: { account_id: 'uuid' }, returns: 'boolean' }],
  ['my_families', { parameters: {}, returns: 'jsonb' }],
  ['invite_to_family', { parameters: GRANT, returns: 'jsonb' }],
  ['look_at_invitation', { parameters: { token: 'text' }, returns: 'jsonb' }],
  ['accept_invitation', { parameters: { token: 'text' }, returns: 'jsonb' }],
  ['withdraw_invitation', { parameters: { id: 'uuid' }, returns: 'void' }],
  ['change_access', { parameters: { account_id: 'uuid', ...GRANT }, returns: 'void' }],
  ['end_access', { parameters: { account_id: 'uuid' }, returns: 'void' }],
  ['leave_family', { parameters: { family_id: 'uuid' }, returns: 'void' }],
])

type Run = (statement: Statement) => Promise<{ rows: { result?: unknown }[] }>

/**
 * Answers a call of `/rpc/name` (wire 5, functions). Throws PGRST202, PGRST101, and whatever a bad body is refused
 * with.
 */
export async function callFunction(name: string, raw: RawRequest, run: Run): Promise<Response> {
  const called = EXPOSED.get(name)
  if (called === undefined) throw unknownFunction(name, [])
  if (raw.method === 'OPTIONS') return new Response(null, { headers: { Allow: 'OPTIONS,POST' } })
  if (raw.method !== 'POST') throw notOnFunctions(raw.method)
  // A call without a body is a call without arguments.
  const request = parseRequest('POST', { ...raw, body: raw.body === '' ? '{}' : raw.body })
  const { keys, json } = request.verb === 'insert' ? request.payload : { keys: [], json: '{}' }
  const names = Object.keys(called.parameters)
  if (keys.length !== names.length || !keys.every((key) => Object.hasOwn(called.parameters, key))) {
    throw unknownFunction(name, keys)
  }
  const { rows } = await run(toCall(name, called, JSON.parse(json)))
  const headers = { 'Content-Range': '0-0/*' }
  if (called.returns === 'void') return new Response(null, { status: 204, headers })
  return Response.json(rows[0]?.result, {
    headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' },
  })
}

/** Makes the statement of a call. `sent` is an object, or an array whose first object is used. */
function toCall(name: string, { parameters }: RestFunction, sent: unknown): Statement {
  const first: unknown = Array.isArray(sent) ? sent[0] : sent
  const given = new Map(Object.entries(first ?? {}))
  const names = Object.keys(parameters)
  const places = names.map((parameter, index) => `"${parameter}" => $${index + 1}::${parameters[parameter]}`)
  return {
    text: `select public."${name}"(${places.join(', ')}) as result`,
    values: names.map((parameter) => {
      const value = given.get(parameter)
      // What may be left open is for the function to say, but an id has to be given.
      return value === null && parameters[parameter] !== 'uuid' ? null : String(value)
    }),
  }
}
