import {
  auth,
  failure,
  failureOf,
  home,
  NO_SESSION,
  storeSession,
  temporaryAuth,
} from '../session/remote-auth.ts'
import { storedSession } from '../session/stored-session.ts'
import {
  type AuthResult,
  authResult,
  type FailedResult,
  type Failure,
  failedResult,
} from '../wire/failures.ts'
import { type FactorCode, proveFactor } from './remote-account.ts'

// What gives an account away wants a sign-in of just now (decision 031). It is made beside the phone's own session and
// takes its place once it is whole: neither the login nor the screen of the code shows in between.

/** The server wants a sign-in of just now for what it was asked. */
export function wantsSignIn(result: AuthResult | { kind: string }): boolean {
  return 'code' in result && result.code === 'reauthentication_needed'
}

/** What proves who somebody is: the password, or the code of the mail that `mailSignInCode` sends. */
export type SignInProof = { password: string } | { mailedCode: string }

export interface SignInAgain {
  /** The account has a second factor, whose code `complete` wants. */
  asksCode: boolean
  /** Puts the new session in place of the phone's own, which is closed. After a failure it may be tried again. */
  complete(proof: FactorCode): Promise<AuthResult>
  /** Closes the new session. */
  abandon(): void
}

/** Mails a code to the account's address, for those who have no password or don't know it. */
export async function mailSignInCode(): Promise<AuthResult> {
  const email = storedSession()?.email ?? ''
  const options = { shouldCreateUser: false, emailRedirectTo: home() }
  return authResult(failureOf(await auth().signInWithOtp({ email, options })))
}

export async function beginSignInAgain(
  proof: SignInProof,
): Promise<{ kind: 'ok'; again: SignInAgain } | FailedResult> {
  const before = storedSession()
  if (before === null) return failedResult(NO_SESSION)
  const { email, userId } = before
  const beside = temporaryAuth()
  const { data, error } =
    'password' in proof
      ? await beside.signInWithPassword({ email, password: proof.password })
      : await beside.verifyOtp({ email, token: proof.mailedCode, type: 'email' })
  if (error !== null) return failedResult(failure(error))
  const abandon = () => void beside.signOut({ scope: 'local' })
  if (data.user?.id !== userId) {
    abandon()
    return failedResult(OTHER_ACCOUNT)
  }
  let missing = data.user.factors?.find(
    ({ factor_type, status }) => factor_type === 'totp' && status === 'verified',
  )

  const complete = async (proof: FactorCode): Promise<AuthResult> => {
    if (missing !== undefined) {
      const refused = await proveFactor(missing.id, proof, beside)
      if (refused !== null) return failedResult(refused)
      missing = undefined
    }
    const { data: made, error: unrenewed } = await beside.getSession()
    if (unrenewed !== null) return failedResult(failure(unrenewed))
    // The one of before may have ended meanwhile, or been left, in another tab.
    const own = storedSession() ?? before
    if (made.session === null || own.userId !== userId) return failedResult(NO_SESSION)
    return authResult(await storeSession(own, made.session))
  }

  return { kind: 'ok', again: { asksCode: missing !== undefined, complete, abandon } }
}

/** The failure when the address belongs to another account by now. */
const OTHER_ACCOUNT: Failure = { status: 400, code: 'invalid_credentials', message: '' }
