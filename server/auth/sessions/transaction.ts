import type pg from 'pg'
import { spoilsConnection } from '../../db/database-away.ts'
import { forgetEvents, notedEvents } from '../../log/security-events.ts'
import type { Queryable } from '../accounts/users.ts'
import type { LiveSessions } from './live-sessions.ts'

/** A request waits at most five seconds for others that change the same account or session. */
const BEGIN = `begin; set local lock_timeout = '5s'`

export interface Transaction extends Queryable {
  /** Sessions that this transaction ends or changes: what is remembered about them is outdated once it is committed. */
  readonly outdatedSessions: string[]
}

/**
 * Where a transaction runs. `liveSessions` is null for the command line, because only a server remembers sessions;
 * nobody can leave it out.
 */
export interface Place {
  pool: pg.Pool
  liveSessions: Pick<LiveSessions, 'forget'> | null
}

/**
 * Runs `work` in one transaction. It is committed when `work` returns, whatever it returns, and rolled back when it
 * throws. After the commit, what is remembered about its `outdatedSessions` is dropped.
 */
export async function transaction<T>(
  { pool, liveSessions }: Place,
  work: (db: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const outdatedSessions: string[] = []
  const noted = notedEvents()
  let broken = false
  try {
    await client.query(BEGIN)
    const result = await work(Object.assign(client, { outdatedSessions }))
    await client.query('commit')
    liveSessions?.forget(outdatedSessions)
    return result
  } catch (error) {
    forgetEvents(noted)
    // A connection that can't even roll back is thrown away instead of handed to the next request.
    broken = await client.query('rollback').then(
      () => spoilsConnection(error, client),
      () => true,
    )
    throw error
  } finally {
    client.release(broken)
  }
}
