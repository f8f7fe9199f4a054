import type pg from 'pg'
import type { PostOffice } from '../../mail/post-office.ts'
import type { Config } from '../../settings/config.ts'
import type { ApiKeys } from '../calls/api-key.ts'
import type { AuthContext } from '../calls/auth-context.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import type { OidcClients } from '../providers/oidc-clients.ts'
import type { SamlProviders } from '../providers/saml-providers.ts'
import type { Jwt } from '../sessions/jwt.ts'
import type { LiveSessions } from '../sessions/live-sessions.ts'

/** Everything that the endpoints under /auth/v1 work with. Each endpoint names the part that it needs. */
export interface AuthDeps {
  config: Config
  pool: pg.Pool
  jwt: Jwt
  apiKeys: ApiKeys
  limits: RateLimits
  oidc: OidcClients
  saml: SamlProviders
  liveSessions: LiveSessions
  /** The server's part of the keys that sign refresh tokens. */
  pepper: Buffer
  /** The key that seals the secrets of second factors. */
  factorKey: Buffer
  /** The key that derives the tokens of the links in mails. */
  oneTimeKey: Buffer
  postOffice: PostOffice
}

export type Endpoint = (c: AuthContext, deps: AuthDeps) => Promise<Response> | Response
