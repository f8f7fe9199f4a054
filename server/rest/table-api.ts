import type { Pool, QueryResult, QueryResultRow } from 'pg'
import { isUuid } from '../auth/accounts/users.ts'
import type { InLine, WaitingCaller } from '../auth/limits/account-lines.ts'
import type { VerifyBearer } from '../auth/sessions/verify-bearer.ts'
import type { Claims } from '../db/as-role.ts'
import { asRole } from '../db/as-role.ts'
import type { Replica } from '../db/ways/replica.ts'
import { reportFailure } from '../http/errors.ts'
import type { RequestTrace } from '../log/request-trace.ts'
import { traceEvent } from '../log/security-events.ts'
import { respond } from './compressed.ts'
import { callFunction } from './functions.ts'
import { LONG_ANSWER, MAX_ROWS } from './query/answer-limits.ts'
import { statementNamesOf } from './query/statement-names.ts'
import { fromDatabase } from './refusals/pg-errors.ts'
import {
  diskNearlyFull,
  invalidPath,
  readOnlyTable,
  rootDisabled,
  unsupportedMethod,
} from './refusals/refusals.ts'
import { type Method, parseRequest, type RawRequest, type TableRequest } from './request/request.ts'
import { checkOutcome, drawOutcome, mayRefuseOutcome } from './response.ts'
import { checkRequest, findTable, loadTables, type Table } from './sql/schema.ts'
import { type Outcome, type Statement, toEstimate, toStatement } from './sql/sql.ts'

export interface RestDeps {
  db: Pool
  /** Answers functions that only read, where there is a copy of the database. */
  replica: Replica | null
  inLine: InLine
  verifyBearer: VerifyBearer
  /** Called after data of a family changed and the change was committed. */
  onChanged: (familyId: string) => void
  /** Called after an account was deleted, together with its sessions. */
  onAccountDeleted: () => void
  isDiskNearlyFull: () => boolean
}

/** A request as it arrived. `path` is the part of the URL after /rest/v1. */
export interface Incoming extends Omit<RawRequest, 'body'> {
  path: string
  apikey: string | undefined
  readBody(): Promise<string>
  trace: RequestTrace | undefined
  /** Undefined where no server stands around the API, as in a test. */
  caller: WaitingCaller | undefined
}

/** A family's day fits into it many times; an import or a flood doesn't. */
const BULK_BYTES = 64 * 1024

/** A token that was verified less than this ago is not looked at once more. */
const JUST_NOW_MS = 1000

const READABLE = 'OPTIONS,GET,HEAD'
const WRITABLE = `${READABLE},POST,PUT,PATCH,DELETE`

/**
 * Makes the function that answers table requests. It finds out who asks, reads the request, checks it against the
 * table, runs one statement and draws the answer. Refusals are thrown as HttpError.
 */
