import type { Failure } from './answers.ts'
import { wipeLocalDb } from './local-db.ts'
import { revokeSession, signInWithPassword } from './remote.ts'
import { authStorage, SESSION_KEY, storedSession } from './stored-session.ts'

/** `code` is the server's, or 'network' when it couldn't be reached. `message` is the server's, '' if it gave none. */
export type SignInResult = { kind: 'ok' } | { kind: 'failed'; code: string | null; message: string }
export type SignOutResult = { kind: 'ok' } | { kind: 'failed'; message: string }

/** 502 to 504 come from a gateway whose server is away. */
function isUnreachable({ status }: Failure): boolean {
  return status === 0 || (status >= 502 && status <= 504)
}

export async function signIn(email: string, password: string): Promise<SignInResult> {
  const failed = await signInWithPassword(email, password)
  if (failed !== null) {
    return { kind: 'failed', code: isUnreachable(failed) ? 'network' : failed.code, message: failed.message }
  }
  // Asked once the phone has something worth keeping. Absent where the page isn't served over HTTPS.
  void navigator.storage?.persist()
  return { kind: 'ok' }
}

/** A phone on a dead line must get out of its session all the same. */
const REVOKE_WITHIN_MS = 4_000
/** The session is gone at the server already, or was never known there. */
const ALREADY_OVER = new Set([401, 403, 404])

/**
 * Signs this phone out, offline too, and takes the baby's data off it. What wasn't sent is lost: the caller has
 * asked. Fails only when the server answers that it couldn't, and then nothing has changed.
 */
export async function signOut(): Promise<SignOutResult> {
  const session = storedSession()
  if (session === null) return { kind: 'ok' }
  const late = new Promise<null>((resolve) => setTimeout(resolve, REVOKE_WITHIN_MS, null))
  const failed = await Promise.race([revokeSession(session.accessToken), late])
  if (failed !== null && !isUnreachable(failed) && !ALREADY_OVER.has(failed.status)) {
    return { kind: 'failed', message: failed.message }
  }
  const wiped = wipeLocalDb(session.userId)
  authStorage.removeItem(SESSION_KEY)
  // If the phone refuses, it is tried again before anyone's copy is opened.
  await Promise.allSettled([wiped])
  return { kind: 'ok' }
}
