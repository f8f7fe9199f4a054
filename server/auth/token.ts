import * as v from 'valibot'
import { HttpError } from '../errors.ts'
import type { AuthContext, AuthDeps, Endpoint } from './auth-deps.ts'
import { optionalText, readJsonBody } from './json-body.ts'
import { passwordGrant } from './token-password.ts'
import { pkceGrant } from './token-pkce.ts'
import { refreshGrant } from './token-refresh.ts'

const GRANTS = new Map<string, Endpoint>([
  ['password', passwordGrant],
  ['refresh_token', refreshGrant],
  ['pkce', pkceGrant],
  ['id_token', idTokenGrant],
])

/** POST /token: every grant takes from the same bucket. */
export async function token(c: AuthContext, deps: AuthDeps): Promise<Response> {
  const grant = GRANTS.get(c.req.query('grant_type') ?? '')
  if (grant === undefined) throw new HttpError(400, 'invalid_credentials', 'unsupported_grant_type')
  deps.limits.take(c, 'token')
  return grant(c, deps)
}

const idTokenSchema = v.object({
  provider: optionalText,
  issuer: optionalText,
  id_token: optionalText,
  access_token: optionalText,
  nonce: optionalText,
})

const KNOWN_PROVIDERS: Readonly<Record<string, string>> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
  azure: 'https://login.microsoftonline.com',
  facebook: 'https://www.facebook.com',
  keycloak: 'keycloak',
  kakao: 'https://kauth.kakao.com',
}

/** No provider is set up. */
async function idTokenGrant(c: AuthContext): Promise<Response> {
  const { provider, id_token: idToken } = await readJsonBody(c, idTokenSchema)
  if (idToken === '') {
    throw new HttpError(400, 'validation_failed', 'id_token required', {
      body: { error: 'invalid request', error_description: 'id_token required' },
    })
  }
  const issuer = Object.hasOwn(KNOWN_PROVIDERS, provider) ? KNOWN_PROVIDERS[provider] : undefined
  if (issuer !== undefined) {
    throw new HttpError(400, 'provider_disabled', `Provider (issuer "${issuer}") is not enabled`)
  }
  throw new HttpError(400, 'validation_failed', `Custom OIDC provider "${provider}" not allowed`)
}
