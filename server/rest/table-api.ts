import type { Pool, QueryResult, QueryResultRow } from 'pg'
import type { VerifyBearer } from '../auth/verify-bearer.ts'
import type { Claims } from '../db/as-role.ts'
import { asRole } from '../db/as-role.ts'
import { CORS_HEADERS } from './cors.ts'
import { callFunction } from './functions.ts'
import { fromDatabase } from './pg-errors.ts'
import { invalidPath, readOnlyTable, rootDisabled, unsupportedMethod } from './refusals.ts'
import { type Method, parseRequest, type RawRequest, type TableRequest } from './request.ts'
import { checkOutcome, drawOutcome, mayRefuseOutcome } from './response.ts'
import { checkRequest, findTable, loadTables, type Table } from './schema.ts'
import { MAX_ROWS, type Outcome, type Statement, toEstimate, toStatement } from './sql.ts'
import { createStatementNames } from './statement-names.ts'

export interface RestDeps {
  db: Pool
  verifyBearer: VerifyBearer
  /** Something of an account has just changed, for good. */
  onChanged: (userId: string) => void
  /** An account has just gone, and its sessions with it. */
  onAccountDeleted: () => void
}

/** A request as it arrived; `path` is what follows /rest/v1. */
export interface Incoming extends Omit<RawRequest, 'body'> {
  path: string
  apikey: string | undefined
  readBody(): Promise<string>
}

const READABLE = 'OPTIONS,GET,HEAD'
const WRITABLE = `${READABLE},POST,PUT,PATCH,DELETE`

/** Answers table requests: who asks → what is asked → is it possible → SQL → answer. Throws HttpError. */
export function createTableApi(deps: RestDeps): (incoming: Incoming) => Promise<Response> {
  const tables = remembered(() => loadTables(deps.db))
  const nameOf = createStatementNames()

  async function run(claims: Claims, statement: Statement, check?: (result: QueryResult) => void) {
    const name = nameOf(statement.text)
    return asRole(deps.db, claims, name === undefined ? statement : { ...statement, name }, check)
  }

  async function perform(claims: Claims, table: Table, request: TableRequest): Promise<Outcome> {
    const check = (result: QueryResult) => checkOutcome(request, outcomeOf(result))
    // A change that may still be refused is not committed before it was looked at.
    const result = await run(
      claims,
      toStatement(table, request),
      mayRefuseOutcome(request) ? check : undefined,
    )
    const outcome = outcomeOf(result)
    checkOutcome(request, outcome)
    // A change that was made before touches no row.
    if (request.verb !== 'read' && outcome.rows > 0 && typeof claims.sub === 'string')
      deps.onChanged(claims.sub)
    if (!wantsEstimate(request, outcome)) return outcome
    const planned = plannedRows(await run(claims, toEstimate(table, request)))
    return { ...outcome, total: Math.max(outcome.total ?? 0, planned) }
  }

  async function answer(claims: Claims, incoming: Incoming): Promise<Response> {
    const called = functionName(incoming.path)
    if (called !== null) {
      const response = await callFunction(
        called,
        { ...incoming, body: await bodyOf(incoming) },
        (statement) => run(claims, statement),
      )
      if (called === 'delete_my_account') deps.onAccountDeleted()
      return response
    }
    const name = tableName(incoming.path)
    if (incoming.method === 'OPTIONS') return drawOptions(findTable(await tables(), name))
    const method = methodOf(incoming.method)
    const body = await bodyOf(incoming)
    const { query, header } = incoming
    const request = parseRequest(method, { method, query, header, body })
    const table = findTable(await tables(), name)
    if (request.verb !== 'read' && !table.writable) throw readOnlyTable(name, claims.role === 'anon')
    checkRequest(table, request)
    return drawOutcome(table, request, await perform(claims, table, request))
  }

  return async (incoming) => {
    let role: Claims['role'] | null = null
    try {
      const claims = await deps.verifyBearer(incoming.header('authorization'), incoming.apikey)
      role = claims.role
      return await answer(claims, incoming)
    } catch (error) {
      throw fromDatabase(error, role === 'anon') ?? error
    }
  }
}

/** Reads once; a read that failed is tried again by the next request. */
function remembered<T>(read: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null
  return () => {
    known ??= read().catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
}

function segmentsOf(path: string): string[] {
  return path.replace(/^\//, '').split('/').map(decodeSegment)
}

/** What follows `/rpc/`; null for any other path. */
function functionName(path: string): string | null {
  const [first, name, ...rest] = segmentsOf(path)
  return first === 'rpc' && name !== undefined && rest.length === 0 ? name : null
}

/** Throws PGRST126 or PGRST125 for what is no table's path. */
function tableName(path: string): string {
  const [name = '', ...rest] = segmentsOf(path)
  if (name === '' && rest.length === 0) throw rootDisabled()
  if (rest.length > 0) throw invalidPath()
  return name
}

async function bodyOf(incoming: Incoming): Promise<string> {
  return incoming.method === 'POST' || incoming.method === 'PATCH' ? incoming.readBody() : ''
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // Not UTF-8: no table is called that, and the answer repeats it as it came.
    return segment
  }
}

function methodOf(method: string): Method {
  switch (method) {
    case 'GET':
    case 'HEAD':
    case 'POST':
    case 'PATCH':
    case 'DELETE':
      return method
    default:
      throw unsupportedMethod(method)
  }
}

function drawOptions(table: Table): Response {
  const headers = { ...CORS_HEADERS, Allow: table.writable ? WRITABLE : READABLE }
  return new Response(null, { status: 200, headers })
}

function outcomeOf(result: QueryResult<QueryResultRow & Partial<Outcome>>): Outcome {
  const row = result.rows[0]
  return {
    rows: row?.rows ?? 0,
    total: row?.total ?? null,
    body: row?.body ?? '',
    inserted: row?.inserted ?? null,
    location: row?.location ?? null,
  }
}

function wantsEstimate(request: TableRequest, outcome: Outcome): boolean {
  if (request.verb !== 'read') return false
  const { count } = request.preferences
  return count === 'planned' || (count === 'estimated' && (outcome.total ?? 0) > MAX_ROWS)
}

function plannedRows(result: QueryResult<{ 'QUERY PLAN'?: { Plan?: { 'Plan Rows'?: number } }[] }>): number {
  return result.rows[0]?.['QUERY PLAN']?.[0]?.Plan?.['Plan Rows'] ?? 0
}
