import { keptSession, SESSION_KEY, type StoredSession } from './stored-session.ts'

/** The session that this page has begun to renew last, as it was then. */
let begun: StoredSession | null = null

/** Notes that this page is about to renew its session with that token. */
export function noteRenewal(refreshToken: string): void {
  const kept = keptSession()
  if (kept?.refreshToken === refreshToken) begun = kept
}

/**
 * The answer to the renewal that this page has noted, if another tab has got one meanwhile, as it is stored; null:
 * there is none, and this page has to ask. A page may fall asleep between taking the refresh token and sending it, and
 * a token that was replaced long ago is a stolen one to the server, which then ends the session of all tabs.
 */
export function renewedElsewhere(refreshToken: string): string | null {
  const kept = keptSession()
  if (kept?.refreshToken === refreshToken) return null
  const isRenewed = begun?.refreshToken === refreshToken && begun.sessionId === kept?.sessionId
  return isRenewed ? localStorage.getItem(SESSION_KEY) : null
}
