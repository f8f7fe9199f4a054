import { ConfigError, type Environment, integer, onOff, text } from './environment.ts'
import {
  loadOidcProviders,
  loadSamlProviders,
  type OidcProvider,
  type SamlProvider,
} from './provider-settings.ts'
import { globPattern } from './redirect-glob.ts'

/** How accounts and sessions behave, from the settings AUTH_*. */
export interface AuthSettings {
  /** Whether POST /signup makes accounts for everybody. */
  signup: boolean
  /** Whether it makes them, without `signup`, for whom a family has invited. */
  familyInvites: boolean
  minPasswordLength: number
  /** Whether the passwords that attackers try first are refused. */
  refuseCommonPasswords: boolean
  /** How long an access token is valid, in seconds. */
  jwtExpirySeconds: number
  /** How long a used refresh token still gets the current session, in seconds. */
  reuseIntervalSeconds: number
  /** A session that wasn't refreshed for so many days is over. */
  sessionIdleDays: number
  /** A session is over so many days after its sign-in, however much it is used. */
  sessionMaxDays: number
  /** Whether POST /signup without an address makes an anonymous account. */
  anonymous: boolean
  /** Whether second factors can be set up and are asked for. */
  totp: boolean
  /**
   * The keys that sign access tokens, as JWKs or the path of a file with them. Null means the key made on the first
   * start.
   */
  jwtKeys: string | null
  /** The OpenID Connect providers by their names. */
  oidc: ReadonlyMap<string, OidcProvider>
  saml: readonly SamlProvider[]
  rateLimits: boolean
  /** Whether every call has to carry an `apikey`, as behind Supabase's gateway. */
  apiKeyCheck: boolean
  /** Whether the auth API is served at /, as the reference server does without a gateway. No files are served then. */
  atRoot: boolean
  /** Whether a new account has to confirm its address by mail before its first sign-in. */
  emailConfirmation: boolean
  /** Globs of the addresses that links may lead to, besides the origin of SITE_URL. */
  redirectAllow: readonly string[]
  /** How long a code and a link in a mail are valid, in seconds. */
  otpExpirySeconds: number
  /** How long the link of an invitation is valid, in seconds. */
  inviteExpirySeconds: number
  /** Whether changing the password needs the old one, unless the session was opened through a mail. */
  currentPassword: boolean
}

/** Reads the settings AUTH_*. Throws ConfigError. */
export function loadAuthSettings(env: Environment): AuthSettings {
  const apiKeyCheck = onOff(env, 'AUTH_API_KEY_CHECK', true)
  const atRoot = onOff(env, 'AUTH_AT_ROOT', false)
  if (atRoot && apiKeyCheck) throw new ConfigError('AUTH_AT_ROOT=on necesita AUTH_API_KEY_CHECK=off.')
  return {
    signup: onOff(env, 'AUTH_SIGNUP', false),
    familyInvites: onOff(env, 'AUTH_FAMILY_INVITES', true),
    minPasswordLength: integer(env, 'AUTH_MIN_PASSWORD', 8, 6, 72),
    refuseCommonPasswords: onOff(env, 'AUTH_REFUSE_COMMON_PASSWORDS', true),
    jwtExpirySeconds: integer(env, 'AUTH_JWT_EXPIRY', 3600, 30, 604_800),
    reuseIntervalSeconds: integer(env, 'AUTH_REUSE_INTERVAL', 10, 0, 3600),
    sessionIdleDays: integer(env, 'AUTH_SESSION_IDLE_DAYS', 60, 1, 3650),
    sessionMaxDays: integer(env, 'AUTH_SESSION_MAX_DAYS', 400, 1, 3650),
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
    currentPassword: onOff(env, 'AUTH_CURRENT_PASSWORD', false),
  }
}

function globs(env: Environment, name: string): string[] {
  // A comma between braces belongs to a glob and does not separate two of them.
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
