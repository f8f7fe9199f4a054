import type { Pool, PoolClient, QueryResult } from 'pg'
import pg from 'pg'
import { spoilsConnection } from './database-away.ts'

declare module 'pg' {
  interface Connection {
    /** What this connection has planned: texts by their names. The driver's types leave it out. */
    readonly parsedStatements: Readonly<Record<string, string>>
  }
}

/**
 * What a row-level policy may know about the caller. `role` is the database role that the request runs as. They never
 * change: whoever asks with the same token is given the same ones.
 */
export interface Claims {
  readonly role: 'anon' | 'authenticated' | 'service_role'
  readonly [claim: string]: unknown
}

export interface Statement {
  /**
   * The name of a statement that is run often, so that each connection plans it once. Equal names must mean equal
   * texts.
   */
  name?: string
  text: string
  values: unknown[]
}

/**
 * The limits are those of hosted Supabase. A timeout set on a role only counts at login, so each request sets its own.
 */
const STATEMENT_TIMEOUT_MS = { anon: 3_000, authenticated: 8_000, service_role: 8_000 }

/**
 * What PostgreSQL takes a page that is read out of order for, beside one that is read in order. Its own 4 is for
 * turning disks; with it, it reads and sorts all of a family's records to answer the next two hundred by their
 * revision.
 */
const RANDOM_PAGE_COST = '1.1'

/** It answers no row: what was set would come back, the claims in full, to be described, sent and read for nobody. */
const TAKE_ROLE = {
  name: 'take-role',
  text: `select where set_config('role', $1, true) || set_config('request.jwt.claims', $2, true) || set_config('statement_timeout', $3, true) || set_config('random_page_cost', $4, true) is null`,
}

/**
 * Runs one statement in a transaction of its own, as the caller's role. Table requests reach SQL in no other way.
 *
 * Everything goes out in one round trip. With `check`, the commit waits until `check` has looked at the result; when it
 * throws, the statement is rolled back. Throws PostgreSQL's error, and then nothing was written.
 */
export async function asRole(
  pool: Pool,
  claims: Claims,
  statement: Statement,
  check?: (result: QueryResult) => void,
): Promise<QueryResult> {
  const client = await pool.connect()
  let spoilt = false
  try {
    return await (check
      ? answerThenCommit(client, claims, statement, check)
      : knowsRole(client)
        ? answerAtOnce(client, claims, statement)
        : answerAndCommit(client, claims, statement))
  } catch (error) {
    spoilt = client.connection.stream.destroyed || spoilsConnection(error, client)
    throw error
  } finally {
    // A connection that isn't back at rest is closed, and with it whatever was still open on it.
    client.release(spoilt || client.getTransactionStatus() !== 'I')
  }
}

/** Behind a pooler no statement keeps its name, so there no connection ever does. */
function knowsRole({ connection }: PoolClient): boolean {
  return connection.parsedStatements[TAKE_ROLE.name] !== undefined
}

/**
 * What is sent up to one `Sync` is a transaction of its own for PostgreSQL, which answers once it is committed. Without
 * `begin` and `commit` both sides have half as much to read, and a quarter of the answers to wake up for.
 */
function answerAtOnce(client: PoolClient, claims: Claims, statement: Statement): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const { name, text, values } = statement
    const query = new pg.Query(text, values, (error, results) => {
      if (error) return reject(error)
      // The driver takes both statements for parts of one query, and answers them in their order.
      const [, answer] = [results].flat()
      resolve(answer ?? results)
    })
    // The driver would copy an object of all these property by property. Also a text without values goes this way.
    Object.assign(query, { name, queryMode: 'extended' })
    const { submit } = query
    query.submit = (connection) => {
      connection.bind({ statement: TAKE_ROLE.name, values: roleValues(claims) }, true)
      connection.execute({}, true)
      const refusal: unknown = submit.call(query, connection)
      // What the driver refuses to send would leave the role to whoever sends the next statement.
      if (refusal) connection.stream.destroy()
      return refusal
    }
    inOneWrite(client, () => client.query(query))
  })
}

async function answerAndCommit(
  client: PoolClient,
  claims: Claims,
  statement: Statement,
): Promise<QueryResult> {
  const sent = inOneWrite(client, () => {
    const { answer, all } = send(client, claims, statement)
    // It is safe to send the commit at once: after a failed statement PostgreSQL turns it into a rollback.
    return { answer, all: [...all, client.query('commit')] }
  })
  return await firstFailureOr(sent.answer, sent.all)
}

async function answerThenCommit(
  client: PoolClient,
  claims: Claims,
  statement: Statement,
  check: (result: QueryResult) => void,
): Promise<QueryResult> {
  try {
    const sent = inOneWrite(client, () => send(client, claims, statement))
    const result = await firstFailureOr(sent.answer, sent.all)
    check(result)
    await client.query('commit')
    return result
  } catch (error) {
    // When the connection broke there is nothing left to roll back, and the first error says more than this one.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** What `work` sends leaves together: each write of its own is a call of the system, a tenth of a request's time. */
function inOneWrite<T>(client: PoolClient, work: () => T): T {
  const { stream } = client.connection
  stream.cork()
  try {
    return work()
  } finally {
    stream.uncork()
  }
}

function roleValues(claims: Claims): string[] {
  return [claims.role, JSON.stringify(claims), String(STATEMENT_TIMEOUT_MS[claims.role]), RANDOM_PAGE_COST]
}

function send(client: PoolClient, claims: Claims, statement: Statement) {
  const begun = client.query('begin')
  const taken = client.query({ ...TAKE_ROLE, values: roleValues(claims) })
  const answer = client.query(statement)
  return { answer, all: [begun, taken, answer] }
}

/**
 * Waits until all of them have settled, because only then may the connection be used again. The first failure is
 * thrown, because it caused the others.
 */
async function firstFailureOr<T>(answer: Promise<T>, all: Promise<unknown>[]): Promise<T> {
  const settled = await Promise.allSettled(all)
  const failure = settled.find((outcome) => outcome.status === 'rejected')
  if (failure) throw failure.reason
  return await answer
}
