import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { compare } from 'bcryptjs'
import type { Config } from '../config.ts'
import { HttpError } from '../errors.ts'
import { isCommonPassword } from './common-passwords.ts'
import { createSlots } from './slots.ts'

// OWASP's argon2id profile: 19 MiB, 2 passes, 1 lane. Runs in the thread pool.
/** What parseOptions calls argon2id. */
const ARGON2ID_ALGORITHM = 2
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Of no password: compared with when there is no account, so that the answer takes the same time.
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$mxbVuQcOKhrYmhHAZ0Pc3A$EoGwW5o5eL0Fobuxd+WH9Qwo77yGqP+p9FbOGYjl4TM'

/** bcrypt reads no further; kept as the limit so that accounts can move to and from hosted Supabase. */
const MAX_BYTES = 72

/** Hashes at once: one core stays free for requests that are not signing in. */
const HASHES_AT_ONCE = Math.max(1, availableParallelism() - 1)

/** About five seconds of them, at 25 ms each. */
const slots = createSlots(HASHES_AT_ONCE, 200 * HASHES_AT_ONCE)

export function hashPassword(password: string): Promise<string> {
  return slots(() => hash(password, ARGON2ID))
}

/** As hosted Supabase writes them. Above 2^14 rounds a login would take seconds: nobody's export has them. */
const BCRYPT = /^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/

/** `stored` is null when there is no account or it has no password: false, after the same work. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  if (stored !== null && BCRYPT.test(stored)) return slots(() => compare(password, stored))
  const known = stored !== null && argon2Options(stored) !== null
  const matches = await slots(() => verify(known ? stored : NOBODY, password))
  return known && matches
}

/** As long as the column is. */
const LONGEST_HASH = 255

/** A hash that `verifyPassword` can read. */
export function isKnownHash(stored: string): boolean {
  return stored.length <= LONGEST_HASH && (BCRYPT.test(stored) || argon2Options(stored) !== null)
}

/** True for a hash this server would write differently today: imported ones, and ours of other days. */
export function isOutdatedHash(stored: string): boolean {
  const options = argon2Options(stored)
  return (
    options === null ||
    options.algorithm !== ARGON2ID_ALGORITHM ||
    options.memoryCost !== ARGON2ID.memoryCost ||
    options.timeCost !== ARGON2ID.timeCost
  )
}

function argon2Options(stored: string): ReturnType<typeof parseOptions> | null {
  try {
    return parseOptions(stored)
  } catch {
    return null
  }
}

export interface Weakness {
  message: string
  reasons: string[]
}

/** The settings that say what a good password is. */
type PasswordRules = Pick<Config, 'auth' | 'brand'>

/** What is wrong with a password by the rules for new ones; null when nothing is. */
export function weaknessOf(password: string, { auth, brand }: PasswordRules, email: string): Weakness | null {
  const found: [reason: string, text: string][] = []
  if (Array.from(password).length < auth.minPasswordLength) {
    found.push(['length', `Password should be at least ${auth.minPasswordLength} characters.`])
  }
  const [mailbox = ''] = email.split('@')
  if (auth.refuseCommonPasswords && isCommonPassword(password, [mailbox, brand.product, brand.provider])) {
    found.push(['pwned', 'Password is known to be weak and easy to guess, please choose a different one.'])
  }
  if (found.length === 0) return null
  return { message: found.map(([, text]) => text).join(' '), reasons: found.map(([reason]) => reason) }
}

/** For a password about to be set (wire contract 1.3); `email` may be empty. */
export function refuseUnfitPassword(password: string, rules: PasswordRules, email: string): void {
  if (Buffer.byteLength(password) > MAX_BYTES) {
    throw new HttpError(400, 'validation_failed', 'Password cannot be longer than 72 characters')
  }
  const weakness = weaknessOf(password, rules, email)
  if (weakness === null) return
  const { message, reasons } = weakness
  throw new HttpError(422, 'weak_password', message, { fields: { weak_password: { reasons } } })
}
