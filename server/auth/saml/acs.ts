import { HttpError } from '../../errors.ts'
import type { SamlProvider } from '../../provider-settings.ts'
import { readText } from '../../request-body.ts'
import type { AuthContext, AuthDeps } from '../auth-deps.ts'
import { type ClaimedFlow, type ClaimFailure, claimFlow } from '../claimed-flow.ts'
import { accountOf, type ExternalPerson } from '../external-identity.ts'
import { finishFlow, redirectWithError } from '../finish-flow.ts'
import { reasonOf } from '../oidc/oidc-clients.ts'
import { transaction } from '../transaction.ts'
import { assertedPerson } from './assertion.ts'

/** POST /sso/saml/acs: the company's server sends the person back with an assertion. */
export async function samlAcs(c: AuthContext, deps: AuthDeps): Promise<Response> {
  deps.saml.required()
  const refuse = (why: string) => new HttpError(400, 'validation_failed', `Could not read the form: ${why}`)
  const form = new URLSearchParams(await readText(c.req.raw, refuse))
  try {
    const flow = await claimedFlow(deps, form.get('RelayState') ?? '')
    const person = await personIn(deps, flow, form.get('SAMLResponse') ?? '')
    // Whom a company's server vouches for is invited by the administrator who named that server.
    const user = await transaction(deps.pool, (db) => accountOf(db, person, true))
    return await finishFlow(c, deps, flow, user, null)
  } catch (error) {
    return redirectWithError(c, deps.config.siteUrl, error, 303)
  }
}

/** Without a request of ours there is no answer: what nobody asked for could be anybody's. */
async function claimedFlow(deps: AuthDeps, relayState: string): Promise<ClaimedFlow> {
  const claimed = await claimFlow(deps.pool, relayState, 'sso/saml')
  if (claimed.kind === 'claimed') return claimed.flow
  throw relayFailure(claimed.kind)
}

function relayFailure(kind: ClaimFailure): HttpError {
  switch (kind) {
    case 'expired':
      return new HttpError(
        422,
        'saml_relay_state_expired',
        'SAML RelayState has expired. Try logging in again?',
      )
    case 'used':
      return new HttpError(422, 'flow_state_already_used', 'SAML RelayState has already been used')
    case 'malformed':
    case 'unknown':
      return new HttpError(
        404,
        'saml_relay_state_not_found',
        'SAML RelayState does not exist, try logging in again?',
      )
  }
}

async function personIn(deps: AuthDeps, flow: ClaimedFlow, response: string): Promise<ExternalPerson> {
  const provider = deps.saml.byId(flow.provider.replace(/^sso:/, ''))
  if (provider === null || !provider.enabled) {
    throw new HttpError(404, 'sso_provider_not_found', 'No such SSO provider')
  }
  return assertedPerson(
    provider,
    await validated(deps, provider, flow, response),
    flow.id,
    deps.saml.acsAddress,
  )
}

async function validated(deps: AuthDeps, provider: SamlProvider, flow: ClaimedFlow, response: string) {
  try {
    const { profile } = await deps.saml.validate(provider, flow.id, response)
    if (profile !== null) return profile
  } catch (error) {
    console.error(`SAML provider ${provider.name}: ${reasonOf(error)}`)
  }
  throw new HttpError(400, 'validation_failed', 'SAML Assertion is not valid')
}
