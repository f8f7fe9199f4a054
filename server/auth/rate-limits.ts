import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpError } from '../errors.ts'
import type { AuthContext } from './auth-deps.ts'
import { clientAddress, rateLimitKey } from './client-address.ts'

/** The buckets of wire contract 2.13 that have calls so far; each address has its own of every kind. */
type Bucket = 'token' | 'signup' | 'user'

export interface RateLimits {
  /** Takes one from the address's bucket, or throws 429. */
  take(c: AuthContext, bucket: Bucket): Promise<void>
  /** Before a password is checked: throws 429, or makes the caller wait when the account is under attack. */
  beforePassword(c: AuthContext, account: string): Promise<void>
  /** The password was right: the address is the owner's, and owes nothing. */
  passwordWasRight(c: AuthContext, account: string): Promise<void>
}

// Upstream's token buckets: 30 at once, then one every so many seconds (150 and 30 per 5 min).
const BURST = { points: 29, duration: 300 }
const SECONDS_PER_REFILL: Record<Bucket, number> = { token: 2, signup: 10, user: 10 }

// Wrong passwords for one account from one address. Another address is not locked out by them.
const WRONG_FROM_ONE_ADDRESS = { points: 20, duration: 15 * 60 }
// Wrong passwords for one account from everywhere: never refused, only slower and slower.
const WRONG_FROM_EVERYWHERE = { points: 20, duration: 15 * 60 }
const SLOWER_BY_MS = 100
const SLOWEST_MS = 2000

const UNLIMITED: RateLimits = {
  take: () => Promise.resolve(),
  beforePassword: () => Promise.resolve(),
  passwordWasRight: () => Promise.resolve(),
}

export function createRateLimits(enabled: boolean, trustedIpHeader: string | null): RateLimits {
  if (!enabled) return UNLIMITED
  const buckets = {
    token: tokenBucket('token'),
    signup: tokenBucket('signup'),
    user: tokenBucket('user'),
  }
  const fromOneAddress = new RateLimiterMemory({ keyPrefix: 'address', ...WRONG_FROM_ONE_ADDRESS })
  const fromEverywhere = new RateLimiterMemory({ keyPrefix: 'account', ...WRONG_FROM_EVERYWHERE })

  const addressOf = (c: AuthContext) => rateLimitKey(clientAddress(c, trustedIpHeader))
  const pairOf = (c: AuthContext, account: string) => `${addressOf(c)} ${shortened(account)}`

  return {
    async take(c, bucket) {
      const spent = await consume(buckets[bucket], addressOf(c))
      if (spent !== null) throw tooMany(spent.msBeforeNext)
    },
    async beforePassword(c, account) {
      const spent = await consume(fromOneAddress, pairOf(c, account))
      if (spent !== null) throw tooMany(spent.msBeforeNext)
      const { consumedPoints } = await fromEverywhere.penalty(shortened(account))
      const excess = Math.max(0, consumedPoints - WRONG_FROM_EVERYWHERE.points)
      if (excess > 0) await delay(Math.min(SLOWEST_MS, excess * SLOWER_BY_MS))
    },
    async passwordWasRight(c, account) {
      await fromOneAddress.delete(pairOf(c, account))
      await fromEverywhere.reward(shortened(account))
    },
  }
}

function tokenBucket(bucket: Bucket): BurstyRateLimiter {
  return new BurstyRateLimiter(
    new RateLimiterMemory({ keyPrefix: bucket, points: 1, duration: SECONDS_PER_REFILL[bucket] }),
    new RateLimiterMemory({ keyPrefix: `${bucket} burst`, ...BURST }),
  )
}

/** null: taken. Otherwise how the limiter stands. */
async function consume(
  limiter: RateLimiterMemory | BurstyRateLimiter,
  key: string,
): Promise<RateLimiterRes | null> {
  try {
    await limiter.consume(key)
    return null
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return rejection
    throw rejection
  }
}

/** An account is whatever was typed: cut down, so that a megabyte of it isn't kept for a quarter of an hour. */
function shortened(account: string): string {
  return createHash('sha256').update(account).digest('base64url')
}

function tooMany(msBeforeNext: number): HttpError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new HttpError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    headers: { 'Retry-After': String(seconds) },
  })
}
