import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Metrics } from './metrics.ts'

type Answered = Context<{ Bindings: HttpBindings }>

/** Counts each call by the route that has answered it, and how long that took. */
export function measureRequests(metrics: Metrics): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const begun = performance.now()
    await next()
    metrics.answered(c.req.method, routeOf(c), c.res.status, (performance.now() - begun) / 1000)
  }
}

const TABLES = '/rest/v1/*'
const FUNCTIONS = '/rest/v1/rpc/'

/** The table API reads its paths by itself: there is one route for all of them. */
function routeOf(c: Answered): string {
  const route = routePath(c)
  if (route !== TABLES) return route
  return c.req.path.startsWith(FUNCTIONS) ? `${FUNCTIONS}:function` : '/rest/v1/:table'
}
