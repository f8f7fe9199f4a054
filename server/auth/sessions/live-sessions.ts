import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { worksForProvider } from '../accounts/provider-staff.ts'
import { isTrialOver } from '../accounts/trial.ts'
import { isUuid, type UserRow } from '../accounts/users.ts'

/**
 * How far somebody has proved who they are in a session that stands; null for one that is over. 'short' is aal1 where
 * that isn't enough: the account has a second factor, or works for the provider.
 */
export type SessionLevel = 'short' | 'aal1' | 'aal2' | null

/**
 * Knows whether the session behind an access token still stands, and at which level. The table API asks it, because it
 * would otherwise believe a token until it expires. The database is asked at most once per session and half minute, as
 * long as it can tell of sessions that end elsewhere; while it can't, it is asked each time.
 */
export interface LiveSessions {
  levelOf(sessionId: string): Promise<SessionLevel>
  /** Drops what is remembered of these sessions, which were just ended or changed, here or elsewhere. */
  forget(sessionIds: readonly string[]): void
  /** Drops everything: an account was deleted with all its sessions, and which ones those were is not known here. */
  forgetAll: () => void
}

const ASK_AGAIN_AFTER_MS = 30_000
const REMEMBERED_SESSIONS = 20_000

/**
 * @param isTold says whether the database can tell this process of sessions that end elsewhere.
 * @param onForget is told the ids that `forget` drops.
 */
export function createLiveSessions(
  pool: pg.Pool,
  isTold: () => boolean,
  onForget: (sessionIds: readonly string[]) => void,
): LiveSessions {
  // The cache measures with a monotonic clock, so setting the machine's clock back doesn't stretch the half minute.
  const answers = new LRUCache<string, Promise<SessionLevel>>({
    max: REMEMBERED_SESSIONS,
    ttl: ASK_AGAIN_AFTER_MS,
  })

  async function ask(sessionId: string): Promise<SessionLevel> {
    const found = await pool.query<
      Pick<UserRow, 'role' | 'raw_app_meta_data'> & { aal: string | null; has_factor: boolean }
    >(
      `select u.role, u.raw_app_meta_data, s.aal,
              exists (select from auth.mfa_factors where user_id = u.id and status = 'verified') as has_factor
         from auth.sessions s join auth.users u on u.id = s.user_id
        where s.id = $1 and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())`,
      [sessionId],
    )
    const [user] = found.rows
    // An administrator may shorten a trial, which then ends before the tokens that are already out.
    if (user === undefined || isTrialOver(user)) return null
    if (user.aal === 'aal2') return 'aal2'
    return user.has_factor || worksForProvider(user) ? 'short' : 'aal1'
  }

  return {
    levelOf(sessionId) {
      if (!isUuid(sessionId)) return Promise.resolve(null)
      const known = answers.get(sessionId)
      if (known !== undefined && isTold()) return known
      const level = ask(sessionId)
      answers.set(sessionId, level)
      level.catch(() => answers.delete(sessionId))
      return level
    },
    forget(sessionIds) {
      for (const id of sessionIds) answers.delete(id)
      onForget(sessionIds)
    },
    forgetAll: () => answers.clear(),
  }
}
