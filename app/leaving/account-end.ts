import { isBeingWiped } from '../local/local-db.ts'
import { isLeaving } from '../session/leaving-note.ts'
import { backUpToDisk } from '../session/session-backup.ts'
import {
  authStorage,
  forgetEndedSession,
  SESSION_KEY,
  storedSession,
  subscribeSession,
} from '../session/stored-session.ts'
import { callFunction } from '../sync/remote.ts'
import { showToast } from '../ui/overlays/toasts.ts'
import { deleteAccount } from '../words/account.es.ts'
import { wipeDiaries } from './all-diaries.ts'
import { isSignedIn, leaveOnlyUnsent, wasOrdered } from './ended-by-others.ts'

const gone = new Set<string>()

const ACCOUNT_GONE_MS = 20_000

/** Takes everything of an account that is known to be deleted off the phone, its session too, and says so. */
export async function leaveDeletedAccount(userId: string): Promise<void> {
  if (gone.has(userId)) return
  gone.add(userId)
  const wiped = wipeDiaries(userId)
  if (isSignedIn(userId)) authStorage.removeItem(SESSION_KEY)
  forgetEndedSession()
  // If the phone refuses to wipe, it is tried again before any user's database is opened.
  await Promise.allSettled([wiped, backUpToDisk(SESSION_KEY)])
  showToast({ ...deleteAccount.gone, durationMs: ACCOUNT_GONE_MS })
}

/** Asks the server whether an account exists; null: it couldn't say. */
export async function accountExists(userId: string): Promise<boolean | null> {
  const { data } = await callFunction('account_exists', { account_id: userId })
  return typeof data === 'boolean' ? data : null
}

/**
 * Marks, in localStorage, an account whose session ended and of which this phone couldn't ask yet whether it is gone:
 * the page may be closed first, or the network be away. The value is 'ordered' while its diary is still to be wiped.
 */
const END_MARK = 'nana-ended:'

/**
 * From now on, whenever a session ends, asks whether its account was deleted: of such a one nothing may stay. If only
 * the session ended, what was waiting stays and is sent after signing in again; the rest goes when somebody ended it.
 * Returns what ends the watch.
 */
export function watchAccountEnd(): () => void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(END_MARK)) void leaveEnded(key.slice(END_MARK.length))
  }
  let userId = storedSession()?.userId ?? null
  return subscribeSession(() => {
    const before = userId
    userId = storedSession()?.userId ?? null
    // What an earlier end had ordered is over: a later one has its own reason.
    if (userId !== null && userId !== before) localStorage.removeItem(END_MARK + userId)
    if (before === null || userId === before || isLeaving() || isBeingWiped(before)) return
    // Another tab may have marked it already, and this one not have heard yet why the session ended.
    if (wasOrdered()) localStorage.setItem(END_MARK + before, 'ordered')
    else if (localStorage.getItem(END_MARK + before) === null) localStorage.setItem(END_MARK + before, '')
    void leaveEnded(before)
  })
}

/** Has the next page take off the phone what this one couldn't, of an account whose carer has left it. */
export function leaveAtNextStart(userId: string): void {
  localStorage.setItem(END_MARK + userId, 'ordered')
}

async function leaveEnded(userId: string): Promise<void> {
  const mark = END_MARK + userId
  const isOrdered = () => localStorage.getItem(mark) === 'ordered'
  // Who has signed in again has the diary back anyway.
  if (isOrdered() && (isSignedIn(userId) || (await leaveOnlyUnsent(userId)))) localStorage.setItem(mark, '')
  const exists = await accountExists(userId)
  if (exists === false) await leaveDeletedAccount(userId)
  // The phone may have refused to wipe, or another tab has learnt meanwhile that it has to be done.
  if (exists === false || (exists && !isOrdered())) localStorage.removeItem(mark)
}
