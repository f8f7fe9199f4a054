import { forgetUser } from './forget-user.ts'
import { isBeingWiped } from './local-db.ts'
import { callFunction } from './remote.ts'
import { storedSession, subscribeSession } from './stored-session.ts'

const gone = new Set<string>()
const listeners = new Set<() => void>()

/** Calls back when the account of this phone turns out to be deleted, here or elsewhere, and nothing of it is left. */
export function onAccountGone(listener: () => void): void {
  listeners.add(listener)
}

/** For an account that is known to be deleted. */
export async function leaveDeletedAccount(userId: string): Promise<void> {
  if (gone.has(userId)) return
  gone.add(userId)
  await forgetUser(userId)
  for (const listener of listeners) listener()
}

/** Null: the server couldn't say. */
export async function accountExists(userId: string): Promise<boolean | null> {
  const { data } = await callFunction('account_exists', { account_id: userId })
  return typeof data === 'boolean' ? data : null
}

/** Names an account whose phone hasn't asked yet whether it is gone: the page may end first, or the network be away. */
const END_MARK = 'nana-ended:'

/**
 * From now on, whenever a session ends, asks whether its account did. A session that only ended leaves the phone's
 * copy, so that signing in again sends what was waiting; of an account that is gone nothing may stay.
 */
export function watchAccountEnd(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(END_MARK)) void leaveIfDeleted(key.slice(END_MARK.length))
  }
  let userId = storedSession()?.userId ?? null
  subscribeSession(() => {
    const before = userId
    userId = storedSession()?.userId ?? null
    if (before === null || userId === before || isBeingWiped(before)) return
    localStorage.setItem(END_MARK + before, '')
    void leaveIfDeleted(before)
  })
}

async function leaveIfDeleted(userId: string): Promise<void> {
  const exists = await accountExists(userId)
  if (exists === null) return
  if (!exists) await leaveDeletedAccount(userId)
  localStorage.removeItem(END_MARK + userId)
}
