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
/**
 * How far the log of changes has reached the disk, and of which timeline it is: the names of its files begin with it.
 * Where a copy took over, the same place in the log is of other changes than in the timeline before.
 */
const REACHED = `select w.id, pg_current_wal_flush_lsn()::text as lsn,
                        left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline from (${WHICH}) w`
/** A copy notes with its checkpoints which timeline it is in. */
const HAS_REACHED = `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn
                        and upper(lpad(to_hex(min_recovery_end_timeline), 8, '0')) = $2 as up
                       from pg_control_recovery()`

interface Reached {
  id: string
  lsn: string
  timeline: string
}

export function createReplica(primary: Pool, copy: Pool): Replica {
  let isSame: boolean | null = null
  let leftAloneUntil = 0
  let isAway = false

  /** A copy of another database would say what is true of that one. */
  async function isOfPrimary({ id }: Reached): Promise<boolean> {
    if (isSame !== null) return isSame
    const theirs = await copy.query<{ id: string }>(WHICH)
    isSame = id === theirs.rows[0]?.id
    if (!isSame) {
      const message =
        'DATABASE_REPLICA_URL no lleva a una copia de la base de datos de DATABASE_URL: no se usa.'
      printFailure('replica_of_another', { message })
    }
    return isSame
  }

  /** What is committed is in the log of changes; how far the copy has replayed that only grows. */
  async function hasCaughtUp({ lsn, timeline }: Reached): Promise<boolean> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (tries > 0) await sleep(BETWEEN_TRIES_MS)
      const { rows } = await copy.query<{ up: boolean | null }>(HAS_REACHED, [lsn, timeline])
      if (rows[0]?.up === true) return true
    }
    return false
  }

  return {
    async ask(claims, statement) {
      if (isSame === false || performance.now() < leftAloneUntil) return null
      const reached = await primary.query<Reached>(REACHED).catch(() => null)
      // A database that doesn't answer says why when it is asked for what the call wants.
      const [now] = reached?.rows ?? []
      if (now === undefined) return null
      try {
        const answer =
          (await isOfPrimary(now)) && (await hasCaughtUp(now)) ? await asRole(copy, claims, statement) : null
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
