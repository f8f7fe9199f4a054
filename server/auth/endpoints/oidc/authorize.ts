import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client'
import type { HttpError } from '../../../http/errors.ts'
import { printFailure } from '../../../log/lines.ts'
import { authAddress } from '../../../settings/config.ts'
import type { OidcProvider } from '../../../settings/provider-settings.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { parseChallenge } from '../../calls/pkce.ts'
import { invalid } from '../../calls/refusals.ts'
import { redirectTarget } from '../../mails/redirects.ts'
import { KNOWN_PROVIDERS } from '../../providers/known-providers.ts'
import { reasonOf } from '../../providers/oidc-clients.ts'
import { beginFlow } from '../../sessions/flow-state.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'limits' | 'oidc'>

/**
 * Parameters that are not passed on to the provider: this server sets them itself, or they are meant for this server
 * alone. All others are passed on.
 */
const RESERVED = new Set([
  'apikey',
  'client_assertion',
  'client_assertion_type',
  'client_id',
  'client_secret',
  'code_challenge',
  'code_challenge_method',
  'dpop_jkt',
  'invite_token',
  'nonce',
  'provider',
  'redirect_to',
  'redirect_uri',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'scope',
  'scopes',
  'skip_http_redirect',
  'state',
])

/** GET /authorize?provider=…: begins a flow and sends the person to the provider. */
export async function authorize(c: AuthContext, deps: Deps): Promise<Response> {
  await deps.limits.take(c, 'authorize')
  const query = (name: string) => c.req.query(name) ?? ''
  const provider = requestedProvider(query('provider'), deps)
  const challenge = parseChallenge(query('code_challenge'), query('code_challenge_method'))
  const configuration = await deps.oidc.configuration(provider.name).catch((error: unknown) => {
    printFailure('provider_unreachable', {
      message: `No se puede llegar al proveedor ${provider.name}: ${reasonOf(error)}`,
    })
    throw unsupported(`provider ${provider.name} can't be reached`)
  })
  const state = await beginFlow(deps.pool, {
    method: 'oauth',
    providerType: provider.name,
    userId: null,
    challenge,
    referrer: redirectTarget(c, deps),
  })
  const url = buildAuthorizationUrl(configuration, {
    ...passedOn(c.req.query()),
    redirect_uri: callbackAddress(deps),
    scope: scopesOf(provider, query('scopes')),
    state,
    nonce: deps.oidc.nonceOf(state),
    code_challenge: await calculatePKCECodeChallenge(deps.oidc.verifierOf(state)),
    code_challenge_method: 'S256',
  })
  if (query('skip_http_redirect') === 'true') return c.json({ url: url.href })
  return c.body(null, 302, { Location: url.href })
}

/** The address to which every provider sends people back. */
export function callbackAddress(deps: Deps): string {
  return `${authAddress(deps.config)}/callback`
}

function requestedProvider(name: string, deps: Deps): OidcProvider {
  const provider = deps.oidc.provider(name.toLowerCase())
  if (provider !== null) return provider
  throw unsupported(
    KNOWN_PROVIDERS.includes(name.toLowerCase())
      ? 'provider is not enabled'
      : `Provider ${name} could not be found`,
  )
}

function unsupported(why: string): HttpError {
  return invalid(`Unsupported provider: ${why}`)
}

function scopesOf({ scopes }: OidcProvider, asked: string): string {
  return [...new Set([...scopes.split(/[\s,]+/), ...asked.split(/[\s,]+/)])].filter(Boolean).join(' ')
}

function passedOn(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !RESERVED.has(name.toLowerCase())))
}
