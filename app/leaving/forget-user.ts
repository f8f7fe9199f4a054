import { rememberConsent } from '../session/remembered-consent.ts'
import { backUpToDisk } from '../session/session-backup.ts'
import { authStorage, forgetEndedSession, SESSION_KEY, storedSession } from '../session/stored-session.ts'
import { wipeDiaries } from './all-diaries.ts'

/** Takes a user's session and data off this phone. */
export async function forgetUser(userId: string): Promise<void> {
  const wiped = wipeDiaries(userId)
  if (storedSession()?.userId === userId) authStorage.removeItem(SESSION_KEY)
  forgetEndedSession()
  rememberConsent(null)
  // If the phone refuses to wipe, it is tried again before any user's database is opened.
  await Promise.allSettled([wiped, backUpToDisk(SESSION_KEY)])
}
