import { wipeLocalDb } from './local-db.ts'
import { authStorage, forgetEndedSession, SESSION_KEY, storedSession } from './stored-session.ts'

/** Takes a user's session and data off this phone. */
export async function forgetUser(userId: string): Promise<void> {
  const wiped = wipeLocalDb(userId)
  if (storedSession()?.userId === userId) authStorage.removeItem(SESSION_KEY)
  forgetEndedSession()
  // If the phone refuses, it is tried again before anyone's copy is opened.
  await Promise.allSettled([wiped])
}
