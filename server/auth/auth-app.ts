import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { cors } from './calls/cors.ts'
import { health } from './endpoints/about/health.ts'
import { jwks } from './endpoints/about/jwks.ts'
import { settings } from './endpoints/about/settings.ts'
import { deleteUserAsAdmin, getUserAsAdmin, updateUserAsAdmin } from './endpoints/admin/admin-user.ts'
import { createUserAsAdmin, listUsers } from './endpoints/admin/admin-users.ts'
import { generateLink } from './endpoints/admin/generate-link.ts'
import { invite } from './endpoints/admin/invite.ts'
import { refuseOAuthServer } from './endpoints/admin/oauth.ts'
import type { AuthDeps, Endpoint } from './endpoints/auth-deps.ts'
import { disown } from './endpoints/by-mail/disown.ts'
import { magicLink, otp } from './endpoints/by-mail/otp.ts'
import { recover } from './endpoints/by-mail/recover.ts'
import { resend } from './endpoints/by-mail/resend.ts'
import { verify } from './endpoints/by-mail/verify.ts'
import { verifyLink } from './endpoints/by-mail/verify-link.ts'
import { deleteFactorAsAdmin, listFactorsAsAdmin } from './endpoints/factors/admin-factors.ts'
import { challengeFactor } from './endpoints/factors/challenge.ts'
import { enrollFactor } from './endpoints/factors/enroll.ts'
import { makeRecoveryCodes, verifyRecoveryCode } from './endpoints/factors/recovery-codes.ts'
import { unenrollFactor } from './endpoints/factors/unenroll.ts'
import { verifyFactor } from './endpoints/factors/verify.ts'
import { authorize } from './endpoints/oidc/authorize.ts'
import { callback } from './endpoints/oidc/callback.ts'
import { samlAcs } from './endpoints/saml/acs.ts'
import { samlMetadata } from './endpoints/saml/metadata.ts'
import { sso } from './endpoints/saml/sso.ts'
import { signup } from './endpoints/signing-up/signup.ts'
import { token } from './endpoints/token/token.ts'
import { refuseIdentityChange } from './endpoints/user/identities.ts'
import { logout } from './endpoints/user/logout.ts'
import { reauthenticate } from './endpoints/user/reauthenticate.ts'
import { endSession, listSessions } from './endpoints/user/sessions.ts'
import { updateUser } from './endpoints/user/update-user.ts'
import { getUser } from './endpoints/user/user.ts'

const ENDPOINTS: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  '/token': { POST: token },
  '/signup': { POST: signup },
  '/logout': { POST: logout },
  '/user': { GET: getUser, PUT: updateUser },
  '/sessions': { GET: listSessions },
  '/sessions/:sessionId': { DELETE: endSession },
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
  '/disown': { POST: disown },
  '/user/identities/authorize': { GET: refuseIdentityChange },
  '/user/identities/:identityId': { DELETE: refuseIdentityChange },
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
  '/recovery_codes': { POST: makeRecoveryCodes },
  '/recovery_codes/verify': { POST: verifyRecoveryCode },
  '/settings': { GET: settings },
  '/health': { GET: health },
  '/.well-known/jwks.json': { GET: jwks },
}

/** Everything under /auth/v1. */
export function authApp(deps: AuthDeps): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(cors)
  for (const [path, methods] of Object.entries(ENDPOINTS)) {
    for (const [method, endpoint] of Object.entries(methods)) {
      app.on(method, path, (c) => endpoint(c, deps))
    }
    app.all(path, (c) => c.body(null, 405, { Allow: Object.keys(methods).join(', ') }))
  }
  app.all('/admin/oauth/*', (c) => refuseOAuthServer(c, deps))
  app.all('*', (c) => c.text('404 page not found', 404))
  return app
}
