import * as v from 'valibot'
import { settings } from '../device/settings.ts'
import { callOwnAuth, callSessions } from '../session/own-calls.ts'
import {
  auth,
  type ClientError,
  failure,
  failureOf,
  heldSession,
  NO_SESSION,
  renewSession,
  temporaryAuth,
} from '../session/remote-auth.ts'
import { inPlaceOf } from '../session/replaced-session.ts'
import { storedSession } from '../session/stored-session.ts'
import { callFunction } from '../sync/remote.ts'
import { type Failure, isRefusal, mayBeDone, unanswered } from '../wire/failures.ts'
import { changeUser, readUser, type User, type UserChange } from './own-user.ts'

// The auth client's calls about the account itself: not part of the first load, as no sign-in needs them.

/** A second factor that waits for its first code. */
export interface NewFactor {
  id: string
  /** An SVG document. */
  qrCode: string
  /** Base32, for those who can't scan. */
  secret: string
  /** The `otpauth:` address, which opens the authenticator app on this phone. */
  uri: string
}

export async function updateUser(change: UserChange): Promise<Failure | null> {
  return (await inSession((token) => changeUser(change, token))).failure
}

/** Reads the account itself; null: it couldn't be had. */
export async function readOwnUser(): Promise<User | null> {
  const read = await inSession(readUser)
  return read.failure === null ? read.user : null
}

/**
 * Whether a password is an account's present one: a session that is made beside the phone's own tells, and is closed.
 * Null: nobody knows.
 */
export async function isPasswordOf(userId: string, email: string, password: string): Promise<boolean | null> {
  const beside = temporaryAuth()
  const { data, error } = await beside.signInWithPassword({ email, password })
  if (error !== null) return error.code === 'invalid_credentials' ? false : null
  await beside.signOut({ scope: 'local' })
  // The address may belong to another account by now.
  return data.user.id === userId
}

/** Mails the code that a new password may ask for. */
export async function mailCode(): Promise<Failure | null> {
  return doneInSession(() => auth().reauthenticate())
}

export async function endOtherSessions(): Promise<Failure | null> {
  // The client's own sign-out hides that the server didn't let it in, and the others would be open still.
  return doneInSession((token) => auth().admin.signOut(token, 'others'))
}

export async function enrolFactor(): Promise<
  { factor: NewFactor; failure: null } | { factor: null; failure: Failure }
> {
  const enrolled = await inSession(enrolAnew)
  return enrolled.failure === null ? enrolled : { factor: null, failure: enrolled.failure }
}

async function enrolAnew(
  token: string,
): Promise<{ factor: NewFactor; failure: null } | { failure: Failure }> {
  // A factor that was begun and never confirmed would stand in the way of the new one.
  const read = await readUser(token)
  if (read.failure !== null) return read
  for (const { id, status } of read.user.factors) {
    if (status === 'unverified') await auth().mfa.unenroll({ factorId: id })
  }
  const { data, error } = await auth().mfa.enroll({ factorType: 'totp', issuer: settings.brand.product })
  if (error !== null) return { failure: failure(error) }
  // The client gives the SVG as a data URL that isn't percent-encoded, so it can be cut off at its first '<'.
  const qrCode = data.totp.qr_code.slice(data.totp.qr_code.indexOf('<'))
  return { factor: { id: data.id, qrCode, secret: data.totp.secret, uri: data.totp.uri }, failure: null }
}

export async function dropFactor(factorId: string): Promise<Failure | null> {
  return doneInSession(() => auth().mfa.unenroll({ factorId }))
}

const codesSchema = v.object({ codes: v.array(v.string()) })

export async function makeRecoveryCodes(): Promise<
  { codes: string[]; failure: null } | { codes: null; failure: Failure }
> {
  const made = await inSession((token) => callOwnAuth('recovery_codes', {}, token))
  if (made.failure !== null) return { codes: null, failure: made.failure }
  const read = v.safeParse(codesSchema, made.answer)
  return read.success ? { ...read.output, failure: null } : { codes: null, failure: unanswered(null) }
}

/** A place where the account is signed in. */
export interface OpenSession {
  id: string
  /** What its browser calls itself; null: it didn't say. */
  user_agent: string | null
  /** Instants, RFC 3339. */
  created_at: string
  last_used_at: string
  is_current: boolean
}

const sessionsSchema = v.object({
  sessions: v.array(
    v.object({
      id: v.string(),
      user_agent: v.nullable(v.string()),
      created_at: v.string(),
      last_used_at: v.string(),
      is_current: v.boolean(),
    }),
  ),
})

export async function listSessions(): Promise<
  { sessions: OpenSession[]; failure: null } | { sessions: null; failure: Failure }
> {
  const listed = await inSession((token) => callSessions('GET', null, token))
  if (listed.failure !== null) return { sessions: null, failure: listed.failure }
  const read = v.safeParse(sessionsSchema, listed.answer)
  return read.success ? { ...read.output, failure: null } : { sessions: null, failure: unanswered(null) }
}

export async function endSession(id: string): Promise<Failure | null> {
  return (await inSession((token) => callSessions('DELETE', id, token))).failure
}

