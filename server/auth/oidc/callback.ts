import { authorizationCodeGrant, fetchUserInfo, type TokenEndpointResponse } from 'openid-client'
import { HttpError } from '../../errors.ts'
import { readText } from '../../request-body.ts'
import type { AuthContext, AuthDeps } from '../auth-deps.ts'
import { type ClaimedFlow, type ClaimFailure, claimFlow } from '../claimed-flow.ts'
import { accountOf, type ExternalPerson, type PersonClaims } from '../external-identity.ts'
import { finishFlow, redirectWithError } from '../finish-flow.ts'
import { transaction } from '../transaction.ts'
import { callbackAddress } from './authorize.ts'
import { reasonOf } from './oidc-clients.ts'
import { personOf } from './person.ts'

/** GET and POST /callback: the provider sends the person back, with a code or a refusal. */
export async function callback(c: AuthContext, deps: AuthDeps): Promise<Response> {
  const answer = await readAnswer(c)
  const state = answer.get('state') ?? ''
  let flow: ClaimedFlow
  try {
    flow = await claimedFlow(deps, state)
  } catch (error) {
    return redirectWithError(c, deps.config.siteUrl, error, 303)
  }
  try {
    refuseProvidersRefusal(answer)
    const { person, tokens } = await exchange(deps, flow, answer)
    const user = await transaction(deps.pool, (db) => accountOf(db, person, deps.config.auth.signup))
    return await finishFlow(c, deps, flow, user, tokens)
  } catch (error) {
    return redirectWithError(c, flow.referrer, error, 302)
  }
}

async function readAnswer(c: AuthContext): Promise<URLSearchParams> {
  if (c.req.method === 'GET') return new URL(c.req.url).searchParams
  const refuse = (why: string) => new HttpError(400, 'validation_failed', `Could not read the form: ${why}`)
  return new URLSearchParams(await readText(c.req.raw, refuse))
}

function refuseProvidersRefusal(answer: URLSearchParams): void {
  const error = answer.get('error') ?? ''
  if (error === '') return
  const description = answer.get('error_description') ?? error
  throw new HttpError(400, 'bad_oauth_callback', description.slice(0, 500), {
    body: { error: error.slice(0, 100) },
  })
}

async function claimedFlow(deps: AuthDeps, state: string): Promise<ClaimedFlow> {
  if (state === '') throw new HttpError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
  const claimed = await claimFlow(deps.pool, state, 'oauth')
  if (claimed.kind === 'claimed') return claimed.flow
  throw stateFailure(claimed.kind)
}

function stateFailure(kind: ClaimFailure): HttpError {
  switch (kind) {
    case 'malformed':
      return new HttpError(400, 'bad_oauth_state', 'OAuth state parameter is invalid')
    case 'unknown':
      return new HttpError(400, 'bad_oauth_state', 'OAuth state not found or expired')
    case 'expired':
      return new HttpError(400, 'bad_oauth_state', 'OAuth state has expired')
    case 'used':
      return new HttpError(400, 'flow_state_already_used', 'OAuth state has already been used')
  }
}

/** Trades the code for tokens and reads who it is. Everything the provider gets wrong is one answer. */
async function exchange(
  deps: AuthDeps,
  flow: ClaimedFlow,
  answer: URLSearchParams,
): Promise<{ person: ExternalPerson; tokens: { access: string; refresh: string | null } }> {
  try {
    const configuration = await deps.oidc.configuration(flow.provider)
    const address = new URL(callbackAddress(deps))
    address.search = answer.toString()
    const tokens = await authorizationCodeGrant(configuration, address, {
      expectedState: flow.id,
      expectedNonce: deps.oidc.nonceOf(flow.id),
      pkceCodeVerifier: deps.oidc.verifierOf(flow.id),
      idTokenExpected: true,
    })
    return {
      person: personOf(flow.provider, await claimsOf(tokens)),
      tokens: { access: tokens.access_token, refresh: tokens.refresh_token ?? null },
    }

    /** Some providers keep the address out of the token. */
    async function claimsOf(
      granted: TokenEndpointResponse & { claims(): PersonClaims | undefined },
    ): Promise<PersonClaims> {
      const claims = granted.claims()
      if (claims === undefined) throw new Error('no ID token')
      const complete =
        (claims.email !== undefined && claims.email_verified !== undefined) ||
        configuration.serverMetadata().userinfo_endpoint === undefined
      if (complete) return claims
      const info = await fetchUserInfo(configuration, granted.access_token, claims.sub)
      // The address of one with the word of the other would be an address that nobody verified.
      const { email, email_verified } = info.email === undefined ? claims : info
      return { ...info, ...claims, email, email_verified }
    }
  } catch (error) {
    console.error(`provider ${flow.provider} didn't exchange its code: ${reasonOf(error)}`)
    throw new HttpError(500, 'unexpected_failure', 'Unable to exchange external code')
  }
}
