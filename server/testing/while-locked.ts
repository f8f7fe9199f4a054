import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

type Step = (holder: pg.PoolClient) => Promise<unknown>

interface Meeting<T> {
  /** Takes the locks, in a transaction that is open until the end. */
  hold: Step
  /** Sends what has to wait for them. */
  send: () => Promise<T>
  /** Goes on in the same transaction once that waits, before it is committed. */
  change?: Step
}

/**
 * Lets a request meet a transaction that holds what it needs, and returns its answer. Throws as soon as it ends without
 * having waited, or because it has waited for too long: no limit of our own is left for a slow machine to miss.
 */
export async function whileLocked<T>(pool: pg.Pool, { hold, send, change }: Meeting<T>): Promise<T> {
  const holder = await pool.connect()
  let sent: Promise<T>
  try {
    await holder.query('begin')
    await hold(holder)
    let isOver = false
    sent = send().finally(() => {
      isOver = true
    })
    sent.catch(() => undefined)
    await untilWaitedFor(holder, () => isOver)
    await change?.(holder)
    await holder.query('commit')
  } finally {
    // Closed, so that after a failure neither its locks nor its transaction keep anybody.
    holder.release(true)
  }
  return sent
}

/** Resolves once somebody waits for a lock that this connection holds. */
export async function untilWaitedFor(holder: pg.ClientBase, isOver = () => false): Promise<void> {
  while (!(await isWaitedFor(holder))) {
    if (isOver()) throw new Error('The request has ended before it was seen to wait for the lock.')
    await sleep(10)
  }
}

/** How many statements of this database wait for a lock. */
export async function countWaiting(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

/** Others may wait for other locks at the same time. `pg_locks` is read anew each time, also in a transaction. */
async function isWaitedFor(holder: pg.ClientBase): Promise<boolean> {
  const found = await holder.query(
    'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
  )
  return found.rowCount !== 0
}
