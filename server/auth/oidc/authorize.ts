import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client'
import { authAddress } from '../../config.ts'
import { HttpError } from '../../errors.ts'
import type { OidcProvider } from '../../provider-settings.ts'
import type { AuthContext, AuthDeps } from '../auth-deps.ts'
import { beginFlow } from '../flow-state.ts'
import { parseChallenge } from '../pkce.ts'
import { redirectTarget } from '../redirects.ts'
import { KNOWN_PROVIDERS } from '../settings.ts'
import { reasonOf } from './oidc-clients.ts'

/** What this server says to the provider, or the client to this server; everything else is passed on. */
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

/** GET /authorize?provider=…: sends the person to the provider. */
export async function authorize(c: AuthContext, deps: AuthDeps): Promise<Response> {
  deps.limits.take(c, 'authorize')
  const query = (name: string) => c.req.query(name) ?? ''
  const provider = requestedProvider(query('provider'), deps)
  const challenge = parseChallenge(query('code_challenge'), query('code_challenge_method'))
  const configuration = await deps.oidc.configuration(provider.name).catch((error: unknown) => {
    console.error(`provider ${provider.name} can't be reached: ${reasonOf(error)}`)
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

/** Where every provider sends people back to. */
export function callbackAddress(deps: AuthDeps): string {
  return `${authAddress(deps.config)}/callback`
}

function requestedProvider(name: string, deps: AuthDeps): OidcProvider {
  const provider = deps.oidc.provider(name.toLowerCase())
  if (provider !== null) return provider
  throw unsupported(
    KNOWN_PROVIDERS.includes(name.toLowerCase())
      ? 'provider is not enabled'
      : `Provider ${name} could not be found`,
  )
}

function unsupported(why: string): HttpError {
  return new HttpError(400, 'validation_failed', `Unsupported provider: ${why}`)
}

function scopesOf({ scopes }: OidcProvider, asked: string): string {
  return [...new Set([...scopes.split(/[\s,]+/), ...asked.split(/[\s,]+/)])].filter(Boolean).join(' ')
}

function passedOn(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !RESERVED.has(name.toLowerCase())))
}
