import * as v from 'valibot'
import type { Queryable } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { optionalText, readJsonBody } from '../../calls/json-body.ts'
import { answersChallenge } from '../../calls/pkce.ts'
import { badCodeVerifier, flowExpired, flowNotFound, invalid } from '../../calls/refusals.ts'
import { endFlow, findFlowByCode, type ProviderTokens } from '../../sessions/flow-state.ts'
import { deviceOf, issueTokens } from '../../sessions/sessions.ts'
import { signIn } from '../../sessions/sign-in.ts'
import { transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'jwt' | 'liveSessions' | 'pepper'>

const bodySchema = v.object({ auth_code: optionalText, code_verifier: optionalText })

/** POST /token?grant_type=pkce: exchanges the code at the end of a flow for tokens. */
export async function pkceGrant(c: AuthContext, deps: Deps): Promise<Response> {
  const { auth_code: code, code_verifier: verifier } = await readJsonBody(c, bodySchema)
  if (code === '' || verifier === '') {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  const { user, session, tokens } = await transaction(deps, async (db) => {
    const flow = await redeemCode(db, code, verifier)
    return { ...(await signIn(db, flow.userId, flow.method, deviceOf(c, deps))), tokens: flow.tokens }
  })
  return c.json({ ...(await issueTokens(deps, user, session)), ...drawProviderTokens(tokens) })
}

/** Uses up a code. A wrong verifier leaves the flow as it is, because the client that began it may still come. */
async function redeemCode(db: Queryable, code: string, verifier: string) {
  const flow = await findFlowByCode(db, code)
  if (flow === null) {
    throw flowNotFound(404, 'invalid flow state, no valid flow state found')
  }
  if (flow.expired) {
    throw flowExpired()
  }
  if (!answersChallenge(flow.challenge, verifier)) {
    throw badCodeVerifier()
  }
  await endFlow(db, flow.id)
  return flow
}

function drawProviderTokens(tokens: ProviderTokens | null): Record<string, string> {
  if (tokens === null) return {}
  const { access, refresh } = tokens
  return { provider_token: access, ...(refresh === null ? {} : { provider_refresh_token: refresh }) }
}
