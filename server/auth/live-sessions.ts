import type pg from 'pg'
import { setBounded } from './set-bounded.ts'
import { isTrialOver } from './trial.ts'
import { isUuid, type UserRow } from './users.ts'

/**
 * Whether the session behind an access token still stands, for the table API: it would otherwise believe the
 * token until it expires. Asked of the database at most once per session and half minute.
 */
export interface LiveSessions {
  ended(sessionId: string): Promise<boolean>
  /** Sessions this process has just ended: known at once. */
  forget(sessionIds: readonly string[]): void
  /** An account is gone with all its sessions, wherever that was done: everyone is asked for anew. */
  forgetAll: () => void
}

const ASK_AGAIN_AFTER_MS = 30_000
const REMEMBERED_SESSIONS = 20_000

/** @param onForget told which sessions this process has just ended. */
export function createLiveSessions(
  pool: pg.Pool,
  onForget: (sessionIds: readonly string[]) => void,
): LiveSessions {
  const answers = new Map<string, { askedAt: number; ended: Promise<boolean> }>()

  async function ask(sessionId: string): Promise<boolean> {
    const found = await pool.query<Pick<UserRow, 'raw_app_meta_data'>>(
      `select u.raw_app_meta_data from auth.sessions s join auth.users u on u.id = s.user_id
        where s.id = $1 and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())`,
      [sessionId],
    )
    const [user] = found.rows
    // A trial that was shortened ends before its tokens do.
    return user === undefined || isTrialOver(user)
  }

  return {
    ended(sessionId) {
      if (!isUuid(sessionId)) return Promise.resolve(true)
      const known = answers.get(sessionId)
      // Monotonic: a clock set back must not stretch the half minute.
      const now = performance.now()
      if (known !== undefined && now - known.askedAt < ASK_AGAIN_AFTER_MS) return known.ended
      const ended = ask(sessionId)
      setBounded(answers, sessionId, { askedAt: now, ended }, REMEMBERED_SESSIONS)
      ended.catch(() => answers.delete(sessionId))
      return ended
    },
    forget(sessionIds) {
      for (const id of sessionIds) answers.delete(id)
      onForget(sessionIds)
    },
    forgetAll: () => answers.clear(),
  }
}
