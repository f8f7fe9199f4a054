import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { PostOffice } from '../mail/post-office.ts'
import type { ApiKeys } from './api-key.ts'
import type { Jwt } from './jwt.ts'
import type { LiveSessions } from './live-sessions.ts'
import type { OidcClients } from './oidc/oidc-clients.ts'
import type { RateLimits } from './rate-limits.ts'
import type { SamlProviders } from './saml/saml-providers.ts'

/** What every endpoint under /auth/v1 works with. */
export interface AuthDeps {
  config: Config
  pool: pg.Pool
  jwt: Jwt
  apiKeys: ApiKeys
  limits: RateLimits
  oidc: OidcClients
  saml: SamlProviders
  liveSessions: LiveSessions
  /** Mixed into the refresh tokens' keys. */
  pepper: Buffer
  /** Seals the secrets of second factors. */
  factorKey: Buffer
  /** Makes the tokens of the links in mails. */
  oneTimeKey: Buffer
  postOffice: PostOffice
}

export type AuthContext = Context<{ Bindings: HttpBindings }>
export type Endpoint = (c: AuthContext, deps: AuthDeps) => Promise<Response> | Response