export function createTableApi(deps: RestDeps): (incoming: Incoming) => Promise<Response> {
  const tables = remembered(() => loadTables(deps.db))
  const nameOf = statementNamesOf(deps.db)

  const verify = ({ header, apikey }: Incoming) => deps.verifyBearer(header('authorization'), apikey)

  async function run(claims: Claims, statement: Statement, check?: (result: QueryResult) => void) {
    // There are only so many names: they are for families, and not for anybody to use up.
    const name = claims.role === 'anon' ? undefined : nameOf(statement.text)
    const named = name === undefined ? statement : { ...statement, name }
    return asRole(deps.db, claims, named, check)
  }

  async function read(claims: Claims, statement: Statement) {
    return (await deps.replica?.ask(claims, statement)) ?? run(claims, statement)
  }

  async function runRequest(claims: Claims, table: Table, request: TableRequest): Promise<Outcome> {
    const check = (result: QueryResult) => checkOutcome(request, outcomeOf(result))
    // A change that may still be refused is only committed after its outcome was checked.
    const result = await run(
      claims,
      toStatement(table, request, claims.role === 'authenticated'),
      mayRefuseOutcome(request) ? check : undefined,
    )
    const outcome = outcomeOf(result)
    checkOutcome(request, outcome)
    // Repeating a change that was made before touches no row, so nobody has to be woken for it.
    if (request.verb !== 'read' && outcome.rows > 0) {
      const own = typeof claims.sub === 'string' ? [claims.sub] : []
      for (const family of outcome.families ?? own) deps.onChanged(family)
    }
    if (!wantsEstimate(request, outcome)) return outcome
    const planned = plannedRows(await run(claims, toEstimate(table, request)))
    return { ...outcome, total: Math.max(outcome.total ?? 0, planned) }
  }

  async function answer(claims: Claims, incoming: Incoming): Promise<Response> {
    const verified = performance.now()
    // While its body came or it waited, the session may have ended or another level may have come to count.
    const inTurn = <T>(task: (claims: Claims) => Promise<T>, isLongAnswer: (answer: T) => boolean) =>
      deps.inLine(
        { claims, sender: incoming.trace?.sender, caller: incoming.caller },
        async (hasWaited) =>
          task(hasWaited || performance.now() - verified > JUST_NOW_MS ? await verify(incoming) : claims),
        isLongAnswer,
      )
    const called = functionName(incoming.path)
    if (called !== null) {
      const call = { ...incoming, body: await bodyOf(incoming) }
      const drawn = await callFunction(called, call, (statement, isRead) =>
        inTurn(
          (current) => (isRead ? read(current, statement) : run(current, statement)),
          ({ rows }) => isLong(rows[0]?.result),
        ),
      )
      if (called === 'delete_my_account' && incoming.method === 'POST') {
        deps.onAccountDeleted()
        traceEvent(
          'account_deleted',
          typeof claims.sub === 'string' ? claims.sub : null,
          'own',
          incoming.trace,
        )
      }
      return respond(drawn, incoming.header('accept-encoding'))
    }
    const name = tableName(incoming.path)
    if (incoming.method === 'OPTIONS') return drawOptions(findTable(await tables(), name))
    const method = methodOf(incoming.method)
    const body = await bodyOf(incoming)
    // What room is left is for the records of the night, one by one.
    if (body.length > BULK_BYTES && deps.isDiskNearlyFull()) throw diskNearlyFull()
    const { query, header } = incoming
    const request = parseRequest(method, { method, query, header, body })
    const table = findTable(await tables(), name)
    checkRequest(table, request)
    if (request.verb !== 'read' && !table.writable) throw readOnlyTable(name, claims.role === 'anon')
    const outcome = await inTurn(
      (current) => runRequest(current, table, request),
      ({ body }) => isLong(body),
    )
    return respond(drawOutcome(table, request, outcome), header('accept-encoding'))
  }

  return async (incoming) => {
    let claims: Claims | null = null
    try {
      claims = await verify(incoming)
      const response = await answer(claims, incoming)
      // This role reads and changes everybody's rows.
      if (claims.role === 'service_role') {
        traceEvent('admin_call', null, `${incoming.method} /rest/v1${incoming.path}`, incoming.trace)
      }
      return response
    } catch (error) {
      const refusal = fromDatabase(error, claims?.role === 'anon')
      const sub = claims?.sub
      if (incoming.trace !== undefined && isUuid(sub)) incoming.trace.accountId = sub
      if (refusal !== null && refusal.status >= 500) {
        reportFailure(error, `${incoming.method} /rest/v1${incoming.path}`, refusal.status, incoming.trace)
      }
      throw refusal ?? error
    }
  }
}

/** Makes a function that reads once and remembers the result. After a failure the next call reads again. */
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

/** Answers the name after `/rpc/`, or null for any other path. */
function functionName(path: string): string | null {
  const [first, name, ...rest] = segmentsOf(path)
  return first === 'rpc' && name !== undefined && rest.length === 0 ? name : null
}

/** Answers the table's name in a path. Throws PGRST126 for the root, and PGRST125 for a longer path. */
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
    // What is not UTF-8 can't be the name of a table, and the refusal repeats it as it came.
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
  return new Response(null, { status: 200, headers: { Allow: table.writable ? WRITABLE : READABLE } })
}

function isLong(body: string | null | undefined): boolean {
  return body != null && body.length > LONG_ANSWER
}

function outcomeOf(result: QueryResult<QueryResultRow & Partial<Outcome>>): Outcome {
  const row = result.rows[0]
  return {
    rows: row?.rows ?? 0,
    total: row?.total ?? null,
    body: row?.body ?? '',
    inserted: row?.inserted ?? null,
    location: row?.location ?? null,
    families: row?.families ?? null,
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
