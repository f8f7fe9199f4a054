import { CORS_HEADERS } from './cors.ts'
import { notOnFunctions, unknownFunction } from './refusals.ts'
import { parseRequest, type RawRequest } from './request.ts'
import type { Statement } from './sql.ts'

interface RestFunction {
  /** By name, each with its SQL type. */
  parameters: Readonly<Record<string, string>>
  returns: 'void' | 'boolean'
}

/** The functions the API calls; who may is PostgreSQL's business. Everything else about them is in the migrations. */
const EXPOSED: ReadonlyMap<string, RestFunction> = new Map([
  ['delete_my_account', { parameters: {}, returns: 'void' }],
  ['account_exists', { parameters: { account_id: 'uuid' }, returns: 'boolean' }],
])

type Run = (statement: Statement) => Promise<{ rows: { result?: unknown }[] }>

/** A call of `/rpc/name` (wire contract 3.2). Throws PGRST202, PGRST101, and whatever a bad body is refused with. */
export async function callFunction(name: string, raw: RawRequest, run: Run): Promise<Response> {
  const called = EXPOSED.get(name)
  if (called === undefined) throw unknownFunction(name, [])
  if (raw.method === 'OPTIONS')
    return new Response(null, { headers: { ...CORS_HEADERS, Allow: 'OPTIONS,POST' } })
  if (raw.method !== 'POST') throw notOnFunctions(raw.method)
  // No body is no arguments.
  const request = parseRequest('POST', { ...raw, body: raw.body === '' ? '{}' : raw.body })
  const { keys, json } = request.verb === 'insert' ? request.payload : { keys: [], json: '{}' }
  const names = Object.keys(called.parameters)
  if (keys.length !== names.length || !keys.every((key) => Object.hasOwn(called.parameters, key))) {
    throw unknownFunction(name, keys)
  }
  const { rows } = await run(toCall(name, called, JSON.parse(json)))
  const headers = { ...CORS_HEADERS, 'Content-Range': '0-0/*' }
  if (called.returns === 'void') return new Response(null, { status: 204, headers })
  return Response.json(rows[0]?.result, {
    headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' },
  })
}

/** @param sent one object, or several: then the first is meant. */
function toCall(name: string, { parameters }: RestFunction, sent: unknown): Statement {
  const first: unknown = Array.isArray(sent) ? sent[0] : sent
  const given = new Map(Object.entries(first ?? {}))
  const names = Object.keys(parameters)
  const places = names.map((parameter, index) => `"${parameter}" => $${index + 1}::${parameters[parameter]}`)
  return {
    text: `select public."${name}"(${places.join(', ')}) as result`,
    values: names.map((parameter) => String(given.get(parameter))),
  }
}
