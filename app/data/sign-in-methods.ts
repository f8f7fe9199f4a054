import { type AuthResult, authResult } from './answers.ts'
import {
  goToOrganisation,
  goToProvider,
  readMethods,
  sendRecovery,
  verifyRecoveryCode,
} from './remote-auth.ts'
import { setPasswordDue } from './stored-session.ts'

/** How else one may sign in here: names of providers, and whether organisations have a sign-in of their own. */
export interface SignInMethods {
  providers: readonly string[]
  organisations: boolean
}

/** None when the server doesn't answer: email and password are always there. */
export async function signInMethods(): Promise<SignInMethods> {
  return readMethods()
}

/** Leaves the page for the provider's. */
export async function signInWithProvider(provider: string): Promise<AuthResult> {
  return authResult(await goToProvider(provider))
}

/** Leaves the page for that of the organisation the address belongs to. */
export async function signInWithOrganisation(email: string): Promise<AuthResult> {
  return authResult(await goToOrganisation(email))
}

/** Answers alike for known and unknown addresses; the mail comes only to a known one. */
export async function askForPasswordLink(email: string): Promise<AuthResult> {
  return authResult(await sendRecovery(email))
}

/** With the code of that mail instead of its link; a new password is asked for next. */
export async function enterByRecoveryCode(email: string, code: string): Promise<AuthResult> {
  // Known before the session is, so that the app isn't seen for a moment.
  setPasswordDue('recovery', email.toLowerCase())
  const result = authResult(await verifyRecoveryCode(email, code))
  if (result.kind === 'failed') setPasswordDue(null)
  return result
}
