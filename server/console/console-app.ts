import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { cors } from '../auth/calls/cors.ts'
import {
  deleteOne,
  disable,
  enable,
  endTrial,
  listAll,
  prolongTrial,
  removeSecondFactor,
  resetPasswordOf,
} from './account-changes.ts'
import type { ConsoleDeps, ConsoleEndpoint } from './console-deps.ts'
import { inviteList, inviteOne } from './invite.ts'
import { administratorOf } from './require-administrator.ts'

const ENDPOINTS: Readonly<Record<string, Readonly<Record<string, ConsoleEndpoint>>>> = {
  '/accounts': { GET: listAll },
  '/accounts/invite': { POST: inviteOne },
  '/accounts/invite-list': { POST: inviteList },
  '/accounts/:userId': { DELETE: deleteOne },
  '/accounts/:userId/trial': { POST: prolongTrial },
  '/accounts/:userId/full': { POST: endTrial },
  '/accounts/:userId/disable': { POST: disable },
  '/accounts/:userId/enable': { POST: enable },
  '/accounts/:userId/reset-password': { POST: resetPasswordOf },
  '/accounts/:userId/remove-second-factor': { POST: removeSecondFactor },
}

/**
 * Everything under /console/v1: what the command line does to accounts, for administrators (wire 2.18, accounts at the
 * console).
 */
export function consoleApp(deps: ConsoleDeps): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(cors)
  for (const [path, methods] of Object.entries(ENDPOINTS)) {
    for (const [method, endpoint] of Object.entries(methods)) {
      app.on(method, path, async (c) => endpoint(c, deps, await administratorOf(c, deps)))
    }
    app.all(path, (c) => c.body(null, 405, { Allow: Object.keys(methods).join(', ') }))
  }
  app.all('*', (c) => c.text('404 page not found', 404))
  return app
}
