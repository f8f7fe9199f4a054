import { authorizationCodeGrant, fetchUserInfo, type TokenEndpointResponse } from 'openid-client'
import type { HttpError } from '../../../http/errors.ts'
import { readText } from '../../../http/request-body.ts'
import { printFailure } from '../../../log/lines.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { flowUsed, invalid } from '../../calls/refusals.ts'
import { accountOf, type ExternalPerson, type PersonClaims } from '../../providers/external-identity.ts'
import { reasonOf } from '../../providers/oidc-clients.ts'
import { personOf } from '../../providers/oidc-person.ts'
import { badOauthCallback, badOauthState, codeNotExchanged } from '../../providers/refusals.ts'
import { type ClaimedFlow, type ClaimFailure, claimFlow } from '../../sessions/claimed-flow.ts'
import { finishFlow, redirectWithError } from '../../sessions/finish-flow.ts'
import type { Transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { callbackAddress } from './authorize.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'jwt' | 'limits' | 'oidc' | 'liveSessions' | 'pepper'>

/**
 * GET and POST /callback: the provider sends the person back, with a code or a refusal. Errors are told where the
 * person lands: in the app itself until the state has said where they want to go.
 */
export async function callback(c: AuthContext, deps: Deps): Promise<Response> {
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
    const findAccount = (db: Transaction) => accountOf(db, person, deps.config.auth.signup)
    return await finishFlow(c, deps, flow, findAccount, tokens)
  } catch (error) {
    return redirectWithError(c, flow.referrer, error, 302)
  }
}

async function readAnswer(c: AuthContext): Promise<URLSearchParams> {
  if (c.req.method === 'GET') return new URL(c.req.url).searchParams
  const refuse = (why: string) => invalid(`Could not read the form: ${why}`)
  return new URLSearchParams(await readText(c.req.raw, c.get('trace')?.sender ?? 'unknown', refuse))
}

function refuseProvidersRefusal(answer: URLSearchParams): void {
  const error = answer.get('error') ?? ''
  if (error === '') return
  const description = answer.get('error_description') ?? error
  throw badOauthCallback(description.slice(0, 500), error.slice(0, 100))
}

async function claimedFlow(deps: Deps, state: string): Promise<ClaimedFlow> {
  if (state === '') throw badOauthCallback('OAuth state parameter missing')
  const claimed = await claimFlow(deps.pool, state, 'oauth')
  if (claimed.kind === 'claimed') return claimed.flow
  throw stateFailure(claimed.kind)
}

function stateFailure(kind: ClaimFailure): HttpError {
  switch (kind) {
    case 'malformed':
      return badOauthState('parameter is invalid')
    case 'unknown':
      return badOauthState('not found or expired')
    case 'expired':
      return badOauthState('has expired')
    case 'used':
      return flowUsed(400, 'OAuth state')
  }
}

/**
 * Exchanges the code for the provider's tokens and reads who the person is. Whatever goes wrong there, the person gets
 * the same answer; only the log names the cause.
 */
async function exchange(
  deps: Deps,
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

    /** The claims of the ID token; those of the user info are added where it lacks the address. */
    async function claimsOf(
      granted: TokenEndpointResponse & { claims(): PersonClaims | undefined },
    ): Promise<PersonClaims> {
      const claims = granted.claims()
      if (claims === undefined) throw new Error('No ha enviado ningún ID token.')
      const complete =
        (claims.email !== undefined && claims.email_verified !== undefined) ||
        configuration.serverMetadata().userinfo_endpoint === undefined
      if (complete) return claims
      const info = await fetchUserInfo(configuration, granted.access_token, claims.sub)
      // Address and `email_verified` come from the same answer: mixed, they would make an address that nobody verified.
      const { email, email_verified } = info.email === undefined ? claims : info
      return { ...info, ...claims, email, email_verified }
    }
  } catch (error) {
    printFailure('provider_failed', {
      message: `El proveedor ${flow.provider} no ha canjeado su código: ${reasonOf(error)}`,
    })
    throw codeNotExchanged()
  }
}
