import { type AuthResult, authResult } from './answers.ts'
import { goToOrganisation, goToProvider, readMethods, sendRecovery } from './remote.ts'

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
