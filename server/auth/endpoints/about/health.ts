import type { AuthContext } from '../../calls/auth-context.ts'

/** GET /health: answers as the reference does, because clients look for its name. */
export function health(c: AuthContext): Response {
  return c.json({
    // This is the version of the reference whose behaviour is followed here, not the version of this server.
    version: 'v2.196.0',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  })
}
