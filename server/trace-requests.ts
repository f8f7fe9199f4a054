import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { clientAddress, isFromProxy, rateLimitKey } from './auth/limits/client-address.ts'
import { errorCode, isDiskFull } from './log/error-code.ts'
import { printFailure } from './log/lines.ts'
import { newTrace, type RequestTrace, traced } from './log/request-trace.ts'
import type { SecurityEvent } from './log/security-events.ts'
import type { SecurityLog } from './log/security-log.ts'
import type { Config } from './settings/config.ts'
import { ALL_AS_ONE, type ProxySettings } from './settings/proxy-settings.ts'

type Traced = Context<{ Bindings: HttpBindings }>

/** What a proxy's own id may look like; anything else could forge a line or fill one. */
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/

const PROXY_NOT_TRUSTED = `Parece que hay un proxy delante (X-Forwarded-For). ${ALL_AS_ONE}`

/**
 * Gives each request its id, and writes down what came of it once the answer is out.
 * @param log null where the accounts are another project's: then failures are printed, and nothing else.
 */
export function traceRequests(
  config: ProxySettings & Pick<Config, 'auth'>,
  log: SecurityLog | null,
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  let warned = config.trustedIpHeader !== null
  return (c, next) => {
    const { outgoing } = c.env
    if (!warned && c.req.header('x-forwarded-for') !== undefined) {
      warned = true
      printFailure('proxy_not_trusted', { message: PROXY_NOT_TRUSTED })
    }
    const stated = isFromProxy(c, config) ? c.req.header('x-request-id') : undefined
    const id = stated !== undefined && REQUEST_ID.test(stated) ? stated : randomUUID()
    const address = clientAddress(c, config)
    const trace = newTrace(id, address, rateLimitKey(address))
    outgoing.setHeader('X-Request-Id', id)
    c.set('trace', trace)
    // A caller who hangs up is written down as well, and only when it is known what became of the request.
    const write = () => {
      traceOutcome(c, trace, outgoing.headersSent ? outgoing.statusCode : c.res.status, config.auth.atRoot)
      log?.write(trace)
    }
    const writeOnceSent = () => {
      if (outgoing.closed) write()
      else outgoing.once('close', write)
    }
    if (isAccountCall(c.req.path, config.auth.atRoot)) return traced(trace, next).finally(writeOnceSent)
    // Table calls come often, and hardly ever is there anything to write down about one.
    return next().then(() => {
      if (trace.failure !== undefined || trace.events.length > 0) writeOnceSent()
    })
  }
}

const CONSOLE = '/console/v1/'

/** What happens to an account is noted deep inside; a table call hands its trace down instead, as it comes often. */
function isAccountCall(path: string, atRoot: boolean): boolean {
  return atRoot || path.startsWith('/auth/v1/') || path.startsWith(CONSOLE)
}

function traceOutcome(c: Traced, trace: RequestTrace, status: number, atRoot: boolean): void {
  const add = (event: SecurityEvent, detail: string | null) =>
    trace.events.push({ event, accountId: trace.accountId, detail, recorded: false })
  const { method, path } = c.req
  // Who watches over the server asks again and again, and phones that wait for news are sent away when it stops.
  if (status === 503 && /^\/(?:health$|ready$|events\/)/.test(path)) return
  // A mail's link is answered with a way back to the app also when the server failed.
  if (status >= 500 || trace.printed) {
    const event = isDiskFull(trace.failure) ? 'disk_full' : 'server_error'
    if (!trace.printed) {
      printFailure(event, { request_id: trace.id, status, request: `${method} ${path}` }, trace.failure)
    }
    add(event, shortCode(trace.failure))
    return
  }
  if (trace.failure !== undefined && isRefusedAccess(path, status, errorCode(trace.failure))) {
    add('access_refused', shortCode(trace.failure))
    return
  }
  if (path.startsWith(CONSOLE)) {
    // What was done there is noted with what it did.
    if (trace.failure !== undefined) add('admin_refused', shortCode(trace.failure))
    return
  }
  const call = atRoot ? path : /^\/auth\/v1(\/.*)$/.exec(path)?.[1]
  if (call === undefined) return
  if (trace.failure !== undefined) {
    const event = refusedBy(method, call, status, c.req.query('grant_type'))
    if (event !== null) add(event, shortCode(trace.failure))
  } else if (ADMIN_CALL.test(call) && DOING.has(method) && status < 400) {
    trace.accountId ??= UUID.exec(call)?.[0] ?? null
    add('admin_call', `${method} ${call.replace(new RegExp(UUID, 'gi'), ':id')}`)
  }
}

/** A phone's token runs out every hour, and one without an account only asks for what it can't have. */
const NO_OFFENCE = new Set(['PGRST302', 'PGRST303'])

function isRefusedAccess(path: string, status: number, code: string): boolean {
  return /^\/(?:rest|events)\/v1\//.test(path) && (status === 401 || status === 403) && !NO_OFFENCE.has(code)
}

const ADMIN_CALL = /^\/(?:admin\/[a-z_/]+|admin\/users\/[0-9a-f-]{36}(?:\/factors\/[0-9a-f-]{36})?|invite)$/i
/** Whoever only looks at the accounts is written down too: a key that leaked tells by it what was seen. */
const DOING = new Set(['GET', 'POST', 'PUT', 'DELETE'])
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** Null: not worth keeping. A refresh token that was reused is in the table by then. */
function refusedBy(
  method: string,
  call: string,
  status: number,
  grant: string | undefined,
): SecurityEvent | null {
  if (status === 429) return 'guessing_locked'
  if (/^\/(?:admin\/|invite$)/.test(call)) return status === 401 || status === 403 ? 'admin_refused' : null
  if (call === '/token') return grant === 'refresh_token' ? 'refresh_refused' : 'sign_in_refused'
  if (call === '/verify' || call === '/disown' || call === '/recovery_codes/verify') return 'code_refused'
  if (/^\/factors\/[^/]+\/verify$/.test(call)) return 'code_refused'
  if ((call === '/user' && method === 'PUT') || /^\/factors(?:\/[^/]+)?$/.test(call)) return 'change_refused'
  return call === '/callback' || call === '/sso/saml/acs' ? 'sign_in_refused' : null
}

function shortCode(failure: unknown): string | null {
  const code = errorCode(failure)
  return /^\w{1,60}$/.test(code) ? code : null
}
