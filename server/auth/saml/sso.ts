import * as v from 'valibot'
import { HttpError } from '../../errors.ts'
import type { SamlProvider } from '../../provider-settings.ts'
import type { AuthContext, AuthDeps } from '../auth-deps.ts'
import { beginFlow } from '../flow-state.ts'
import { optionalText, readJsonBody } from '../json-body.ts'
import { parseChallenge } from '../pkce.ts'
import { redirectTarget } from '../redirects.ts'

const bodySchema = v.object({
  domain: optionalText,
  provider_id: optionalText,
  redirect_to: optionalText,
  skip_http_redirect: v.nullish(v.boolean(), false),
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

/** POST /sso: where a company's people sign in. */
export async function sso(c: AuthContext, deps: AuthDeps): Promise<Response> {
  deps.limits.take(c, 'sso')
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

function requestedProvider(id: string, domain: string, deps: AuthDeps): SamlProvider {
  if (id !== '' && domain !== '') {
    throw new HttpError(400, 'validation_failed', 'Only one of provider_id or domain supported')
  }
  if (id === '' && domain === '') {
    throw new HttpError(400, 'validation_failed', 'A provider_id or domain needs to be provided')
  }
  const provider = id === '' ? deps.saml.byDomain(domain) : deps.saml.byId(id)
  if (provider === null) {
    const message = id === '' ? 'No SSO provider assigned for this domain' : 'No such SSO provider'
    throw new HttpError(404, 'sso_provider_not_found', message)
  }
  if (!provider.enabled) throw new HttpError(404, 'sso_provider_disabled', 'SSO provider is disabled')
  return provider
}
