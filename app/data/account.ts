import { type AuthResult, authResult, type FailedResult, failedResult } from './answers.ts'
import * as remote from './remote-account.ts'
import { renewSession } from './remote-auth.ts'
import { setPasswordDue } from './stored-session.ts'

// What a carer does with the account itself. All of it needs the network: nothing here is kept for later.

/** Ends the account's other sessions, as the server sees fit, and whatever asked for a new password. */
export async function changePassword(password: string): Promise<AuthResult> {
  const result = authResult(await remote.updateUser({ password }))
  // The account may have had this password already: then it is one the carer knows, and that was the point.
  const isDone = result.kind === 'ok' || result.code === 'same_password'
  if (isDone) setPasswordDue(null)
  return result
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
