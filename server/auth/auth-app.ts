import type { HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { deleteUserAsAdmin, getUserAsAdmin, updateUserAsAdmin } from './admin-user.ts'
import { createUserAsAdmin, listUsers } from './admin-users.ts'
import type { AuthDeps, Endpoint } from './auth-deps.ts'
import { cors } from './cors.ts'
import { deleteFactorAsAdmin, listFactorsAsAdmin } from './factors/admin-factors.ts'
import { challengeFactor } from './factors/challenge.ts'
import { enrollFactor } from './factors/enroll.ts'
import { unenrollFactor } from './factors/unenroll.ts'
import { verifyFactor } from './factors/verify.ts'
import { generateLink } from './generate-link.ts'
import { health } from './health.ts'
import { linkIdentity } from './identities.ts'
import { invite } from './invite.ts'
import { jwks } from './jwks.ts'
import { logout } from './logout.ts'
import { authorize } from './oidc/authorize.ts'
import { callback } from './oidc/callback.ts'
import { magicLink, otp } from './otp.ts'
import { reauthenticate } from './reauthenticate.ts'
import { recover } from './recover.ts'
import { resend } from './resend.ts'
import { samlAcs } from './saml/acs.ts'
import { samlMetadata } from './saml/metadata.ts'
import { sso } from './saml/sso.ts'
import { settings } from './settings.ts'
import { signup } from './signup.ts'
import { token } from './token.ts'
import { updateUser } from './update-user.ts'
import { getUser } from './user.ts'
import { verify } from './verify.ts'
import { verifyLink } from './verify-link.ts'

const ENDPOINTS: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  '/token': { POST: token },
  '/signup': { POST: signup },
  '/logout': { POST: logout },
  '/user': { GET: getUser, PUT: updateUser },
  '/reauthenticate': { GET: reauthenticate },
  '/otp': { POST: otp },
  '/magiclink': { POST: magicLink },
  '/recover': { POST: recover },
  '/resend': { POST: resend },
  '/invite': { POST: invite },
  '/admin/generate_link': { POST: generateLink },
  '/admin/users': { GET: listUsers, POST: createUserAsAdmin },
  '/admin/users/:userId': { GET: getUserAsAdmin, PUT: updateUserAsAdmin, DELETE: deleteUserAsAdmin },
  '/verify': { GET: verifyLink, POST: verify },
  '/user/identities/authorize': { GET: linkIdentity },
  '/user/identities/:identityId': { DELETE: linkIdentity },
  '/authorize': { GET: authorize },
  '/callback': { GET: callback, POST: callback },
  '/sso': { POST: sso },
  '/sso/saml/acs': { POST: samlAcs },
  '/sso/saml/metadata': { GET: samlMetadata },
  '/admin/users/:userId/factors': { GET: listFactorsAsAdmin },
  '/admin/users/:userId/factors/:factorId': { DELETE: deleteFactorAsAdmin },
  '/factors': { POST: enrollFactor },
  '/factors/:factorId': { DELETE: unenrollFactor },
  '/factors/:factorId/challenge': { POST: challengeFactor },
  '/factors/:factorId/verify': { POST: verifyFactor },
  '/settings': { GET: settings },
  '/health': { GET: health },
  '/.well-known/jwks.json': { GET: jwks },
}

/** Everything under /auth/v1. */
export function authApp(deps: AuthDeps): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(cors, noStore)
  for (const [path, methods] of Object.entries(ENDPOINTS)) {
    for (const [method, endpoint] of Object.entries(methods)) {
      app.on(method, path, (c) => endpoint(c, deps))
    }
    app.all(path, (c) => c.body(null, 405, { Allow: Object.keys(methods).join(', ') }))
  }
  app.all('*', (c) => c.text('404 page not found', 404))
  return app
}

/** Tokens and accounts are for the one who asked. */
const noStore: MiddlewareHandler = async (c, next) => {
  await next()
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
}
