import {
  AuthInvalidTokenResponseError,
  GoTrueClient,
  isAuthRefreshDiscardedError,
  isAuthSessionMissingError,
  type Session,
} from '@supabase/auth-js'
import * as v from 'valibot'
import { isIpad } from '../device/ipad.ts'
import { whenOnline } from '../device/network/online.ts'
import { settings } from '../device/settings.ts'
import { type Failure, isRefreshAnswer, unanswered, whyEnded } from '../wire/failures.ts'
import { NOT_SENT } from '../wire/request.ts'
import { keyedFetch } from './keyed-fetch.ts'
import { noteRenewal, renewedElsewhere } from './renewed-elsewhere.ts'
import { inPlaceOf } from './replaced-session.ts'
import {
  authStorage,
  parseStoredSession,
  rememberWhyEnded,
  SESSION_KEY,
  type StoredSession,
  sessionIdOf,
  storedSession,
} from './stored-session.ts'

// The auth client, and its calls that signing in needs. Those about the account itself are in remote-account.ts.

/** Where the calls go: to a hosted Supabase project, or to the server of the page itself. */
export const baseUrl = () => settings.supabaseUrl || location.origin

export interface ClientError {
  status?: number | undefined
  code?: string | undefined
  message: string
  reasons?: readonly string[] | undefined
}

export function failure(error: ClientError): Failure {
  // The client has a class of its own for a session that is over, with neither the server's status nor its code. It
  // says so as well where it has no session, without asking.
  if (isAuthSessionMissingError(error)) return NO_SESSION
  // The stored session has changed while the client renewed it for a call, which it then doesn't send.
  if (isAuthRefreshDiscardedError(error)) return { ...unanswered(null), isUnsent: true }
  // A 200 without tokens is no answer of the server's: a portal may say so.
  if (error instanceof AuthInvalidTokenResponseError) return unanswered(null)
  const { status = 0, code, message, reasons } = error
  // The client's message for an answer that it can't read is '{}'.
  const text = message === '{}' ? '' : message
  const isUnsent = message === NOT_SENT
  return {
    status,
    code: code ?? null,
    message: text,
    ...(reasons && { reasons }),
    ...(isUnsent && { isUnsent }),
  }
}

export function failureOf({ error }: { error: ClientError | null }): Failure | null {
  return error === null ? null : failure(error)
}

/** The client remembers a failed refresh for a minute; our own backoff decides when to try again. */
class Auth extends GoTrueClient {
  forgetRefreshFailure(): void {
    this.lastRefreshFailure = null
  }
}

/** How long a sign-out waits for the server: it must work without an answer, too. */
const LOGOUT_WITHIN_MS = 4_000

/**
 * How long a code of the second factor waits for its answer, and then for the renewal that stands in for one that got
 * lost: for ten seconds the server gives the tokens of a session that it has raised to who lost them. Whatever else
 * waits for a renewal to be told of it waits no longer, either.
 */
const RAISED_WITHIN_MS = 5_000

/**
 * How long a call waits for its answer; undefined: as long as others do. It goes by the address: the auth client hands
 * over nothing else.
 */
export function withinMs(address: string): number | undefined {
  if (address.includes('/logout')) return LOGOUT_WITHIN_MS
  return /\/(factors\/[^/]+|recovery_codes)\/verify$/.test(address) ? RAISED_WITHIN_MS : undefined
}

/** The client only ever passes strings. */
const textOf = (given: unknown) => (typeof given === 'string' ? given : '')

const isRenewal = (address: string) => address.includes('grant_type=refresh_token')

/**
 * The auth client ends the session after almost any failed refresh, also after a 429 or a hotel's login page. Only a
 * real refusal of the server may do that, so every other answer reaches the client as a network error.
 */
async function orUnanswered(address: string, response: Response): Promise<Response> {
  if (isRenewal(address) && !(await isRefreshAnswer(response)))
    throw new TypeError('The session could not be renewed')
  return response
}

