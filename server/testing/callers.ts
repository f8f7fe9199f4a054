import type { Pool, QueryResult } from 'pg'
import { asRole, type Claims } from '../db/as-role.ts'

/** Runs one statement as a table request would: in a transaction of its own, with the caller's role and claims. */
export type Caller = (text: string, ...values: unknown[]) => Promise<QueryResult>

/** Makes a caller without a token. */
export function anonymous(pool: Pool): Caller {
  return caller(pool, { role: 'anon' })
}

/** Makes a caller who is signed in to the account with this id. */
export function user(pool: Pool, id: string): Caller {
  return caller(pool, { role: 'authenticated', sub: id })
}

/** Makes a caller with the service key. */
export function service(pool: Pool): Caller {
  return caller(pool, { role: 'service_role' })
}

/** Answers the SQLSTATE that a statement is refused with, or 'accepted' when it isn't. */
export async function refusal(statement: Promise<unknown>): Promise<string> {
  try {
    await statement
    return 'accepted'
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code)
    throw error
  }
}

function caller(pool: Pool, claims: Claims): Caller {
  return (text, ...values) => asRole(pool, claims, { text, values })
}
