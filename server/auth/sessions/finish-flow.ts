import { toHttpError } from '../../http/errors.ts'
import type { Config } from '../../settings/config.ts'
import { refuseEndedTrial } from '../accounts/trial.ts'
import { isBanned, type UserRow } from '../accounts/users.ts'
import type { AuthContext } from '../calls/auth-context.ts'
import { userBanned } from '../calls/refusals.ts'
import type { ClaimedFlow } from './claimed-flow.ts'
import { issueAuthCode, type ProviderTokens } from './flow-state.ts'
import { deviceOf, issueTokens, type TokenIssuer } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { type Place, type Transaction, transaction } from './transaction.ts'

interface FlowEnd extends Place, TokenIssuer {
  config: Pick<Config, 'siteUrl' | 'auth' | 'trustedIpHeader' | 'trustedProxies'>
}

/**
 * Ends a flow whose person is known now: sends them to where they wanted to go, with a code to exchange or with the
 * tokens in the fragment. `findAccount` finds or makes their account; what it changes is undone when the account may
 * not come in. `tokens` are those the provider handed out for its own API. Throws 403 user_banned, 403 trial_ended, and
 * what `findAccount` throws.
 */
export async function finishFlow(
  c: AuthContext,
  deps: FlowEnd,
  flow: ClaimedFlow,
  findAccount: (db: Transaction) => Promise<UserRow>,
  tokens: ProviderTokens | null,
): Promise<Response> {
  const target = new URL(flow.referrer)
  if (flow.usesCode) {
    const code = await transaction(deps, async (db) => {
      const user = await findAccount(db)
      if (isBanned(user)) throw userBanned()
      refuseEndedTrial(user)
      return issueAuthCode(db, flow.id, user.id, tokens)
    })
    target.searchParams.set('code', code)
    return redirect(c, target, 302)
  }
  const signedIn = await transaction(deps, async (db) => {
    const user = await findAccount(db)
    return signIn(db, user.id, flow.method, deviceOf(c, deps))
  })
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

/**
 * Sends the person on with an error in place of tokens. It stands in the query, which a server can read, and again in
 * the fragment, where the client library looks.
 */
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
