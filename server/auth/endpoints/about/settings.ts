import type { AuthContext } from '../../calls/auth-context.ts'
import { KNOWN_PROVIDERS } from '../../providers/known-providers.ts'
import type { AuthDeps } from '../auth-deps.ts'

type Deps = Pick<AuthDeps, 'config'>

/** GET /settings: tells which ways of signing in are on. */
export function settings(c: AuthContext, deps: Deps): Response {
  return c.json({
    external: {
      ...Object.fromEntries(KNOWN_PROVIDERS.map((provider) => [provider, false])),
      ...Object.fromEntries([...deps.config.auth.oidc.keys()].map((provider) => [provider, true])),
      email: true,
      phone: false,
      anonymous_users: deps.config.auth.anonymous,
    },
    disable_signup: !deps.config.auth.signup,
    mailer_autoconfirm: !deps.config.auth.emailConfirmation,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: deps.config.auth.saml.length > 0,
    passkeys_enabled: false,
  })
}