const tokensSchema = v.object({ access_token: v.string(), refresh_token: v.string() })

/** A code of the second factor, or one of the recovery codes, each of which stands in for one. */
export interface FactorCode {
  code: string
  isRecovery: boolean
}

/** Proves the second factor in a session: the phone's own, or one that is made beside it. */
export async function proveFactor(
  factorId: string,
  proof: FactorCode,
  client: TemporaryAuth = auth(),
): Promise<Failure | null> {
  const own = client === auth() ? storedSession() : null
  const prove = () => proveIn(client, factorId, proof)
  // Another tab may leave the session while the server is asked, and it isn't brought back then.
  return own === null ? prove() : inPlaceOf(own.sessionId, own.sessionId, prove)
}

async function proveIn(
  client: TemporaryAuth,
  factorId: string,
  { code, isRecovery }: FactorCode,
): Promise<Failure | null> {
  if (!isRecovery) return doneInSession(() => client.mfa.challengeAndVerify({ factorId, code }), client)
  const spent = await inSession((token) => callOwnAuth('recovery_codes/verify', { code }, token), client)
  if (spent.failure !== null) return spent.failure
  const read = v.safeParse(tokensSchema, spent.answer)
  if (!read.success) return unanswered(null)
  const tokens = read.output
  const failed = failureOf(await client.setSession(tokens))
  if (failed === null || isRefusal(failed)) return failed
  // The client asks whose they are before it keeps them, and wasn't told. Their renewal tells it, too.
  const untold = failureOf(await client.refreshSession(tokens))
  // The code is spent, whatever could not be sent after it.
  return untold && { ...untold, isUnsent: false }
}

type TemporaryAuth = ReturnType<typeof temporaryAuth>

/**
 * Does something in a session: the phone's own, or one that is made beside it. The server may refuse a token that the
 * phone, whose clock is slow, takes for a good one: nothing was done then, and it is tried once more with a renewed
 * one. The session beside was made just now, and needs no renewal.
 */
async function inSession<Done extends { failure: Failure | null }>(
  deed: (token: string) => Promise<Done>,
  client: TemporaryAuth = auth(),
): Promise<Done | { failure: Failure }> {
  const attempt = async () => {
    const own = await tokenOf(client)
    return own.failure === null ? deed(own.token) : own
  }
  const done = await attempt()
  if (done.failure?.code !== 'bad_jwt' || client !== auth()) return done
  const unrenewed = await renewSession()
  return unrenewed === null ? attempt() : { failure: { ...unrenewed, isUnsent: true } }
}

/** The same with a call of the auth client that says no more than whether it was done. */
async function doneInSession(
  call: (token: string) => Promise<{ error: ClientError | null }>,
  client?: TemporaryAuth,
): Promise<Failure | null> {
  const done = await inSession(async (token) => ({ failure: failureOf(await call(token)) }), client)
  return done.failure
}

/** Renewed where it has to be. Where it can't be, nothing was sent yet of what it is for. */
async function tokenOf(
  client: TemporaryAuth,
): Promise<{ failure: Failure } | { failure: null; token: string }> {
  const { data, error } = await heldSession(client)
  if (error !== null) return { failure: { ...failure(error), isUnsent: true } }
  return data.session === null ? { failure: NO_SESSION } : { failure: null, token: data.session.access_token }
}

/** The server may have got the request, and done it: what was heard in place of its answer doesn't say so. */
interface Unanswered {
  unanswered: Failure
}

/** What proves that it is the account's owner who wants it deleted. */
export interface Proof {
  email: string
  password: string
  /** The second factor and what proves it; null for an account without one. */
  factor: (FactorCode & { id: string }) | null
}

/**
 * Deletes the account with everything in it; null: it is gone. The server wants a recent sign-in for it, which is made
 * beside the phone's own session, so that this one stays as it is if anything fails.
 */
export async function deleteAccount(
  userId: string,
  { email, password, factor }: Proof,
): Promise<Failure | Unanswered | null> {
  const temporary = temporaryAuth()
  const { data, error } = await temporary.signInWithPassword({ email, password })
  if (error !== null) return failure(error)
  const refused = data.user.id === userId ? await proveAndDelete(temporary, factor) : OTHER_ACCOUNT
  // After a deletion there is no session left to close.
  if (refused !== null) await temporary.signOut({ scope: 'local' })
  return refused
}

/** The failure when the address belongs to another account by now. */
const OTHER_ACCOUNT: Failure = { status: 400, code: 'invalid_credentials', message: '' }

async function proveAndDelete(
  temporary: TemporaryAuth,
  factor: Proof['factor'],
): Promise<Failure | Unanswered | null> {
  if (factor !== null) {
    const refused = await proveFactor(factor.id, factor, temporary)
    if (refused !== null) return refused
  }
  const own = await tokenOf(temporary)
  if (own.failure !== null) return own.failure
  const { failure: refusal } = await callFunction('delete_my_account', { token: own.token })
  return refusal !== null && mayBeDone(refusal) ? { unanswered: refusal } : refusal
}
