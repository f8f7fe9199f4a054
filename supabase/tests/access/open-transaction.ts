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