const authFetch: typeof fetch = async (input, init) => {
  const address = textOf(input)
  if (isRenewal(address)) {
    const { refresh_token } = JSON.parse(textOf(init?.body)) as { refresh_token: string }
    noteRenewal(refresh_token)
    await whenOnline()
    const renewed = renewedElsewhere(refresh_token)
    if (renewed !== null) return new Response(renewed)
  }
  const response = await orUnanswered(address, await keyedFetch(input, init, withinMs(address)))
  // The client reads no answer to a sign-out: a portal's page would pass for one.
  if (address.includes('/logout') && response.ok && response.status !== 204)
    throw new TypeError('Something else than the server answered')
  rememberWhyEnded(await whyEnded(response))
  return response
}

/** An auth client for a second sign-in beside the phone's own session. It stores nothing and is gone with the page. */
export function temporaryAuth(): GoTrueClient {
  return new GoTrueClient({
    ...authServer(),
    storageKey: 'nana-passing',
    autoRefreshToken: false,
    persistSession: false,
    fetch: async (input, init) => orUnanswered(textOf(input), await keyedFetch(input, init)),
  })
}

/** The address of the auth API, and what it is asked with: the key and, for the list of sessions, the device. */
export const authServer = () => ({
  url: `${baseUrl()}/auth/v1`,
  headers: {
    apikey: settings.anonKey,
    Authorization: `Bearer ${settings.anonKey}`,
    ...(isIpad(navigator) && { 'X-Client-Info': 'iPad' }),
  },
  detectSessionInUrl: false,
})

let client: Auth | null = null

/** The page's auth client. Made on first use, it renews the stored session before it expires. */
export function auth(): Auth {
  client ??= new Auth({
    ...authServer(),
    storageKey: SESSION_KEY,
    storage: authStorage,
    autoRefreshToken: true,
    persistSession: true,
    fetch: authFetch,
  })
  return client
}

/** Resolves once a stored session that had expired was renewed, or could not be. */
export async function startAuth(): Promise<void> {
  await auth().initialize()
}

export async function signInWithPassword(email: string, password: string): Promise<Failure | null> {
  return failureOf(await auth().signInWithPassword({ email, password }))
}

export async function renewSession(): Promise<Failure | null> {
  const before = storedSession()
  auth().forgetRefreshFailure()
  const answer = await auth().refreshSession()
  // The client drops what it got where another tab has renewed the session meanwhile: it is renewed all the same.
  const isDropped = isAuthRefreshDiscardedError(answer.error)
  return isDropped && before !== null && storedSession()?.sessionId === before.sessionId
    ? null
    : failureOf(answer)
}

/** Renews the session, and resolves to whether it was done while somebody still waits for it. */
export async function isSoonRenewed(): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, RAISED_WITHIN_MS, false))
  return Promise.race([renewSession().then((failure) => failure === null), late])
}

/** The session that a client holds, renewed where it has to be. */
export async function heldSession(client: GoTrueClient): ReturnType<GoTrueClient['getSession']> {
  const held = await client.getSession()
  // Another tab has renewed it meanwhile. The client drops what it got itself, and has that one the next time.
  return isAuthRefreshDiscardedError(held.error) ? client.getSession() : held
}

/**
 * Ends a session at the server; the account's other ones stay. With an access token that has run out nothing can be
 * ended, so it is renewed first.
 */
export async function revokeSession({
  accessToken,
  refreshToken,
}: Pick<StoredSession, 'accessToken' | 'refreshToken'>): Promise<Failure | null> {
  const failed = failureOf(await auth().admin.signOut(accessToken, 'local'))
  if (failed?.code !== 'bad_jwt') return failed
  const renewed = await renewedToken(refreshToken)
  return renewed === null ? failed : failureOf(await auth().admin.signOut(renewed, 'local'))
}

/**
 * Asks only once, because the auth client's own `refreshSession` would go on trying for half a minute. It stores
 * nothing. Null: the server says that the session is over, or nothing.
 */
