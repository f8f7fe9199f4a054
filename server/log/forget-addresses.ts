import type pg from 'pg'

/** The security log forgets its addresses after as many days by itself. */
const KEPT_DAYS = 30

/**
 * Takes the callers' addresses out of what else holds them once they are older than thirty days: sessions that weren't
 * used since, and questions for a second factor. A session stays as it is otherwise; its next use notes where it is.
 */
export async function forgetAddresses(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query(
    // One that is being used or ended isn't waited for: the next round finds it.
    `update auth.sessions set ip = null where id in (
       select id from auth.sessions
        where ip is not null
          and coalesce(refreshed_at at time zone 'utc', created_at) < now() - make_interval(days => $1)
        for update skip locked)`,
    [KEPT_DAYS],
  )
  await pool.query(
    `update auth.mfa_challenges set ip_address = null
      where ip_address is not null and created_at < now() - make_interval(days => $1)`,
    [KEPT_DAYS],
  )
}
