import type { Failure } from './answers.ts'
import { auth, failure, failureOf, home } from './remote-auth.ts'
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

export async function updateUser(change: { password: string } | { email: string }): Promise<Failure | null> {
  return failureOf(await auth().updateUser(change, { emailRedirectTo: home() }))
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
