import { globPattern } from './auth/redirects.ts'
import { ConfigError, type Environment, integer, onOff, text } from './environment.ts'
import {
  loadOidcProviders,
  loadSamlProviders,
  type OidcProvider,
  type SamlProvider,
} from './provider-settings.ts'

/** How accounts and sessions behave: the settings AUTH_*. */
export interface AuthSettings {
  /** POST /signup makes accounts. */
  signup: boolean
  minPasswordLength: number
  /** Passwords that are guessed first can't be set. */
  refuseCommonPasswords: boolean
  /** Life of an access token, seconds. */
  jwtExpirySeconds: number
  /** How long an old refresh token still gets the current one, seconds. */
  reuseIntervalSeconds: number
  /** Sign-in without an address, by POST /signup. */
  anonymous: boolean
  /** Second factors can be set up and are asked for. */
  totp: boolean
  /** Keys to sign access tokens with, as JWKs or the path of a file with them; null: the key made on first start. */
  jwtKeys: string | null
  /** By name. */
  oidc: ReadonlyMap<string, OidcProvider>
  saml: readonly SamlProvider[]
  rateLimits: boolean
  /** The gateway asks for the `apikey` on every call. */
  apiKeyCheck: boolean
  /** The auth API lies at /, where the reference server has it without a gateway, and nothing else is served. */
  atRoot: boolean
  /** A new account waits until its address is proved by mail. */
  emailConfirmation: boolean
  /** Globs of addresses that links may lead to besides SITE_URL's own origin. */
  redirectAllow: readonly string[]
  /** Life of a code and of a link in a mail, seconds. */
  otpExpirySeconds: number
  /** Life of the link of an invitation, seconds. */
  inviteExpirySeconds: number
  /** A new password asks for a code from the mailbox when the session is older than a day. */
  passwordReauthentication: boolean
  /** A new password asks for the old one, unless the session came through a mail. */
  currentPassword: boolean
}

/** Throws ConfigError. */
export function loadAuthSettings(env: Environment): AuthSettings {
  const apiKeyCheck = onOff(env, 'AUTH_API_KEY_CHECK', true)
  const atRoot = onOff(env, 'AUTH_AT_ROOT', false)
  if (atRoot && apiKeyCheck) throw new ConfigError('AUTH_AT_ROOT=on necesita AUTH_API_KEY_CHECK=off.')
  return {
    signup: onOff(env, 'AUTH_SIGNUP', false),
    minPasswordLength: integer(env, 'AUTH_MIN_PASSWORD', 8, 6, 72),
    refuseCommonPasswords: onOff(env, 'AUTH_REFUSE_COMMON_PASSWORDS', true),
    jwtExpirySeconds: integer(env, 'AUTH_JWT_EXPIRY', 3600, 30, 604_800),
    reuseIntervalSeconds: integer(env, 'AUTH_REUSE_INTERVAL', 10, 0, 3600),
    anonymous: onOff(env, 'AUTH_ANONYMOUS', false),
    totp: onOff(env, 'AUTH_TOTP', true),
    jwtKeys: text(env, 'AUTH_JWT_KEYS'),
    oidc: loadOidcProviders(env),
    saml: loadSamlProviders(env),
    rateLimits: onOff(env, 'AUTH_RATE_LIMITS', true),
    apiKeyCheck,
    atRoot,
    emailConfirmation: onOff(env, 'AUTH_EMAIL_CONFIRMATION', false),
    redirectAllow: globs(env, 'AUTH_REDIRECT_ALLOW'),
    otpExpirySeconds: integer(env, 'AUTH_OTP_EXPIRY', 3600, 60, 86_400),
    inviteExpirySeconds: integer(env, 'AUTH_INVITE_EXPIRY', 604_800, 60, 2_592_000),
    passwordReauthentication: onOff(env, 'AUTH_PASSWORD_REAUTHENTICATION', false),
    currentPassword: onOff(env, 'AUTH_CURRENT_PASSWORD', false),
  }
}

function globs(env: Environment, name: string): string[] {
  // A comma between braces belongs to the glob.
  const listed = (text(env, name) ?? '').split(/,(?![^{]*\})/).flatMap((item) => item.trim() || [])
  for (const glob of listed) {
    try {
      globPattern(glob)
    } catch {
      throw new ConfigError(`${name} no vale: «${glob}» no es un patrón.`)
    }
  }
  return listed
}
