import { accountExists, leaveDeletedAccount } from './account-end.ts'
import { type AuthResult, authResult, type FailedResult, failedResult } from './answers.ts'
import * as remote from './remote-account.ts'
import { renewSession } from './remote-auth.ts'
import { sessionState, setPasswordDue, storedSession } from './stored-session.ts'

// What a carer does with the account itself. All of it needs the network: nothing here is kept for later.

/** What the server may want to know before it takes a new password; '' where it hasn't asked. */
interface PasswordProof {
  current: string
  /** Of the mail that `mailPasswordCode` sends. */
  code: string
}

/** Ends the account's other sessions, as the server sees fit, and whatever asked for a new password. */
export async function changePassword(
  password: string,
  { current, code }: PasswordProof,
): Promise<AuthResult> {
  const proof = { ...(current && { current_password: current }), ...(code && { nonce: code }) }
  const result = authResult(await remote.updateUser({ password, ...proof }))
  const isDue = sessionState().kind === 'new-password'
  // The account had it already, so the carer knows it: that was the point.
  const isKnown = isDue && result.kind === 'failed' && result.code === 'same_password'
  if (result.kind === 'failed' && !isKnown) return result
  setPasswordDue(null)
  return { kind: 'ok' }
}

export async function mailPasswordCode(): Promise<AuthResult> {
  return authResult(await remote.mailCode())
}

/** Nothing changes until the mails to the old and the new address are confirmed. */
export async function changeEmail(email: string): Promise<AuthResult> {
  return authResult(await remote.updateUser({ email }))
}

export async function endOtherSessions(): Promise<AuthResult> {
  return authResult(await remote.endOtherSessions())
}

/** A new factor counts once a code of it was given. */
export async function beginSecondFactor(): Promise<{ kind: 'ok'; factor: remote.NewFactor } | FailedResult> {
  const { factor, failure } = await remote.enrolFactor()
  return failure === null ? { kind: 'ok', factor } : failedResult(failure)
}

/** Raises this session; the server ends those that did not give the second factor. */
export async function giveSecondFactor(factorId: string, code: string): Promise<AuthResult> {
  return authResult(await remote.verifyFactor(factorId, code))
}

export async function endSecondFactor(factorId: string): Promise<AuthResult> {
  const result = authResult(await remote.dropFactor(factorId))
  // The stored session learns that there is none any more.
  if (result.kind === 'ok') await renewSession()
  return result
}

/**
 * Deletes the account with everything in it, and what this phone keeps of it, unsent changes too: the caller has asked.
 * When it fails, nothing has changed; unless with the code 'unanswered': then nobody knows yet.
 * @param code of the second factor, where the account has one.
 */
export async function deleteAccount(password: string, code: string): Promise<AuthResult> {
  const session = storedSession()
  if (session === null) return { kind: 'failed', code: 'session_not_found', message: '' }
  const { userId, email, factorId } = session
  const factor = factorId === null ? null : { id: factorId, code }
  const outcome = await remote.deleteAccount(userId, { email, password, factor })
  if (outcome !== null && outcome !== 'unanswered') return failedResult(outcome)
  // An answer that was lost may have been a yes.
  const exists = outcome === null ? false : await accountExists(userId)
  if (exists !== false) return { kind: 'failed', code: exists ? 'network' : 'unanswered', message: '' }
  await leaveDeletedAccount(userId)
  return { kind: 'ok' }
}
