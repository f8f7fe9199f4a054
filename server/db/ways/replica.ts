import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, QueryResult } from 'pg'
import { printFailure } from '../../log/lines.ts'
import { asRole, type Claims, type Statement } from '../as-role.ts'
import { isDatabaseAway } from '../database-away.ts'

/** A copy of the database that follows it, for reading. */
export interface Replica {
  /**
   * Runs a statement that only reads. Answers null where the copy can't be asked, or hasn't got everything yet that was
   * committed before the call: then it is the database's to answer.
   */
  ask(claims: Claims, statement: Statement): Promise<QueryResult | null>
}

/** A copy on the same network is behind by a few milliseconds. */
const TRIES = 3
const BETWEEN_TRIES_MS = 15
/** Each call that is lost on a copy that is away costs its caller a wait. */
const LEFT_ALONE_FOR_MS = 10_000

const WHICH = `select system_identifier::text || ' ' || current_database() as id from pg_control_system()`

export function createReplica(primary: Pool, copy: Pool): Replica {
  let isSame: boolean | null = null
  let leftAloneUntil = 0
  let isAway = false

  /** A copy of another database would say what is true of that one. */
  async function isOfPrimary(): Promise<boolean> {
    if (isSame !== null) return isSame
    const [ours, theirs] = await Promise.all([primary.query(WHICH), copy.query(WHICH)])
    isSame = ours.rows[0]?.id === theirs.rows[0]?.id
    if (!isSame) {
      const message =
        'DATABASE_REPLICA_URL no lleva a una copia de la base de datos de DATABASE_URL: no se usa.'
      printFailure('replica_of_another', { message })
    }
    return isSame
  }

  /** What is committed is in the log of changes; how far the copy has replayed that only grows. */
  async function hasCaughtUp(): Promise<boolean> {
    const now = await primary.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (tries > 0) await sleep(BETWEEN_TRIES_MS)
      const { rows } = await copy.query<{ up: boolean | null }>(
        'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as up',
        [now.rows[0]?.lsn],
      )
      if (rows[0]?.up === true) return true
    }
    return false
  }

  return {
    async ask(claims, statement) {
      if (performance.now() < leftAloneUntil) return null
      try {
        const answer =
          (await isOfPrimary()) && (await hasCaughtUp()) ? await asRole(copy, claims, statement) : null
        isAway = false
        return answer
      } catch (error) {
        // What is refused is the database's to refuse, also because it may have changed since.
        if (!isDatabaseAway(error)) return null
        leftAloneUntil = performance.now() + LEFT_ALONE_FOR_MS
        if (!isAway)
          printFailure('replica_away', { message: 'La copia de DATABASE_REPLICA_URL no responde' }, error)
        isAway = true
        return null
      }
    },
  }
}