async function renewedToken(refreshToken: string): Promise<string | null> {
  const address = `${baseUrl()}/auth/v1/token?grant_type=refresh_token`
  const headers = { 'Content-Type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ refresh_token: refreshToken }) }
  const answer: unknown = await keyedFetch(address, init, LOGOUT_WITHIN_MS)
    .then((response) => response.json())
    .catch(() => null)
  const parsed = v.safeParse(v.object({ access_token: v.string() }), answer)
  return parsed.success ? parsed.output.access_token : null
}

/**
 * Stores a session that was made beside the phone's own, and asks nobody any more: the server would have to be heard
 * once more for what it has said already. The phone's own is closed: it would stay open on the server for whoever
 * copied it. If it was left while the server was asked, the new one isn't stored, but closed.
 * @param own null: nobody was signed in.
 */
export async function storeSession(own: StoredSession | null, session: Session): Promise<Failure | null> {
  const text = JSON.stringify(session)
  // What something in between answers in the server's place is no session.
  if (parseStoredSession(text) === null) return unanswered(null)
  const newId = sessionIdOf(session)
  const store = async () => authStorage.setItem(SESSION_KEY, text)
  await (own === null ? store() : inPlaceOf(own.sessionId, newId, store))
  // The client renews it from now on.
  auth()
  if (storedSession()?.sessionId !== newId) {
    await revokeSession({ accessToken: session.access_token, refreshToken: session.refresh_token })
    return NO_SESSION
  }
  // A link that is opened once more brings the session that the phone has by now.
  if (own !== null && own.sessionId !== newId) void revokeSession(own).catch(console.warn)
  return null
}

/** The failure of what needs a session, once there is none any more. */
export const NO_SESSION: Failure = { status: 403, code: 'session_not_found', message: '' }

/** The app's own address, to which the links of mails and providers lead back. */
export const home = () => `${location.origin}/`

export async function sendRecovery(email: string): Promise<Failure | null> {
  return failureOf(await auth().resetPasswordForEmail(email, { redirectTo: home() }))
}

/** The failure of what turns out to be another account's than the one that is signed in, or that is named. */
export const NOT_THEIRS: Failure = { status: 403, code: 'otp_expired', message: '' }

/**
 * Uses up the code of a mail: of a recovery, an invitation or an address change. The session that it brings takes the
 * place of the phone's own; an address change brings one once both mails are confirmed (`isDone`).
 */
export async function verifyMailedCode(
  email: string,
  code: string,
  type: 'email' | 'email_change',
): Promise<{ failure: Failure } | { failure: null; isDone: boolean }> {
  const own = storedSession()
  // Whoever signs out while the server is asked isn't signed in again by its answer.
  const client = own === null ? auth() : temporaryAuth()
  const { data, error } = await client.verifyOtp({ email, token: code, type })
  if (error !== null) return { failure: failure(error) }
  const { session, user } = data
  if (own === null || session === null) return { failure: null, isDone: session !== null }
  if (user?.id !== own.userId) {
    await client.signOut({ scope: 'local' })
    return { failure: NOT_THEIRS }
  }
  const failed = await storeSession(own, session)
  return failed === null ? { failure: null, isDone: true } : { failure: failed }
}

const methodsSchema = v.object({
  external: v.record(v.string(), v.boolean()),
  saml_enabled: v.nullish(v.boolean(), false),
})
/** Names in the server's list `external` that are no providers. */
const OTHER_METHODS = new Set(['email', 'phone', 'anonymous_users'])

export async function readMethods(): Promise<{ providers: string[]; organisations: boolean }> {
  const answer = await keyedFetch(`${baseUrl()}/auth/v1/settings`, {})
    .then((response) => response.json())
    .catch(() => null)
  const parsed = v.safeParse(methodsSchema, answer)
  if (!parsed.success) return { providers: [], organisations: false }
  const { external, saml_enabled } = parsed.output
  const providers = Object.keys(external).filter((name) => external[name] && !OTHER_METHODS.has(name))
  return { providers, organisations: saml_enabled }
}
