import { type Environment, integer, onOff } from './environment.ts'

/** How accounts and sessions behave: the settings AUTH_*. */
export interface AuthSettings {
  /** POST /signup makes accounts. */
  signup: boolean
  minPasswordLength: number
  /** Life of an access token, seconds. */
  jwtExpirySeconds: number
  /** How long an old refresh token still gets the current one, seconds. */
  reuseIntervalSeconds: number
  rateLimits: boolean
  /** The gateway asks for the `apikey` on every call. */
  apiKeyCheck: boolean
}

/** Throws ConfigError. */
export function loadAuthSettings(env: Environment): AuthSettings {
  return {
    signup: onOff(env, 'AUTH_SIGNUP', false),
    minPasswordLength: integer(env, 'AUTH_MIN_PASSWORD', 8, 6, 72),
    jwtExpirySeconds: integer(env, 'AUTH_JWT_EXPIRY', 3600, 30, 604_800),
    reuseIntervalSeconds: integer(env, 'AUTH_REUSE_INTERVAL', 10, 0, 3600),
    rateLimits: onOff(env, 'AUTH_RATE_LIMITS', true),
    apiKeyCheck: onOff(env, 'AUTH_API_KEY_CHECK', true),
  }
}
