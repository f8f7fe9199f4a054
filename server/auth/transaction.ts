import type pg from 'pg'
import type { Queryable } from './users.ts'

/** How long a request waits for others that change the same account or session. */
const BEGIN = `begin; set local lock_timeout = '5s'`

/** Runs `work` in one transaction. What it returns is committed; only what it throws is rolled back. */
export async function transaction<T>(pool: pg.Pool, work: (db: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    await client.query(BEGIN)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    // A connection that can't even roll back is thrown away instead of handed to the next request.
    broken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    throw error
  } finally {
    client.release(broken)
  }
}
