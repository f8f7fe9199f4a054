import { accountExists, leaveDeletedAccount } from '../leaving/account-end.ts'
import { isSoonRenewed, NO_SESSION, verifyMailedCode } from '../session/remote-auth.ts'
import { resendMail } from '../session/remote-link.ts'
import { sessionState, setPasswordDue, storedSession } from '../session/stored-session.ts'
import {
  type AuthResult,
  authResult,
  type FailedResult,
  type Failure,
  failedResult,
  mayBeDone,
} from '../wire/failures.ts'
import * as remote from './remote-account.ts'

// What a carer does with the account itself. All of it needs the network: nothing of it waits in the outbox.

function failedChange(failure: Failure): FailedResult {
  return { ...failedResult(failure), ...(mayBeDone(failure) && { mayBeDone: true }) }
}

function changeResult(failure: Failure | null): AuthResult {
  return failure === null ? { kind: 'ok' } : failedChange(failure)
}

/** What the server may ask for before it takes a new password; '' where it hasn't asked. */
interface PasswordProof {
  current: string
  /** The code in the mail that `mailPasswordCode` sends. */
  code: string
}

/** What is said of a proof that has served: the password isn't that of before any more, and the code is spent. */
const SPENT_PROOF = new Set<string | null>(['current_password_invalid', 'reauthentication_not_valid'])

/** The password that was chosen last, and of which account, where nobody has heard the answer. */
let unheard: { of: string; password: string } | null = null

/** Changes the password. The server may end the account's other sessions; a new password is no longer asked for. */
export async function changePassword(
  password: string,
  { current, code }: PasswordProof,
): Promise<AuthResult> {
  const proof = { ...(current && { current_password: current }), ...(code && { nonce: code }) }
  const own = storedSession()
  if (own === null) return failedResult(NO_SESSION)
  const { userId: of, email } = own
  const result = changeResult(await remote.updateUser({ password, ...proof }))
  const isDue = sessionState().kind === 'new-password'
  const isRepeat = unheard?.of === of && unheard.password === password
  const mayBeSame = isRepeat && result.kind === 'failed' && SPENT_PROOF.has(result.code)
  const isSaid = result.kind === 'failed' && result.code === 'same_password'
  const isSame = mayBeSame ? await remote.isPasswordOf(of, email, password) : isSaid
  // A session that is renewed tells whether it is still the one that somebody else chose.
  const isOpen = isSame === true && isRepeat && own.isPasswordGiven && !(await isSoonRenewed())
  if (isSame === null || (isOpen && !isDue))
    return { kind: 'failed', code: 'network', message: '', mayBeDone: true }
  // A carer who forgot the password and chooses the old one knows it now, so there is nothing left to change. Nor is
  // there where a try has changed it whose answer got lost.
  const renewed = storedSession()
  const isSaved = isRepeat && renewed?.userId === of && !renewed.isPasswordGiven
  const isKnown = isSame && (isDue || isSaved)
  if (result.kind === 'failed' && !isKnown) {
    if (result.mayBeDone) unheard = { of, password }
    return result
  }
  unheard = null
  setPasswordDue(null)
  return { kind: 'ok' }
}

export async function mailPasswordCode(): Promise<AuthResult> {
  return authResult(await remote.mailCode())
}

/** Asks for a new address. Nothing changes until the mails to the old and the new one are confirmed. */
export async function changeEmail(email: string): Promise<AuthResult> {
  return changeResult(await remote.updateUser({ email }))
}

/** Sends both mails of an address change once more, with new codes. */
export async function resendEmailChangeMails(email: string): Promise<AuthResult> {
  return authResult(await resendMail('email_change', email))
}

/** Withdraws a change of address that isn't confirmed yet. A server that can't is answered as 'not_withdrawn'. */
export async function withdrawEmailChange(email: string): Promise<AuthResult> {
  const result = changeResult(await remote.updateUser({ email }))
  if (result.kind === 'failed' || storedSession()?.newEmail === null) return result
  return { kind: 'failed', code: 'not_withdrawn', message: '' }
}

/**
 * Confirms a change of address with the code of either of its two mails: the first is noted ('half'), the second makes
 * the change. Both addresses got a mail, so the code is tried with each.
 */
