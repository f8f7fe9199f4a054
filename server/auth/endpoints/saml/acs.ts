import type { HttpError } from '../../../http/errors.ts'
import { readText } from '../../../http/request-body.ts'
import { printFailure } from '../../../log/lines.ts'
import type { SamlProvider } from '../../../settings/provider-settings.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { flowUsed, invalid } from '../../calls/refusals.ts'
import { accountOf, type ExternalPerson } from '../../providers/external-identity.ts'
import { reasonOf } from '../../providers/oidc-clients.ts'
import { companyNotFound, relayStateExpired, relayStateNotFound } from '../../providers/refusals.ts'
import { assertedPerson } from '../../providers/saml-assertion.ts'
import { type ClaimedFlow, type ClaimFailure, claimFlow } from '../../sessions/claimed-flow.ts'
import { finishFlow, redirectWithError } from '../../sessions/finish-flow.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'jwt' | 'limits' | 'saml' | 'liveSessions' | 'pepper'>

/** POST /sso/saml/acs: the company's server sends the person back with an assertion. */
export async function samlAcs(c: AuthContext, deps: Deps): Promise<Response> {
  deps.saml.required()
  await deps.limits.take(c, 'saml-acs')
  const refuse = (why: string) => invalid(`Could not read the form: ${why}`)
  const form = new URLSearchParams(await readText(c.req.raw, c.get('trace')?.sender ?? 'unknown', refuse))
  try {
    const flow = await claimedFlow(deps, form.get('RelayState') ?? '')
    const person = await personIn(deps, flow, form.get('SAMLResponse') ?? '')
    // Accounts are made even where sign-ups are off: by naming the company's server the administrator invited its
    // people.
    return await finishFlow(c, deps, flow, (db) => accountOf(db, person, true), null)
  } catch (error) {
    return redirectWithError(c, deps.config.siteUrl, error, 303)
  }
}

/**
 * The flow that the answer's RelayState names. An answer to no request of ours is refused, because an unasked one could
 * sign a person in to somebody else's account.
 */
async function claimedFlow(deps: Deps, relayState: string): Promise<ClaimedFlow> {
  const claimed = await claimFlow(deps.pool, relayState, 'sso/saml')
  if (claimed.kind === 'claimed') return claimed.flow
  throw relayFailure(claimed.kind)
}

function relayFailure(kind: ClaimFailure): HttpError {
  switch (kind) {
    case 'expired':
      return relayStateExpired()
    case 'used':
      return flowUsed(422, 'SAML RelayState')
    case 'malformed':
    case 'unknown':
      return relayStateNotFound()
  }
}

async function personIn(deps: Deps, flow: ClaimedFlow, response: string): Promise<ExternalPerson> {
  const provider = deps.saml.byId(flow.provider.replace(/^sso:/, ''))
  if (provider === null || !provider.enabled) {
    throw companyNotFound()
  }
  return assertedPerson(
    provider,
    await validated(deps, provider, flow, response),
    flow.id,
    deps.saml.acsAddress,
  )
}

async function validated(deps: Deps, provider: SamlProvider, flow: ClaimedFlow, response: string) {
  try {
    const { profile } = await deps.saml.validate(provider, flow.id, response)
    if (profile !== null) return profile
  } catch (error) {
    printFailure('provider_failed', { message: `Proveedor SAML ${provider.name}: ${reasonOf(error)}` })
  }
  throw invalid('SAML Assertion is not valid')
}
