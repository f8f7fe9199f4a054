import { keepUntold } from '../family/support-key.ts'
import { rememberUnsentLeft, storedSession, whyEndedSession } from '../session/stored-session.ts'
import { keepOnlyUnsentOf, wipeDiaries } from './all-diaries.ts'

/**
 * The ends that somebody ordered, as the server names them, and perhaps because this phone is lost. A session that ran
 * out, an account that was disabled, a refusal without a reason and a server that fails are none: they leave all here.
 */
const ORDERED = new Set(['signed_out', 'password_changed', 'password_reset', 'second_factor'])

/** Whether the session that ended last was ended by somebody's order. */
export function wasOrdered(): boolean {
  return ORDERED.has(whyEndedSession() ?? '')
}

/** Whether that account is signed in on this phone, by now: another tab may have seen to it. */
export function isSignedIn(userId: string): boolean {
  return storedSession()?.userId === userId
}

/**
 * Takes the diary of a session that was ended from elsewhere off this phone. What nobody else has stays until the same
 * account signs in again or somebody here drops it. Resolves to false when the phone refused.
 */
export async function leaveOnlyUnsent(userId: string): Promise<boolean> {
  try {
    const { hadDiary, unsent } = await keepOnlyUnsentOf(userId, () => !isSignedIn(userId))
    const untold = isSignedIn(userId) ? 0 : keepUntold(userId)
    const isTaken = hadDiary || untold > 0
    if (isTaken && !isSignedIn(userId)) rememberUnsentLeft({ userId, unsent: unsent + untold })
    return true
  } catch (reason) {
    console.warn(reason)
    return false
  }
}

/** Drops what an ended session had left unsent. Rejects when the phone refuses: it is tried again at the next start. */
export async function dropUnsent(userId: string): Promise<void> {
  // Another tab may have signed in again, and sends it.
  if (isSignedIn(userId)) return
  await wipeDiaries(userId, () => !isSignedIn(userId))
  rememberUnsentLeft({ userId, unsent: 0 })
}