export async function confirmEmailChange(
  { email, newEmail }: { email: string; newEmail: string },
  code: string,
): Promise<AuthResult | { kind: 'half' }> {
  let failed: FailedResult = { kind: 'failed', code: 'otp_expired', message: '' }
  for (const address of [newEmail, email]) {
    const answer = await verifyMailedCode(address, code, 'email_change')
    if (answer.failure === null) return { kind: answer.isDone ? 'ok' : 'half' }
    failed = failedChange(answer.failure)
    if (failed.code !== 'otp_expired') return failed
  }
  // The code may be spent, by a confirmation whose answer got lost: the renewed session knows the account's address.
  const isHeard = await isSoonRenewed()
  if (storedSession()?.email === newEmail) return { kind: 'ok' }
  return isHeard ? failed : { ...failed, mayBeDone: true }
}

export async function endOtherSessions(): Promise<AuthResult> {
  return changeResult(await remote.endOtherSessions())
}

/** Where the account is signed in, the latest used first. */
export async function listSessions(): Promise<{ kind: 'ok'; sessions: remote.OpenSession[] } | FailedResult> {
  const { sessions, failure } = await remote.listSessions()
  return failure === null ? { kind: 'ok', sessions } : failedResult(failure)
}

export async function endSession(id: string): Promise<AuthResult> {
  return changeResult(await remote.endSession(id))
}

/** Makes a second factor. It counts once `giveSecondFactor` has been called with a code of it. */
export async function beginSecondFactor(): Promise<{ kind: 'ok'; factor: remote.NewFactor } | FailedResult> {
  const { factor, failure } = await remote.enrolFactor()
  return failure === null ? { kind: 'ok', factor } : failedResult(failure)
}

/**
 * Proves the second factor in this session; the server ends the sessions that haven't. A recovery code is spent. Where
 * the answer got lost, the tokens of before bring those of the raised session, but for some seconds only.
 */
export async function giveSecondFactor(
  factorId: string,
  code: string,
  isRecovery = false,
): Promise<AuthResult> {
  const failure = await remote.proveFactor(factorId, { code, isRecovery })
  if (failure === null || !mayBeDone(failure) || !navigator.onLine) return changeResult(failure)
  await isSoonRenewed()
  const renewed = storedSession()
  const isGiven = renewed?.factorId === factorId && renewed.isSecondFactorGiven
  return isGiven ? { kind: 'ok' } : failedChange(failure)
}

/** Ten codes that stand in for the factor's, told this once; those from before are none any more. */
export async function makeRecoveryCodes(): Promise<{ kind: 'ok'; codes: string[] } | FailedResult> {
  const { codes, failure } = await remote.makeRecoveryCodes()
  return failure === null ? { kind: 'ok', codes } : failedChange(failure)
}

export async function endSecondFactor(factorId: string): Promise<AuthResult> {
  const result = changeResult(await remote.dropFactor(factorId))
  // It is gone by a try whose answer got lost, or by another phone.
  const isGone = result.kind === 'failed' && result.code === 'mfa_factor_not_found'
  if (result.kind === 'failed' && !isGone) return result
  // The stored session learns with the renewal that there is no second factor any more, be it later.
  await isSoonRenewed()
  return { kind: 'ok' }
}

/**
 * Deletes the account with everything in it, and this phone's replica with its unsent changes: the caller has asked the
 * carer. When it fails, nothing has changed, unless the code is 'unanswered': then the account may be gone or not.
 * @param proof of the second factor; its code is '' for an account without one.
 */
export async function deleteAccount(password: string, proof: remote.FactorCode): Promise<AuthResult> {
  const session = storedSession()
  if (session === null) return failedResult(NO_SESSION)
  const { userId, email, factorId } = session
  const factor = factorId === null ? null : { ...proof, id: factorId }
  const outcome = await remote.deleteAccount(userId, { email, password, factor })
  if (outcome !== null && !('unanswered' in outcome)) return failedResult(outcome)
  if (outcome !== null) {
    const exists = await accountExists(userId)
    if (exists === null) return { kind: 'failed', code: 'unanswered', message: '' }
    // What came on the way may be a whole page, and is never in the carer's words.
    if (exists) return failedResult({ ...outcome.unanswered, message: '' })
  }
  await leaveDeletedAccount(userId)
  return { kind: 'ok' }
}
