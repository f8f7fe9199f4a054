import * as v from 'valibot'
import type { SamlProvider } from '../../../settings/provider-settings.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { optionalText, readJsonBody } from '../../calls/json-body.ts'
import { parseChallenge } from '../../calls/pkce.ts'
import { invalid } from '../../calls/refusals.ts'
import { redirectTarget } from '../../mails/redirects.ts'
import { companyNotFound, companyOff } from '../../providers/refusals.ts'
import { beginFlow } from '../../sessions/flow-state.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'limits' | 'saml'>

const bodySchema = v.object({
  domain: optionalText,
  provider_id: optionalText,
  redirect_to: optionalText,
  skip_http_redirect: v.nullish(v.boolean(), false),
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

/** POST /sso: begins a flow and sends a company's person to the company's server. */
export async function sso(c: AuthContext, deps: Deps): Promise<Response> {
  await deps.limits.take(c, 'sso')
  deps.saml.required()
  const request = await readJsonBody(c, bodySchema)
  const provider = requestedProvider(request.provider_id, request.domain, deps)
  const challenge = parseChallenge(request.code_challenge, request.code_challenge_method)
  const flowId = await beginFlow(deps.pool, {
    method: 'sso/saml',
    providerType: `sso:${provider.id}`,
    userId: null,
    challenge,
    referrer: redirectTarget(c, deps, request.redirect_to),
  })
  const url = await deps.saml.loginAddress(provider, flowId)
  return request.skip_http_redirect === true ? c.json({ url }) : c.body(null, 303, { Location: url })
}

function requestedProvider(id: string, domain: string, deps: Deps): SamlProvider {
  if (id !== '' && domain !== '') {
    throw invalid('Only one of provider_id or domain supported')
  }
  if (id === '' && domain === '') {
    throw invalid('A provider_id or domain needs to be provided')
  }
  const provider = id === '' ? deps.saml.byDomain(domain) : deps.saml.byId(id)
  if (provider === null)
    throw companyNotFound(id === '' ? 'No SSO provider assigned for this domain' : undefined)
  if (!provider.enabled) throw companyOff()
  return provider
}
