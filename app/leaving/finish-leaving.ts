import { inOneTab } from '../device/turns/in-one-tab.ts'
import { realTimers } from '../device/turns/timers.ts'
import { forgetSupport, keepUntold } from '../family/support-key.ts'
import { wipeLocalDb } from '../local/local-db.ts'
import { type LeavingNote, leavingNote, leavingText } from '../session/leaving-note.ts'
import { dropLeftSession, withdrawLeaving } from '../session/left-session.ts'
import { revokeSession } from '../session/remote-auth.ts'
import { keptSession, rememberUnsentLeft } from '../session/stored-session.ts'
import { isUnreachable } from '../wire/failures.ts'
import { leaveAtNextStart } from './account-end.ts'
import { keepOnlyUnsentOf, wipeDiaries } from './all-diaries.ts'

export type SignOutResult = { kind: 'ok' } | { kind: 'failed'; message: string }

/** Statuses that say that the server doesn't know the session, so there is nothing left to end there. */
const ALREADY_OVER = new Set([401, 403, 404])

/**
 * Finishes a sign-out that was noted, here, in another tab or before the page was closed: ends the session at the
 * server, offline too, and wipes the user's replica. It fails only when the server answers that it couldn't end the
 * session, and then nothing has changed. One tab does it at a time, and the others find it done.
 */
export function finishLeaving(): Promise<SignOutResult> {
  const locks = navigator.locks as LockManager | undefined
  return inOneTab('nana-leaving', leave, { locks, timers: realTimers })
}

/**
 * After each wait the note is looked at again: another tab may have done all of it while this one slept, and somebody
 * may have signed in since, whose diary must stay.
 */
async function leave(): Promise<SignOutResult> {
  const note = leavingNote()
  if (note === null) return { kind: 'ok' }
  const isDue = () => isStillNoted(note)
  const failed = await revoke(note)
  if (!isDue()) return leave()
  if (failed !== null) {
    withdrawLeaving()
    return { kind: 'failed', message: failed.message }
  }
  const kept = await emptyPhone(note, isDue)
  if (!isDue()) return leave()
  if (kept === null) leaveAtNextStart(note.userId)
  dropLeftSession({ isSaid: kept !== 0 })
  if (kept !== null && kept > 0) rememberUnsentLeft({ userId: note.userId, unsent: kept })
  return { kind: 'ok' }
}

function isStillNoted(note: LeavingNote): boolean {
  const now = leavingNote()
  return now !== null && leavingText(now) === leavingText(note)
}

/** Ends the session at the server. Resolves to what the server says when it couldn't; its silence is no refusal. */
async function revoke({ sessionId }: LeavingNote) {
  const session = keptSession()
  if (session === null || session.sessionId !== sessionId) return null
  const failed = await revokeSession(session)
  return failed === null || isUnreachable(failed) || ALREADY_OVER.has(failed.status) ? null : failed
}

/**
 * Takes the data off the phone, for as long as that is due. Resolves to how many changes stay for the next sign-in, of
 * those that only this phone has; null: the phone refused, and all that was to stay does, as one transaction decides.
 */
async function emptyPhone({ userId, givenUp }: LeavingNote, isDue: () => boolean): Promise<number | null> {
  try {
    // The wipe leaves its mark in this turn, so that the others are told apart without it.
    const wipe = givenUp === null ? [] : wipeLocalDb(givenUp)
    const [unsentThere, { unsent }] = await Promise.all([wipe, keepOnlyUnsentOf(userId, isDue)])
    if (!isDue()) return null
    // The untold answers to proposals are about that plan.
    const isPlanGivenUp = givenUp === userId && unsentThere.some(({ table }) => table === 'sleep_plans')
    if (isPlanGivenUp) forgetSupport(userId)
    const kept = unsent + keepUntold(userId)
    if (kept === 0) await wipeDiaries(userId, isDue)
    return kept
  } catch (reason) {
    console.warn(reason)
    return null
  }
}
