import type { Pool, PoolClient, QueryResult } from 'pg'

/** What a policy may know about the caller; `role` is the database role the request runs as. */
export interface Claims {
  role: 'anon' | 'authenticated' | 'service_role'
  [claim: string]: unknown
}

export interface Statement {
  /** Names a hot statement, so that each connection plans it once. Equal names must mean equal texts. */
  name?: string
  text: string
  values: unknown[]
}

/** As on hosted Supabase. A timeout set on a role counts at login only, so it is set with each request. */
const STATEMENT_TIMEOUT_MS = { anon: 3_000, authenticated: 8_000, service_role: 8_000 }

const TAKE_ROLE = {
  name: 'take-role',
  text: `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('statement_timeout', $3, true)`,
}

/**
 * The only door from a table request to SQL: one statement, in a transaction of its own, as the caller's role.
 *
 * Everything goes out in one round trip. With `check`, the commit waits until the result has been looked at; what
 * `check` throws rolls the statement back. Throws what PostgreSQL answered, and then nothing was written.
 */
export async function asRole(
  pool: Pool,
  claims: Claims,
  statement: Statement,
  check?: (result: QueryResult) => void,
): Promise<QueryResult> {
  const client = await pool.connect()
  try {
    return await (check
      ? answerThenCommit(client, claims, statement, check)
      : answerAndCommit(client, claims, statement))
  } finally {
    // A connection that isn't back at rest is closed, and with it whatever was still open on it.
    client.release(client.getTransactionStatus() !== 'I')
  }
}

async function answerAndCommit(
  client: PoolClient,
  claims: Claims,
  statement: Statement,
): Promise<QueryResult> {
  const sent = send(client, claims, statement)
  // After a failed statement PostgreSQL answers COMMIT with a rollback.
  return await firstFailureOr(sent.answer, [...sent.all, client.query('commit')])
}

async function answerThenCommit(
  client: PoolClient,
  claims: Claims,
  statement: Statement,
  check: (result: QueryResult) => void,
): Promise<QueryResult> {
  try {
    const sent = send(client, claims, statement)
    const result = await firstFailureOr(sent.answer, sent.all)
    check(result)
    await client.query('commit')
    return result
  } catch (error) {
    // On a broken connection there is nothing left to roll back, and its first error says more than this one.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

function send(client: PoolClient, claims: Claims, statement: Statement) {
  const timeout = String(STATEMENT_TIMEOUT_MS[claims.role])
  const begun = client.query('begin')
  const taken = client.query({ ...TAKE_ROLE, values: [claims.role, JSON.stringify(claims), timeout] })
  const answer = client.query(statement)
  return { answer, all: [begun, taken, answer] }
}

/** All of them have to settle before the connection may be used again; the first failure is the cause of the others. */
async function firstFailureOr<T>(answer: Promise<T>, all: Promise<unknown>[]): Promise<T> {
  const settled = await Promise.allSettled(all)
  const failure = settled.find((outcome) => outcome.status === 'rejected')
  if (failure) throw failure.reason
  return await answer
}
