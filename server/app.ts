import type { HttpBindings } from '@hono/node-server'
import { type Handler, Hono, type MiddlewareHandler } from 'hono'
import type pg from 'pg'
import { authApp } from './auth/auth-app.ts'
import { createApiKeys, requireApiKey } from './auth/calls/api-key.ts'
import { createAccountLines } from './auth/limits/account-lines.ts'
import { createLimitStore } from './auth/limits/limit-store.ts'
import { createRateLimits } from './auth/limits/rate-limits.ts'
import { createOidcClients } from './auth/providers/oidc-clients.ts'
import { createSamlProviders } from './auth/providers/saml-providers.ts'
import type { Jwt } from './auth/sessions/jwt.ts'
import type { LiveSessions } from './auth/sessions/live-sessions.ts'
import { oneTimeKey } from './auth/sessions/one-time-tokens.ts'
import { refreshPepper } from './auth/sessions/refresh-tokens.ts'
import { createVerifyBearer } from './auth/sessions/verify-bearer.ts'
import { consoleApp } from './console/console-app.ts'
import { noAccountsApp } from './console/no-accounts.ts'
import type { Replica } from './db/ways/replica.ts'
import type { ChangeFeed } from './events/change-feed.ts'
import { eventsApp } from './events/events-app.ts'
import { drawAuthError, drawTableError, HttpError, toHttpError } from './http/errors.ts'
import { setSecurityHeaders } from './http/security-headers.ts'
import type { SecurityLog } from './log/security-log.ts'
import type { PostOffice } from './mail/post-office.ts'
import { measureRequests } from './metrics/measure-requests.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { StaticFiles } from './page/static-files.ts'
import { adminDoor } from './ports/admin-door.ts'
import { restApp } from './rest/rest-app.ts'
import { authAddress, type Config } from './settings/config.ts'
import type { Secrets } from './settings/secrets.ts'
import { traceRequests } from './trace-requests.ts'

/** The server's own accounts and data. There is none of it when the app talks to another project. */
export interface Backend {
  /** For accounts and sessions. */
  pool: pg.Pool
  /** For what families read and write: however long it is taken up, people can sign in. */
  tablePool: pg.Pool
  /** Answers in place of `tablePool` what only reads. Null: there is no copy of the database. */
  replica: Replica | null
  /** For what limits count. */
  limitPool: pg.Pool
  secrets: Secrets
  jwt: Jwt
  postOffice: PostOffice
  feed: ChangeFeed
  liveSessions: LiveSessions
  securityLog: SecurityLog
  isDiskNearlyFull: () => boolean
  /** Whether the database can be written. */
  canWrite: () => Promise<boolean>
}

/** How the server is seen by whoever watches over it. */
export interface Outside {
  /** The server has been told to end: whoever leads callers here has to lead them elsewhere. */
  isStopping: () => boolean
  /** Null where nobody reads them. */
  metrics: Metrics | null
}

export type App = Hono<{ Bindings: HttpBindings }>

/** Builds every route of the server. `backend` is null when the app talks to another project. */
export function createApp(
  config: Config,
  backend: Backend | null,
  files: StaticFiles,
  outside: Outside,
): App {
  const app: App = new Hono()
  app.use(traceRequests(config, backend?.securityLog ?? null))
  const isReady = backend?.canWrite ?? (async () => true)
  return drawApp(app, config, files, outside, { isReady, orElse: 'database' }, () => {
    if (backend === null) app.route('/console/v1', noAccountsApp())
    else mountApis(app, config, backend)
  })
}

/** What is served while the database isn't there yet: the app itself, and a «not now» from each API in its shape. */
export function createWaitingApp(config: Config, files: StaticFiles, outside: Outside): App {
  const app: App = new Hono()
  app.use(traceRequests(config, null))
  const readiness: Readiness = { isReady: async () => false, orElse: 'starting' }
  return drawApp(app, config, files, outside, readiness, () => {
    const paths = config.auth.atRoot ? ['*'] : ['/auth/v1/*', '/rest/v1/*', '/events/v1/*', '/console/v1/*']
    for (const path of paths) app.all(path, notYet)
  })
}

interface Readiness {
  isReady: () => Promise<boolean>
  /** What is said to keep the server from answering where it isn't. */
  orElse: 'database' | 'starting'
}

