import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { decodeJwt } from 'jose'
import type { ApiKeys } from '../auth/calls/api-key.ts'
import { bearerToken } from '../auth/calls/bearer-token.ts'
import { HttpError } from '../http/errors.ts'

const throughAdminDoor = new WeakSet<IncomingMessage>()

/** Notes that a request came to the administrators' own port. */
export function enterByAdminDoor(request: IncomingMessage): void {
  throughAdminDoor.add(request)
}

const ADMIN_PATHS = /^(?:\/auth\/v1)?\/(?:admin(?:\/.*)?|invite)$/
const CONSOLE_PATHS = /^\/console\/v1(?:\/.*)?$/
const ADMIN_ROLES: readonly unknown[] = ['service_role', 'supabase_admin']
const HINT = 'Use the address of the administration (ADMIN_PORT).'

/** Refuses at the public port what only administrators ask: there their paths are unknown, and so is their key. */
export function adminDoor(apiKeys: ApiKeys): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    if (throughAdminDoor.has(c.env.incoming)) return next()
    if (ADMIN_PATHS.test(c.req.path)) return c.text('404 page not found', 404)
    if (CONSOLE_PATHS.test(c.req.path)) throw elsewhere()
    const bearer = bearerToken(c.req.header('authorization'))
    const keys = [c.req.header('apikey'), c.req.query('apikey'), bearer ?? undefined]
    if (
      keys.some((key) => apiKeys.roleOf(key) === 'service_role') ||
      ADMIN_ROLES.includes(statedRole(bearer))
    ) {
      const message = 'The secret API key is not accepted at this address'
      throw new HttpError(403, 'not_admin', message, { body: { message, hint: HINT } })
    }
    return next()
  }
}

/** The console's page is at both ports, and has to say where its accounts are. */
function elsewhere(): HttpError {
  return new HttpError(404, 'console_accounts_elsewhere', `Accounts are not administered here. ${HINT}`)
}

/** What a token says of itself. Whether it is true is asked later; here a forged one gains nothing by it. */
function statedRole(token: string | null): unknown {
  try {
    return token === null ? null : decodeJwt(token).role
  } catch {
    return null
  }
}
