import { type AuthResult, authResult, type FailedResult, failedResult } from './answers.ts'
import { type NewFactor, remoteAccount, renewSession } from './remote.ts'
import { setPasswordDue, storedSession } from './stored-session.ts'

// What a carer does with the account itself. All of it needs the network: nothing here is kept for later.

/** Answers alike for known and unknown addresses; the mail comes only to a known one. */
export async function askForPasswordLink(email: string): Promise<AuthResult> {
  return authResult(await remoteAccount.sendRecovery(email))
}

/** Ends the account's other sessions, as the server sees fit, and whatever asked for a new password. */
export async function changePassword(password: string): Promise<AuthResult> {
  const result = authResult(await remoteAccount.update({ password }))
  // The account may have had this password already: then it is one the carer knows, and that was the point.
  const isDone = result.kind === 'ok' || result.code === 'same_password'
  const session = storedSession()
  if (isDone && session !== null) setPasswordDue(null, session.userId)
  return result
}

/** Nothing changes until the mails to the old and the new address are confirmed. */
export async function changeEmail(email: string): Promise<AuthResult> {
  return authResult(await remoteAccount.update({ email }))
}

export async function endOtherSessions(): Promise<AuthResult> {
  return authResult(await remoteAccount.endOtherSessions())
}

/** A new factor counts once a code of it was given. */
export async function beginSecondFactor(): Promise<{ kind: 'ok'; factor: NewFactor } | FailedResult> {
  const { factor, failure } = await remoteAccount.enrolFactor()
  return failure === null ? { kind: 'ok', factor } : failedResult(failure)
}

/** Raises this session; the server ends those that did not give the second factor. */
export async function giveSecondFactor(factorId: string, code: string): Promise<AuthResult> {
  return authResult(await remoteAccount.verifyFactor(factorId, code))
}

export async function endSecondFactor(factorId: string): Promise<AuthResult> {
  const result = authResult(await remoteAccount.dropFactor(factorId))
  // The stored session learns that there is none any more.
  if (result.kind === 'ok') await renewSession()
  return result
}

/** How else one may sign in here: names of providers, and whether organisations have a sign-in of their own. */
export interface SignInMethods {
  providers: readonly string[]
  organisations: boolean
}

/** None when the server doesn't answer: email and password are always there. */
export async function signInMethods(): Promise<SignInMethods> {
  return remoteAccount.readMethods()
}

/** Leaves the page for the provider's. */
export async function signInWithProvider(provider: string): Promise<AuthResult> {
  return authResult(await remoteAccount.signInWithProvider(provider))
}

/** Leaves the page for that of the organisation the address belongs to. */
export async function signInWithOrganisation(email: string): Promise<AuthResult> {
  return authResult(await remoteAccount.signInWithOrganisation(email))
}
