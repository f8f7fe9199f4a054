import { type Failure, isUnreachable } from './answers.ts'
import { callFunction } from './remote.ts'
import { auth, failure, failureOf, home, passingAuth } from './remote-auth.ts'
import { settings } from './settings.ts'

// The auth client's calls about the account itself: not part of the first load, as no sign-in needs them.

/** A second factor that waits for its first code. */
export interface NewFactor {
  id: string
  /** An SVG document. */
  qrCode: string
  /** Base32, for those who can't scan. */
  secret: string
  /** Opens the codes app of this very phone. */
  uri: string
}

/** Beside a new password, what the server may want to know for it. */
interface UserChange {
  email?: string
  password?: string
  current_password?: string
  nonce?: string
}

export async function updateUser(change: UserChange): Promise<Failure | null> {
  return failureOf(await auth().updateUser(change, { emailRedirectTo: home() }))
}

/** Mails the code that a new password may ask for. */
export async function mailCode(): Promise<Failure | null> {
  return failureOf(await auth().reauthenticate())
}

export async function endOtherSessions(): Promise<Failure | null> {
  return failureOf(await auth().signOut({ scope: 'others' }))
}

export async function enrolFactor(): Promise<
  { factor: NewFactor; failure: null } | { factor: null; failure: Failure }
> {
  // One that was begun and left would stand in the way of the next.
  const { data: listed } = await auth().mfa.listFactors()
  for (const { id, status } of listed?.all ?? []) {
    if (status === 'unverified') await auth().mfa.unenroll({ factorId: id })
  }
  const { data, error } = await auth().mfa.enroll({ factorType: 'totp', issuer: settings.brand.product })
  if (error !== null) return { factor: null, failure: failure(error) }
  // The client hands the drawing over as an address, and leaves its signs as they are.
  const qrCode = data.totp.qr_code.slice(data.totp.qr_code.indexOf('<'))
  return { factor: { id: data.id, qrCode, secret: data.totp.secret, uri: data.totp.uri }, failure: null }
}

export async function verifyFactor(factorId: string, code: string): Promise<Failure | null> {
  return failureOf(await auth().mfa.challengeAndVerify({ factorId, code }))
}

export async function dropFactor(factorId: string): Promise<Failure | null> {
  return failureOf(await auth().mfa.unenroll({ factorId }))
}

/** Who the account belongs to, told once more. */
export interface Proof {
  email: string
  password: string
  /** Where the account has a second factor. */
  factor: { id: string; code: string } | null
}

/**
 * Deletes the account with everything in it. The server wants a sign-in of just now for it: that is made beside the
 * phone's own session, which stays as it is if anything fails. 'unanswered': asked to, and nobody said whether it did.
 */
export async function deleteAccount(
  userId: string,
  { email, password, factor }: Proof,
): Promise<Failure | 'unanswered' | null> {
  const passing = passingAuth()
  const { data, error } = await passing.signInWithPassword({ email, password })
  if (error !== null) return failure(error)
  const refused = data.user.id === userId ? await proveAndDelete(passing, factor) : OTHER_ACCOUNT
  // After a deletion there is no session left to close.
  if (refused !== null) await passing.signOut({ scope: 'local' })
  return refused
}

/** The address has come to belong to another account meanwhile. */
const OTHER_ACCOUNT: Failure = { status: 400, code: 'invalid_credentials', message: '' }

async function proveAndDelete(
  passing: ReturnType<typeof passingAuth>,
  factor: Proof['factor'],
): Promise<Failure | 'unanswered' | null> {
  if (factor !== null) {
    const { error } = await passing.mfa.challengeAndVerify({ factorId: factor.id, code: factor.code })
    if (error !== null) return failure(error)
  }
  const { data } = await passing.getSession()
  const { failure: refusal } = await callFunction('delete_my_account', {
    token: data.session?.access_token ?? null,
  })
  return refusal !== null && isUnreachable(refusal) ? 'unanswered' : refusal
}
