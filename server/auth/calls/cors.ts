import type { MiddlewareHandler } from 'hono'

const ALLOWED_HEADERS = 'authorization, apikey, content-type, x-client-info, x-supabase-api-version'

/** Lets any origin call and read the answers: what protects an account is its token, never a cookie. */
export const cors: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'OPTIONS') {
    return c.body(null, 204, {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
      'Access-Control-Allow-Headers': [ALLOWED_HEADERS, c.req.header('access-control-request-headers') ?? []]
        .flat()
        .join(', '),
      'Access-Control-Max-Age': '86400',
      Vary: 'Access-Control-Request-Headers',
    })
  }
  await next()
  c.res.headers.set('Access-Control-Allow-Origin', '*')
  c.res.headers.set('Access-Control-Expose-Headers', 'X-Total-Count, Link, X-Supabase-Api-Version')
}
