import { setTimeout as delay } from 'node:timers/promises'
import { type HttpError, tooBusy } from '../../http/errors.ts'
import type { Config } from '../../settings/config.ts'
import type { ProxySettings } from '../../settings/proxy-settings.ts'
import type { AuthContext } from '../calls/auth-context.ts'
import { tooManyMails } from '../calls/refusals.ts'
import { clientAddress, rateLimitKey, wideRateLimitKey } from './client-address.ts'
import { createGuessCounter } from './guess-counter.ts'
import { createGuessLine } from './guess-line.ts'
import { KNOWN, type LimitStore } from './limit-store.ts'
import { createMailBudget, type MailFor } from './mail-budget.ts'
import { createTokenBucket } from './token-bucket.ts'

/**
 * The kinds of token bucket (wire 2.13, limits); every address has its own of each kind. «authorize» is limited because
 * each call leaves a row that stays for days.
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
  | 'saml-acs'
  | 'authorize'
  | 'anonymous'
  | 'factor-challenge'
  | 'factor-verify'

/** Takes a token. Returns 0 when there was one, else the milliseconds until there is one. */
type AddressBucket = (address: string | null) => Promise<number>

export interface RateLimits {
  /** Takes a token from the bucket of the request's address. Throws 429 when there is none. */
  take(c: AuthContext, bucket: Bucket): Promise<void>
  /**
   * Counts a guess, before a password or a code is checked. Throws 429 when the address has guessed too often for this
   * account; when others have, makes it wait for its turn, or throws 429 when too many wait.
   */
  beforeGuess(c: AuthContext, account: string): Promise<void>
  /** Forgets the wrong guesses of the request's address: it knows the password now, so it is the owner's. */
  guessWasRight(c: AuthContext, account: string): Promise<void>
  /**
   * Counts a guess at a code from a mail or of a second factor. There are only a million codes, so after too many wrong
   * ones, from whatever addresses, it throws 429 for every further code of the account.
   */
  beforeCode(c: AuthContext, account: string): Promise<void>
  /** Forgets the wrong codes of the account. */
  codeWasRight(c: AuthContext, account: string): Promise<void>
  /** Takes one of the mails that may go out in an hour, for an account and from the server. Throws 429 without any. */
  takeMail(whose: MailFor): Promise<void>
  /**
   * Throws 429 when no mail is left. It is called whether or not a mail would be sent, because the answer must not show
   * who has an account.
   */
  refuseWithoutMails(): Promise<void>
}

// The reference's limits: every bucket holds 30, and one comes back every so many milliseconds. In five minutes that
// makes 150 tokens, or 30 of most other calls; in a minute 15 factor calls; in an hour 30 anonymous accounts.
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
  'saml-acs': 10_000,
  authorize: 10_000,
  anonymous: 120_000,
  'factor-challenge': 4_000,
  'factor-verify': 4_000,
}

// A /48 of IPv6 may ask so many times as often as a single address: it is one customer of a provider's, or the phones
// of many families in a mobile network.
const IN_A_WIDE_NETWORK = 16

// After so many wrong passwords or codes for an account within `duration` seconds, the address that they come from is
// refused. All others wait longer and longer, guesses at a password in the account's line, but for those that have
// signed in to it before: nobody locks the owner out of the family's own network.
const WRONG_GUESSES = { points: BURST, duration: 15 * 60 }

// Wrong codes are counted from all addresses together, so that a thousand machines guess no more than one. The link of
// a mail still opens, so its owner isn't locked out. Whoever guesses at a second factor has the password already, so
// nobody new gets in by it for the rest of the hour. Sessions that are open go on, and a recovery code still opens.
const WRONG_CODES = { points: 100, duration: 60 * 60 }

// Each wrong guess beyond WRONG_GUESSES adds so many milliseconds to the wait, up to the slowest.
const SLOWER_BY_MS = 100
const SLOWEST_MS = 2000

// For so long it is known from where an account was signed in to: as long as the security log keeps addresses.
const KNOWN_FOR_SECONDS = 30 * 24 * 60 * 60

const UNLIMITED: RateLimits = {
  take: () => Promise.resolve(),
  beforeGuess: () => Promise.resolve(),
  guessWasRight: () => Promise.resolve(),
  beforeCode: () => Promise.resolve(),
  codeWasRight: () => Promise.resolve(),
  takeMail: () => Promise.resolve(),
  refuseWithoutMails: () => Promise.resolve(),
}

type LimitSettings = ProxySettings & Pick<Config, 'auth' | 'mail'>

