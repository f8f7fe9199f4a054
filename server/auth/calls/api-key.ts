import { timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { bearerToken } from './bearer-token.ts'
import { badApiKey } from './refusals.ts'

type KeyRole = 'anon' | 'service_role'

/** The API keys that this server accepts. */
export interface ApiKeys {
  /** The role a key stands for, by exact match; null for anything else. */
  roleOf(key: string | undefined): KeyRole | null
}

/** Each role has a JWT key and an opaque one (`sb_publishable_…`, `sb_secret_…`); all of them are accepted. */
export function createApiKeys(anonKeys: readonly string[], serviceKeys: readonly string[]): ApiKeys {
  return {
    roleOf(key) {
      if (key === undefined || key === '') return null
      if (serviceKeys.some((own) => isSame(own, key))) return 'service_role'
      return anonKeys.some((own) => isSame(own, key)) ? 'anon' : null
    },
  }
}

/**
 * Takes as long for one wrong character as for another. A key's length is no secret, and tells it from a person's token
 * before either is copied.
 */
function isSame(own: string, asked: string): boolean {
  if (own.length !== asked.length) return false
  const [ownBytes, askedBytes] = [Buffer.from(own), Buffer.from(asked)]
  return ownBytes.length === askedBytes.length && timingSafeEqual(ownBytes, askedBytes)
}

const HINT = 'Double check your Supabase `anon` or `service_role` API key.'
/** Calls without a key: they come from a mail's link, a provider's redirect or a library that has none. */
const OPEN_PATHS = /^\/auth\/v1\/(?:verify|callback|authorize|sso\/saml\/.*|\.well-known\/.*)$/

/**
 * The check before both APIs that a call names one of our keys (wire 1.1, keys and roles). The secret key is refused in
 * browsers even where `enforced` is false. Throws 401.
 */
export function requireApiKey(apiKeys: ApiKeys, enforced: boolean): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'OPTIONS' || OPEN_PATHS.test(c.req.path)) return next()
    const key = c.req.header('apikey') ?? c.req.query('apikey')
    const role = apiKeys.roleOf(key)
    const bearerRole = apiKeys.roleOf(bearerToken(c.req.header('authorization')) ?? undefined)
    const isService = role === 'service_role' || bearerRole === 'service_role'
    if (isService && isBrowser(c.req.header('user-agent'))) {
      throw badApiKey(
        'Forbidden use of secret API key in browser',
        'Secret API keys can only be used in a protected environment and should never be used in a browser.',
      )
    }
    if (!enforced || role !== null) return next()
    if (key === undefined || key === '') {
      throw badApiKey('No API key found in request', 'No `apikey` request header or url param was found.')
    }
    throw badApiKey('Invalid API key', HINT)
  }
}

function isBrowser(userAgent: string | undefined): boolean {
  return /^(mozilla|opera)\//i.test(userAgent ?? '')
}
