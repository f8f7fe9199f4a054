import type { AuthContext } from './auth-deps.ts'

/** GET /health. The name is the wire's: clients look for it. */
export function health(c: AuthContext): Response {
  return c.json({
    // The reference server whose behaviour is spoken here, not our own version.
    version: 'v2.196.0',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  })
}