/** What is counted lies in `store`, so that it holds for all processes together. */
export function createRateLimits(config: LimitSettings, store: LimitStore): RateLimits {
  const { auth, mail } = config
  if (!auth.rateLimits) return UNLIMITED
  const bucketOf = (bucket: Bucket): AddressBucket => {
    const narrow = createTokenBucket(store, BURST, REFILL_MS[bucket])
    const wide = createTokenBucket(store, BURST * IN_A_WIDE_NETWORK, REFILL_MS[bucket] / IN_A_WIDE_NETWORK)
    return async (address) => {
      const wideKey = wideRateLimitKey(address)
      const wait = await narrow(store.keyOf(bucket, rateLimitKey(address)))
      return wait || (wideKey === null ? 0 : wide(store.keyOf(bucket, wideKey)))
    }
  }
  const buckets: Record<Bucket, AddressBucket> = {
    token: bucketOf('token'),
    signup: bucketOf('signup'),
    user: bucketOf('user'),
    verify: bucketOf('verify'),
    otp: bucketOf('otp'),
    magiclink: bucketOf('magiclink'),
    recover: bucketOf('recover'),
    resend: bucketOf('resend'),
    sso: bucketOf('sso'),
    'saml-acs': bucketOf('saml-acs'),
    authorize: bucketOf('authorize'),
    anonymous: bucketOf('anonymous'),
    'factor-challenge': bucketOf('factor-challenge'),
    'factor-verify': bucketOf('factor-verify'),
  }
  const mails = createMailBudget(store, mail.perHour)
  const fromOneAddress = createGuessCounter(store, WRONG_GUESSES)
  const fromOneWide = createGuessCounter(store, {
    ...WRONG_GUESSES,
    points: WRONG_GUESSES.points * IN_A_WIDE_NETWORK,
  })
  const codes = createGuessCounter(store, WRONG_CODES)
  const fromEverywhere = createGuessCounter(store, WRONG_GUESSES)
  const inLine = createGuessLine(store)

  /** The keys of an address' guesses at an account: its own, and where it has one the wide network's. */
  function pairsOf(c: AuthContext, account: string) {
    const address = clientAddress(c, config)
    const wideKey = wideRateLimitKey(address)
    return {
      pair: store.keyOf('guess', rateLimitKey(address), account),
      widePair: wideKey === null ? null : store.keyOf('guess', wideKey, account),
      known: store.keyOf(KNOWN, rateLimitKey(address), account),
      everywhere: store.keyOf('guesses', account),
    }
  }

  async function slowDown(
    c: AuthContext,
    account: string,
    wait: (ms: number) => Promise<unknown>,
  ): Promise<void> {
    const { pair, widePair, known, everywhere } = pairsOf(c, account)
    const refusedFor =
      (await fromOneAddress.count(pair)) ?? (widePair === null ? null : await fromOneWide.count(widePair))
    if (refusedFor !== null) throw tooMany(refusedFor)
    const excess = (await fromEverywhere.add(everywhere)) - WRONG_GUESSES.points
    if (excess <= 0 || (await store.isNoted(known))) return
    await wait(Math.min(SLOWEST_MS, excess * SLOWER_BY_MS))
  }

  async function guessWasRight(c: AuthContext, account: string): Promise<void> {
    const { pair, widePair, known, everywhere } = pairsOf(c, account)
    await store.note(known, KNOWN_FOR_SECONDS)
    await fromOneAddress.forget(pair)
    if (widePair !== null) await fromOneWide.takeBack(widePair)
    await fromEverywhere.takeBack(everywhere)
  }

  return {
    beforeGuess: (c, account) => slowDown(c, account, (ms) => inLine(store.keyOf('line', account), ms)),
    guessWasRight,
    async beforeCode(c, account) {
      // Side by side, because there is an end to them.
      await slowDown(c, codeOf(account), delay)
      const wait = await codes.count(store.keyOf('codes', account))
      if (wait !== null) throw tooMany(wait)
    },
    async codeWasRight(c, account) {
      await codes.forget(store.keyOf('codes', account))
      await guessWasRight(c, codeOf(account))
    },
    async take(c, bucket) {
      const wait = await buckets[bucket](clientAddress(c, config))
      if (wait > 0) throw tooMany(wait)
    },
    async takeMail(whose) {
      if (!(await mails.take(whose))) throw tooManyMails()
    },
    async refuseWithoutMails() {
      if (!(await mails.hasAny())) throw tooManyMails()
    },
  }
}

/** The name under which an account's codes are counted: guessing at them must not slow down its passwords. */
function codeOf(account: string): string {
  return `code ${account}`
}

function tooMany(msBeforeNext: number): HttpError {
  return tooBusy(Math.max(1, Math.ceil(msBeforeNext / 1000)))
}
