import type pg from 'pg'
import { keepErased } from '../administration/erased-accounts.ts'
import type { ChangeFeed } from '../events/change-feed.ts'
import { printFailure } from '../log/lines.ts'

/**
 * Brings the list beside the database up to date, now and whenever an account was deleted, until `stop` is called. What
 * a stop leaves out is done at the next start.
 */
export async function followErased(
  pool: pg.Pool,
  feed: Pick<ChangeFeed, 'onLeaving'>,
  dataDir: string,
): Promise<{ stop: () => void }> {
  let isStopped = false
  const said = { message: 'No se ha podido apuntar qué cuentas se han borrado' }
  const keep = async () => {
    if (isStopped) return
    try {
      await keepErased(pool, dataDir)
    } catch (error) {
      // Its connection was closed under it.
      if (!isStopped) printFailure('erased_accounts', said, error)
    }
  }
  // One after the other, because each writes the whole list.
  let last = keep()
  feed.onLeaving(() => {
    last = last.then(keep)
  })
  await last
  return {
    stop() {
      isStopped = true
    },
  }
}
