import { GoTrueClient, type Provider } from '@supabase/auth-js'
import type { Failure } from '../wire/failures.ts'
import { keyedFetch } from './keyed-fetch.ts'
import { authServer, type ClientError, failure, failureOf, home } from './remote-auth.ts'
import type { Tokens } from './remote-link.ts'

// Signing in at a provider. What comes back is a code that only the browser that left can exchange: else a stranger's
// link could sign somebody into the stranger's account.

const STORAGE_KEY = 'nana-provider'
const PROOF_KEY = `${STORAGE_KEY}-code-verifier`

/** Keeps the proof that it was this browser that left, and nothing else of what the client wants kept. */
const proofStorage = {
  getItem: (key: string) => (key === PROOF_KEY ? localStorage.getItem(key) : null),
  setItem: (key: string, value: string) => {
    if (key === PROOF_KEY) localStorage.setItem(key, value)
  },
  removeItem: (key: string) => localStorage.removeItem(key),
}

function providerAuth(): GoTrueClient {
  return new GoTrueClient({
    ...authServer(),
    flowType: 'pkce',
    storageKey: STORAGE_KEY,
    storage: proofStorage,
    autoRefreshToken: false,
    persistSession: true,
    fetch: (input, init) => keyedFetch(input, init),
  })
}

/** Leaves the app for the provider's page. */
export async function goToProvider(provider: string): Promise<Failure | null> {
  // The client's type lists the providers that it knew when it was published; the server says which ones there are.
  return leave((auth) =>
    auth.signInWithOAuth({ provider: provider as Provider, options: { redirectTo: home() } }),
  )
}

/** Leaves the app for the sign-in page of the organisation that the address belongs to. */
export async function goToOrganisation(email: string): Promise<Failure | null> {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return leave((auth) => auth.signInWithSSO({ domain, options: { redirectTo: home() } }))
}

/** A phone that can keep nothing can't keep the proof either. */
async function leave(
  by: (auth: GoTrueClient) => Promise<{ error: ClientError | null }>,
): Promise<Failure | null> {
  try {
    return failureOf(await by(providerAuth()))
  } catch {
    return failure({ message: '' })
  }
}

/** Exchanges the code with which the provider sent this browser back. The session isn't stored yet. */
export async function spendCode(
  code: string,
): Promise<{ failure: Failure } | { failure: null; tokens: Tokens }> {
  const { data, error } = await providerAuth().exchangeCodeForSession(code)
  if (error !== null) return { failure: failure(error) }
  const { access_token, refresh_token } = data.session
  return { failure: null, tokens: { accessToken: access_token, refreshToken: refresh_token } }
}
