import type { Pool, PoolClient } from 'pg'

/** Runs `work` beside an open transaction of an account's, which it ends when it likes. */
export async function inTransactionOf(
  pool: Pool,
  account: string,
  work: (open: PoolClient) => Promise<void>,
): Promise<void> {
  const open = await pool.connect()
  try {
    await open.query('begin')
    await open.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true),
         set_config('lock_timeout', '4s', true)`,
      [JSON.stringify({ role: 'authenticated', sub: account })],
    )
    await work(open)
  } finally {
    open.release(true)
  }
}

/** Resolves when `count` statements of this database wait for a lock. Throws when they don't come to that. */
export async function waiting(pool: Pool, count: number): Promise<void> {
  const sql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const deadline = performance.now() + 4_000
  while ((await pool.query(sql)).rowCount !== count) {
    if (performance.now() > deadline) throw new Error(`no ${count} statements wait`)
  }
}
