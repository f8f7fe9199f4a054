import type { HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import type pg from 'pg'
import { createApiKeys, requireApiKey } from './auth/api-key.ts'
import { authApp } from './auth/auth-app.ts'
import { factorKey } from './auth/factors/factor-key.ts'
import type { Jwt } from './auth/jwt.ts'
import { createLiveSessions } from './auth/live-sessions.ts'
import { createOidcClients } from './auth/oidc/oidc-clients.ts'
import { oneTimeKey } from './auth/one-time-tokens.ts'
import { createRateLimits } from './auth/rate-limits.ts'
import { refreshPepper } from './auth/refresh-tokens.ts'
import { createSamlProviders } from './auth/saml/saml-providers.ts'
import { createVerifyBearer } from './auth/verify-bearer.ts'
import { authAddress, type Config } from './config.ts'
import { drawAuthError, drawTableError, toHttpError } from './errors.ts'
import type { ChangeFeed } from './events/change-feed.ts'
import { eventsApp } from './events/events-app.ts'
import type { PostOffice } from './mail/post-office.ts'
import { restApp } from './rest/rest-app.ts'
import type { Secrets } from './secrets.ts'
import type { StaticFiles } from './static-files.ts'

/** Our own accounts and data. Absent when the app talks to another project. */
export interface Backend {
  pool: pg.Pool
  secrets: Secrets
  jwt: Jwt
  postOffice: PostOffice
  feed: ChangeFeed
}

export type App = Hono<{ Bindings: HttpBindings }>

/** Every route of the server. */
export function createApp(config: Config, backend: Backend | null, files: StaticFiles): App {
  const app: App = new Hono()
  app.use(securityHeaders(config))
  if (!config.auth.atRoot)
    app.get('/health', (c) => health(backend).then((ready) => c.json({ ready }, ready ? 200 : 503)))
  if (backend !== null) mountApis(app, config, backend)
  app.on(['GET', 'HEAD'], '*', (c) => files.respond(c.req.raw))
  app.notFound((c) => c.text('No encontrado', 404))
  app.onError((error, c) => {
    const refusal = toHttpError(error, `${c.req.method} ${c.req.path}`)
    if (/^\/(?:rest|events)\/v1/.test(c.req.path)) return withOpenOrigin(drawTableError(refusal))
    return withOpenOrigin(drawAuthError(refusal, c.req.header('x-supabase-api-version')))
  })
  return app
}

function mountApis(app: App, config: Config, { pool, secrets, jwt, postOffice, feed }: Backend): void {
  const apiKeys = createApiKeys(secrets.anonKeys, secrets.serviceKeys)
  const liveSessions = createLiveSessions(pool, (ids) => feed.room.wakeSessions(ids))
  const limits = createRateLimits(config)
  const { jwtSecret } = secrets
  const keys = {
    pepper: refreshPepper(jwtSecret),
    factorKey: factorKey(jwtSecret),
    oneTimeKey: oneTimeKey(jwtSecret),
  }
  const saml = createSamlProviders(config.auth.saml, authAddress(config))
  const oidc = createOidcClients(config.auth.oidc, jwtSecret)
  const verifyBearer = createVerifyBearer(jwt, apiKeys, (id) => liveSessions.ended(id))

  app.use('/auth/v1/*', requireApiKey(apiKeys, config.auth.apiKeyCheck))
  app.use('/rest/v1/*', requireApiKey(apiKeys, config.auth.apiKeyCheck))
  app.use('/events/v1/*', requireApiKey(apiKeys, config.auth.apiKeyCheck))
  feed.onLeaving(liveSessions.forgetAll)
  const onChanged = (userId: string) => feed.room.wakeUser(userId)
  app.route(
    '/rest/v1',
    restApp({ db: pool, verifyBearer, onChanged, onAccountDeleted: liveSessions.forgetAll }),
  )
  app.route('/events/v1', eventsApp({ pool, verifyBearer, feed }))
  // At the root it answers everything that is left, and no file is served.
  const deps = { config, pool, jwt, apiKeys, limits, liveSessions, postOffice, oidc, saml, ...keys }
  app.route(config.auth.atRoot ? '/' : '/auth/v1', authApp(deps))
}

async function health(backend: Backend | null): Promise<boolean> {
  if (backend === null) return true
  return backend.pool.query('select 1').then(
    () => true,
    () => false,
  )
}

/** Noted on Node's own answer: through the response that comes later, all its headers would be built a second time. */
function securityHeaders(config: Config): MiddlewareHandler<{ Bindings: HttpBindings }> {
  const https = config.siteUrl.startsWith('https:')
  return ({ env: { outgoing } }, next) => {
    outgoing.setHeader('X-Content-Type-Options', 'nosniff')
    if (https) outgoing.setHeader('Strict-Transport-Security', 'max-age=31536000')
    return next()
  }
}

/** A browser hides an answer without this header from the app, and with it why it was refused. */
function withOpenOrigin(response: Response): Response {
  response.headers.set('Access-Control-Allow-Origin', '*')
  return response
}