/** Puts on `app` what both have, with what `mount` puts there between the questions of who watches and the files. */
function drawApp(
  app: App,
  config: Config,
  files: StaticFiles,
  { isStopping, metrics }: Outside,
  { isReady, orElse }: Readiness,
  mount: () => void,
): App {
  app.use(securityHeaders(config))
  if (!config.auth.atRoot) {
    app.get('/health', async (c) => {
      const ready = await isReady()
      return c.json({ ready }, ready ? 200 : 503)
    })
  }
  app.get('/ready', async (c) => {
    const reason = isStopping() ? 'stopping' : (await isReady()) ? null : orElse
    return reason === null ? c.json({ ready: true }) : c.json({ ready: false, reason }, 503)
  })
  // Those who watch over the server ask all the time, and aren't counted: the figures are about families.
  if (metrics !== null) app.use(measureRequests(metrics))
  mount()
  app.on(['GET', 'HEAD'], '*', (c) => files.respond(c.req.raw))
  app.notFound((c) => c.text('No encontrado', 404))
  app.onError((error, c) => {
    const refusal = toHttpError(error, `${c.req.method} ${c.req.path}`, c.get('trace'))
    if (isTablePath(c.req.path)) return withOpenOrigin(drawTableError(refusal))
    return withOpenOrigin(drawAuthError(refusal, c.req.header('x-supabase-api-version')))
  })
  return app
}

function mountApis(
  app: App,
  config: Config,
  {
    pool,
    tablePool,
    replica,
    limitPool,
    secrets,
    jwt,
    postOffice,
    feed,
    liveSessions,
    isDiskNearlyFull,
  }: Backend,
): void {
  const apiKeys = createApiKeys(secrets.anonKeys, secrets.serviceKeys)
  const { jwtSecret } = secrets
  const limits = createRateLimits(config, createLimitStore(limitPool, jwtSecret))
  const keys = {
    pepper: refreshPepper(jwtSecret),
    factorKey: secrets.factorKey,
    oneTimeKey: oneTimeKey(jwtSecret),
  }
  const saml = createSamlProviders(config.auth.saml, authAddress(config))
  const oidc = createOidcClients(config.auth.oidc, jwtSecret)
  const verifyBearer = createVerifyBearer(jwt, apiKeys, (id) => liveSessions.levelOf(id))

  if (config.admin !== null) app.use(adminDoor(apiKeys))
  app.use('/auth/v1/*', requireApiKey(apiKeys, config.auth.apiKeyCheck))
  app.use('/rest/v1/*', requireApiKey(apiKeys, config.auth.apiKeyCheck))
  app.use('/events/v1/*', requireApiKey(apiKeys, config.auth.apiKeyCheck))
  app.use('/console/v1/*', requireApiKey(apiKeys, config.auth.apiKeyCheck))
  const inLine = createAccountLines()
  app.route(
    '/rest/v1',
    restApp({
      db: tablePool,
      replica,
      inLine,
      verifyBearer,
      onChanged: (familyId) => feed.room.wakeFamily(familyId),
      onAccountDeleted: liveSessions.forgetAll,
      isDiskNearlyFull,
    }),
  )
  app.route('/events/v1', eventsApp({ pool: tablePool, inLine, verifyBearer, feed }))
  const deps = { config, pool, jwt, apiKeys, limits, liveSessions, postOffice, oidc, saml, ...keys }
  app.route('/console/v1', consoleApp(deps))
  // At the root it answers everything that is left, and no file is served.
  app.route(config.auth.atRoot ? '/' : '/auth/v1', authApp(deps))
}

const notYet: Handler = (c) => {
  const headers = { 'Retry-After': '1' }
  const refusal = isTablePath(c.req.path)
    ? new HttpError(503, 'PGRST000', 'Database connection error.', { headers })
    : new HttpError(503, 'unexpected_failure', 'Database unavailable, please try again', { headers })
  // Each such call is a line of the log, and where this was thrown says nothing about a database that isn't there.
  delete refusal.stack
  throw refusal
}

function isTablePath(path: string): boolean {
  return /^\/(?:rest|events)\/v1/.test(path)
}

function securityHeaders({ siteUrl }: Config): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return ({ env: { outgoing } }, next) => {
    setSecurityHeaders(outgoing, siteUrl)
    return next()
  }
}

/** Without this header a browser hides the answer from the app, which then could not tell why it was refused. */
function withOpenOrigin(response: Response): Response {
  response.headers.set('Access-Control-Allow-Origin', '*')
  return response
}
