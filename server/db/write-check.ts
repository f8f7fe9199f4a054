import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const ASK_AGAIN_AFTER_MS = 1_000
/** Whoever watches over a server waits for its health no longer than a few seconds. */
const ANSWER_WITHIN_MS = 3_000

/**
 * Writes into the log of changes, which has to reach the disk before the commit is answered, and into a temporary file
 * beside the tables: so many rows don't fit into so little memory. Neither leaves anything behind.
 */
const WRITE = `
  select set_config('work_mem', '64kB', true), (select count(*) from generate_series(1, 10000)),
         pg_logical_emit_message(true, 'nana', 'health'),
         current_setting('transaction_read_only') = 'off' as writable`

/**
 * Whether the database can be written. However many ask, it is tried once a second at most, and by one of them; a try
 * that isn't answered counts as a no.
 */
export function createWriteCheck(pool: pg.Pool): () => Promise<boolean> {
  let underWay: Promise<boolean> | null = null
  let last = { ready: false, at: Number.NEGATIVE_INFINITY }

  async function check(): Promise<boolean> {
    const ready = await canWrite(pool)
    last = { ready, at: performance.now() }
    underWay = null
    return ready
  }

  return async () => {
    if (underWay === null && performance.now() - last.at < ASK_AGAIN_AFTER_MS) return last.ready
    underWay ??= check()
    return Promise.race([underWay, sleep(ANSWER_WITHIN_MS, false, { ref: false })])
  }
}

async function canWrite(pool: pg.Pool): Promise<boolean> {
  return pool.query<{ writable: boolean }>(WRITE).then(
    ({ rows }) => rows[0]?.writable === true,
    () => false,
  )
}
