import type pg from 'pg'
import { type Repeated, repeatedly } from './repeatedly.ts'

/** How often within its time it is looked whether it is due: another process may have begun it, and ended. */
const LOOKS = 4

interface Task {
  /** The same at every process that may do it. */
  name: string
  everyMs: number
  /** What is written down when it fails. It is tried again at its next time. */
  event: string
  work: () => Promise<unknown>
}

/** Does the work once in its time, counted over all processes on the database, until it is stopped. */
export function onSchedule(pool: Pick<pg.Pool, 'query'>, { name, everyMs, event, work }: Task): Repeated {
  return repeatedly(everyMs / LOOKS, event, async () => {
    if (await isDue(pool, name, everyMs)) await work()
  })
}

/**
 * Of those who ask at once, one is told yes. What seems to have begun a whole time from now was begun by a clock that
 * was ahead and has been set back: it would wait for as long.
 */
async function isDue(pool: Pick<pg.Pool, 'query'>, name: string, everyMs: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into nana.schedules as s (name, begun_at) values ($1, now())
     on conflict (name) do update set begun_at = now()
       where abs(extract(epoch from now() - s.begun_at)) * 1000 >= $2::float8`,
    [name, everyMs],
  )
  return rowCount !== 0
}
