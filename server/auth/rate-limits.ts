import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import { HttpError } from '../errors.ts'
import type { AuthContext } from './auth-deps.ts'
import { clientAddress, rateLimitKey } from './client-address.ts'
import { createMailBudget } from './mail-budget.ts'
import { createTokenBucket, type TokenBucket } from './token-bucket.ts'

/**
 * The buckets of wire contract 2.13, and one for sign-ins by providers, which are kept for days. Each address has its
 * own of every kind.
 */
type Bucket =
  | 'token'
  | 'signup'
  | 'user'
  | 'verify'
  | 'otp'
  | 'magiclink'
  | 'recover'
  | 'resend'
  | 'sso'
  | 'authorize'
  | 'anonymous'
  | 'factor-challenge'
  | 'factor-verify'

export interface RateLimits {
  /** Takes one from the address's bucket, or throws 429. */
  take(c: AuthContext, bucket: Bucket): void
  /** Before a password or a code is checked: throws 429, or makes the caller wait when the account is under attack. */
  beforeGuess(c: AuthContext, account: string): Promise<void>
  /** It was right: the address is the owner's, and owes nothing. */
  guessWasRight(c: AuthContext, account: string): Promise<void>
  /**
   * The same for a code from a mail or of a second factor, of which there are only a million: too many wrong ones, and
   * none counts.
   */
  beforeCode(c: AuthContext, account: string): Promise<void>
  codeWasRight(c: AuthContext, account: string): Promise<void>
  /** Takes one from the whole server's mails of this hour, or throws 429. */
  takeMail(): void
  /** Throws 429 when none is left, whether one would be sent or not: the answer must not say who has an account. */
  refuseWithoutMails(): void
}

// Upstream's: 30 at once, and one back every so many milliseconds (150 and 30 per 5 min).
const BURST = 30
const REFILL_MS: Record<Bucket, number> = {
  token: 2_000,
  signup: 10_000,
  user: 10_000,
  verify: 10_000,
  otp: 10_000,
  magiclink: 10_000,
  recover: 10_000,
  resend: 10_000,
  sso: 10_000,
  authorize: 10_000,
  anonymous: 120_000,
  'factor-challenge': 4_000,
  'factor-verify': 4_000,
}

// Wrong passwords, or wrong codes, for one account, before the address they come from is refused and all others are
// served slower and slower: the owner is never locked out by others.
const WRONG_GUESSES = { points: BURST, duration: 15 * 60 }

// From all addresses together: a thousand machines guess as little as one. A mail's link still opens, so that nobody is
// locked out. Codes of a second factor are guessed by whoever has the password already: then the door stays shut, and
// who is inside stays inside.
const WRONG_CODES = { points: 100, duration: 60 * 60 }
const SLOWER_BY_MS = 100
const SLOWEST_MS = 2000

const UNLIMITED: RateLimits = {
  take: () => undefined,
  beforeGuess: () => Promise.resolve(),
  guessWasRight: () => Promise.resolve(),
  beforeCode: () => Promise.resolve(),
  codeWasRight: () => Promise.resolve(),
  takeMail: () => undefined,
  refuseWithoutMails: () => undefined,
}

type LimitSettings = Pick<Config, 'auth' | 'mail' | 'trustedIpHeader'>

export function createRateLimits({ auth, mail, trustedIpHeader }: LimitSettings): RateLimits {
  if (!auth.rateLimits) return UNLIMITED
  const bucketOf = (bucket: Bucket) => createTokenBucket(BURST, REFILL_MS[bucket])
  const buckets: Record<Bucket, TokenBucket> = {
    token: bucketOf('token'),
    signup: bucketOf('signup'),
    user: bucketOf('user'),
    verify: bucketOf('verify'),
    otp: bucketOf('otp'),
    magiclink: bucketOf('magiclink'),
    recover: bucketOf('recover'),
    resend: bucketOf('resend'),
    sso: bucketOf('sso'),
    authorize: bucketOf('authorize'),
    anonymous: bucketOf('anonymous'),
    'factor-challenge': bucketOf('factor-challenge'),
    'factor-verify': bucketOf('factor-verify'),
  }
  const mails = createMailBudget(mail.perHour)
  const fromOneAddress = new RateLimiterMemory({ keyPrefix: 'address', ...WRONG_GUESSES })
  const codes = new RateLimiterMemory({ keyPrefix: 'code', ...WRONG_CODES })
  const fromEverywhere = new RateLimiterMemory({ keyPrefix: 'account', ...WRONG_GUESSES })

  const addressOf = (c: AuthContext) => rateLimitKey(clientAddress(c, trustedIpHeader))
  const pairOf = (c: AuthContext, account: string) => `${addressOf(c)} ${shortened(account)}`

  async function beforeGuess(c: AuthContext, account: string): Promise<void> {
    const spent = await consume(fromOneAddress, pairOf(c, account))
    if (spent !== null) throw tooMany(spent.msBeforeNext)
    const { consumedPoints } = await fromEverywhere.penalty(shortened(account))
    const excess = Math.max(0, consumedPoints - WRONG_GUESSES.points)
    if (excess > 0) await delay(Math.min(SLOWEST_MS, excess * SLOWER_BY_MS))
  }

  async function guessWasRight(c: AuthContext, account: string): Promise<void> {
    await fromOneAddress.delete(pairOf(c, account))
    await fromEverywhere.reward(shortened(account))
  }

  return {
    beforeGuess,
    guessWasRight,
    async beforeCode(c, account) {
      await beforeGuess(c, codeOf(account))
      const spent = await consume(codes, shortened(account))
      if (spent !== null) throw tooMany(spent.msBeforeNext)
    },
    async codeWasRight(c, account) {
      await codes.delete(shortened(account))
      await guessWasRight(c, codeOf(account))
    },
    take(c, bucket) {
      const wait = buckets[bucket](addressOf(c))
      if (wait > 0) throw tooMany(wait)
    },
    takeMail() {
      if (!mails.take()) throw tooManyMails()
    },
    refuseWithoutMails() {
      if (!mails.hasAny()) throw tooManyMails()
    },
  }
}

/** null: taken. Otherwise how the limiter stands. */
async function consume(limiter: RateLimiterMemory, key: string): Promise<RateLimiterRes | null> {
  try {
    await limiter.consume(key)
    return null
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return rejection
    throw rejection
  }
}

/** Codes have their own count: whoever guesses them doesn't slow down passwords. */
function codeOf(account: string): string {
  return `code ${account}`
}

/** An account is whatever was typed: cut down, so that a megabyte of it isn't kept for a quarter of an hour. */
function shortened(account: string): string {
  return createHash('sha256').update(account).digest('base64url')
}

function tooManyMails(): HttpError {
  return new HttpError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
}

function tooMany(msBeforeNext: number): HttpError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new HttpError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    headers: { 'Retry-After': String(seconds) },
  })
}
