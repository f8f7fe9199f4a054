import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { cors } from '../auth/calls/cors.ts'
import { HttpError } from '../http/errors.ts'

/** What stands under /console/v1 where the accounts are another project's: this server has no key to them. */
export function noAccountsApp(): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(cors)
  app.all('*', () => {
    const message = 'The accounts are those of a hosted project: use the command line'
    throw new HttpError(404, 'console_accounts_unavailable', message)
  })
  return app
}
