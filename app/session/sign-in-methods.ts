import { type AuthResult, authResult } from '../wire/failures.ts'
import { readMethods, sendRecovery, verifyMailedCode } from './remote-auth.ts'
import { goToOrganisation, goToProvider } from './remote-provider.ts'
import { setPasswordDue, storedSession } from './stored-session.ts'

/** The ways to sign in beside the password: names of providers, and whether there is single sign-on (SAML). */
export interface SignInMethods {
  providers: readonly string[]
  organisations: boolean
}

/** Asks the server for its other ways to sign in; none when it doesn't answer. */
export async function signInMethods(): Promise<SignInMethods> {
  return readMethods()
}

/** Leaves the app for the provider's page. */
export async function signInWithProvider(provider: string): Promise<AuthResult> {
  return authResult(await goToProvider(provider))
}

/** Leaves the app for the sign-in page of the organisation that the address belongs to. */
export async function signInWithOrganisation(email: string): Promise<AuthResult> {
  return authResult(await goToOrganisation(email))
}

/** Asks for a mail to choose a new password by. Only a known address gets one; the answer is the same for others. */
export async function askForPasswordLink(email: string): Promise<AuthResult> {
  return authResult(await sendRecovery(email))
}

/**
 * Signs in with the code of a recovery's or an invitation's mail, or proves it is the account that is signed in. A new
 * password is asked for next.
 */
export async function enterByCode(email: string, code: string): Promise<AuthResult> {
  const address = email.toLowerCase()
  const isIn = storedSession() !== null
  // Signed out, the password is asked for before there is a session, so that the app doesn't show for a moment. Where
  // the app shows already, it stays until the server has taken the code.
  if (!isIn) setPasswordDue('recovery', address)
  const result = authResult((await verifyMailedCode(email, code, 'email')).failure)
  if (!isIn && result.kind === 'failed') setPasswordDue(null)
  if (isIn && result.kind === 'ok') setPasswordDue('recovery', address)
  return result
}
