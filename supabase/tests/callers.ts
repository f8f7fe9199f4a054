import type { Pool, QueryResult } from 'pg'
import { asRole, type Claims } from '../../server/db/as-role.ts'

/** Runs one statement as a table request would: own transaction, the caller's role and claims. */
export type Caller = (text: string, ...values: unknown[]) => Promise<QueryResult>

export function anonymous(pool: Pool): Caller {
  return caller(pool, { role: 'anon' })
}

export function user(pool: Pool, id: string): Caller {
  return caller(pool, { role: 'authenticated', sub: id })
}

export function service(pool: Pool): Caller {
  return caller(pool, { role: 'service_role' })
}

/** The SQLSTATE that a statement is refused with; 'accepted' when it isn't. */
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
