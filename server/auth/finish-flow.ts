import { HttpError, toHttpError } from '../errors.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import type { ClaimedFlow } from './claimed-flow.ts'
import { issueAuthCode, type ProviderTokens } from './flow-state.ts'
import { deviceOf, issueTokens } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { transaction } from './transaction.ts'
import { refuseEndedTrial } from './trial.ts'
import { isBanned, type UserRow } from './users.ts'

/** Sends a person who is known now to where they wanted to go: with a code to exchange, or with their tokens. */
export async function finishFlow(
  c: AuthContext,
  deps: AuthDeps,
  flow: ClaimedFlow,
  user: UserRow,
  tokens: ProviderTokens | null,
): Promise<Response> {
  const target = new URL(flow.referrer)
  if (flow.usesCode) {
    if (isBanned(user)) throw new HttpError(403, 'user_banned', 'User is banned')
    refuseEndedTrial(user)
    target.searchParams.set('code', await issueAuthCode(deps.pool, flow.id, user.id, tokens))
    return redirect(c, target, 302)
  }
  const signedIn = await transaction(deps.pool, (db) => signIn(db, user.id, flow.method, deviceOf(c, deps)))
  const issued = await issueTokens(deps, signedIn.user, signedIn.session)
  target.hash = new URLSearchParams({
    access_token: String(issued.access_token),
    expires_at: String(issued.expires_at),
    expires_in: String(issued.expires_in),
    ...(tokens === null ? {} : { provider_token: tokens.access }),
    ...(tokens === null || tokens.refresh === null ? {} : { provider_refresh_token: tokens.refresh }),
    refresh_token: String(issued.refresh_token),
    token_type: 'bearer',
    sb: '',
  }).toString()
  return redirect(c, target, 302)
}

const OAUTH_ERRORS = new Map([
  [400, 'invalid_request'],
  [401, 'unauthorized_client'],
  [503, 'temporarily_unavailable'],
])

/** In the query and in the fragment: the one for a server to read, the other for the app. */
export function redirectWithError(
  c: AuthContext,
  address: string,
  error: unknown,
  status: 302 | 303,
): Response {
  const refusal = toHttpError(error, `${c.req.method} ${c.req.path}`)
  const fallback = refusal.status >= 500 ? 'server_error' : 'access_denied'
  const stated = refusal.extra.body?.error
  const fields = {
    error: typeof stated === 'string' ? stated : (OAUTH_ERRORS.get(refusal.status) ?? fallback),
    error_code: refusal.code,
    error_description: refusal.message,
  }
  const target = new URL(address)
  for (const [name, value] of Object.entries(fields)) target.searchParams.set(name, value)
  target.hash = new URLSearchParams({ ...fields, sb: '' }).toString()
  return redirect(c, target, status)
}

function redirect(c: AuthContext, target: URL, status: 302 | 303): Response {
  return c.body(null, status, { Location: target.href })
}
