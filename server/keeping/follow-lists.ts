import type pg from 'pg'
import { keepEnded } from '../administration/ended-accesses.ts'
import { keepErased } from '../administration/erased-accounts.ts'
import type { ChangeFeed } from '../events/change-feed.ts'
import { repeatedly } from './repeatedly.ts'

/** What couldn't be written, as on a full disk, may be some time later. */
const AGAIN_AFTER_MS = 3_600_000

/**
 * Brings the lists beside the database up to date, now, whenever an account was deleted or an access ended, and each
 * hour, until `stop` is called. What a stop leaves out is done at the next start.
 */
export async function followLists(
  pool: pg.Pool,
  feed: Pick<ChangeFeed, 'onLeaving' | 'onAccess'>,
  dataDir: string,
): Promise<{ stop: () => Promise<void> }> {
  const follow = (
    onTold: (listener: () => void) => void,
    keep: (db: pg.Pool, dataDir: string) => Promise<void>,
    event: string,
    message: string,
  ) => {
    const round = repeatedly(AGAIN_AFTER_MS, event, () => keep(pool, dataDir), message)
    onTold(() => void round.again())
    return round
  }
  const rounds = [
    follow(
      feed.onLeaving,
      keepErased,
      'erased_accounts',
      'No se ha podido apuntar qué cuentas se han borrado',
    ),
    follow(feed.onAccess, keepEnded, 'ended_accesses', 'No se ha podido apuntar qué accesos se han quitado'),
  ]
  await Promise.all(rounds.map((round) => round.again()))
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}
