import { GoTrueClient, isAuthSessionMissingError, type Provider } from '@supabase/auth-js'
import * as v from 'valibot'
import { type Failure, isRefreshAnswer } from './answers.ts'
import { timedFetch, whenOnline } from './request.ts'
import { settings } from './settings.ts'
import { authStorage, SESSION_KEY } from './stored-session.ts'

// The auth client, and its calls that signing in needs. The rest of them: remote-account.ts.

/** Where the calls go: another project's address, or the page's own. */
export const baseUrl = () => settings.supabaseUrl || location.origin

export interface ClientError {
  status?: number | undefined
  code?: string | undefined
  message: string
}

export function failure({ status = 0, code, message }: ClientError): Failure {
  // For an answer it can't read the client stringifies the response object.
  return { status, code: code ?? null, message: message === '{}' ? '' : message }
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

/** The key as it is now: the server may have got a new one since the client was made. */
export function withKey(init: RequestInit | undefined): RequestInit {
  const headers = new Headers(init?.headers)
  if (headers.get('Authorization') === `Bearer ${headers.get('apikey')}`) {
    headers.set('Authorization', `Bearer ${settings.anonKey}`)
  }
  headers.set('apikey', settings.anonKey)
  return { ...init, headers }
}

/**
 * The client ends the session on any refusal of a refresh it doesn't know for a passing one, a 429 or a hotel's
 * page included. Those reach it as network trouble instead.
 */
const authFetch: typeof fetch = async (input, init) => {
  // The client only ever passes strings.
  const isRefresh = typeof input === 'string' && input.includes('grant_type=refresh_token')
  if (isRefresh) await whenOnline()
  const response = await timedFetch(input, withKey(init))
  if (isRefresh && !(await isRefreshAnswer(response))) throw new TypeError('The session could not be renewed')
  return response
}

/** For a second sign-in beside the phone's own session: kept nowhere, and gone with the page. */
export function passingAuth(): GoTrueClient {
  return new GoTrueClient({
    ...authServer(),
    storageKey: 'nana-passing',
    autoRefreshToken: false,
    persistSession: false,
    fetch: (input, init) => timedFetch(input, withKey(init)),
  })
}

/** Where the auth API is, and as whom it is asked. */
const authServer = () => ({
  url: `${baseUrl()}/auth/v1`,
  headers: { apikey: settings.anonKey, Authorization: `Bearer ${settings.anonKey}` },
  detectSessionInUrl: false,
})

let client: Auth | null = null

/** Made on first use; from then on it renews the stored session before it expires. */
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
  auth().forgetRefreshFailure()
  const { error } = await auth().refreshSession()
  if (error === null) return null
  // The client swallows this code into an error class of its own.
  return isAuthSessionMissingError(error) ? { ...failure(error), code: 'session_not_found' } : failure(error)
}

/** Ends this phone's session at the server; the other phone's stays. */
export async function revokeSession(accessToken: string): Promise<Failure | null> {
  return failureOf(await auth().admin.signOut(accessToken, 'local'))
}

/** Takes over a session that a link or a provider brought, after asking the server whose it is. */
export async function takeSession(tokens: {
  accessToken: string
  refreshToken: string
}): Promise<Failure | null> {
  return failureOf(
    await auth().setSession({ access_token: tokens.accessToken, refresh_token: tokens.refreshToken }),
  )
}

/** Mails and providers come back to the app's own address. */
export const home = () => `${location.origin}/`

export async function sendRecovery(email: string): Promise<Failure | null> {
  return failureOf(await auth().resetPasswordForEmail(email, { redirectTo: home() }))
}

export async function verifyRecoveryCode(email: string, code: string): Promise<Failure | null> {
  return failureOf(await auth().verifyOtp({ email, token: code, type: 'recovery' }))
}

const methodsSchema = v.object({
  external: v.record(v.string(), v.boolean()),
  saml_enabled: v.nullish(v.boolean(), false),
})
/** Switches of `external` that are no providers. */
const OTHER_METHODS = new Set(['email', 'phone', 'anonymous_users'])

export async function readMethods(): Promise<{ providers: string[]; organisations: boolean }> {
  const answer = await timedFetch(`${baseUrl()}/auth/v1/settings`, { headers: { apikey: settings.anonKey } })
    .then((response) => response.json())
    .catch(() => null)
  const parsed = v.safeParse(methodsSchema, answer)
  if (!parsed.success) return { providers: [], organisations: false }
  const { external, saml_enabled } = parsed.output
  const providers = Object.keys(external).filter((name) => external[name] && !OTHER_METHODS.has(name))
  return { providers, organisations: saml_enabled }
}

export async function goToProvider(provider: string): Promise<Failure | null> {
  // The client knows the names of its time; the server says which ones there are.
  return failureOf(
    await auth().signInWithOAuth({ provider: provider as Provider, options: { redirectTo: home() } }),
  )
}

export async function goToOrganisation(email: string): Promise<Failure | null> {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return failureOf(await auth().signInWithSSO({ domain, options: { redirectTo: home() } }))
}
