import { availableParallelism } from 'node:os'
import { parseOptions } from '@node-rs/argon2'
import type { Config } from '../../settings/config.ts'
import { IS_WORKER, processesOf } from '../../settings/processes.ts'
import { invalid, weakPassword } from '../calls/refusals.ts'
import { createSlots } from '../limits/slots.ts'
import { LONGEST_EMAIL } from './addresses.ts'
import { isCommonPassword } from './common-passwords.ts'
import { createHashThreads } from './hashing/hash-threads.ts'

/** The number by which parseOptions names argon2id. */
const ARGON2ID_ALGORITHM = 2
/** The parameters that OWASP's Password Storage Cheat Sheet recommends: 19 MiB, 2 passes, 1 lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// A hash of no password. Where there is no account it is compared with, so that the answer takes the same time.
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$mxbVuQcOKhrYmhHAZ0Pc3A$EoGwW5o5eL0Fobuxd+WH9Qwo77yGqP+p9FbOGYjl4TM'

/** bcrypt reads no further. It is the limit here too, so that accounts can move to and from hosted Supabase. */
const MAX_BYTES = 72

const PROCESSES = IS_WORKER ? processesOf(process.env) : 1

/**
 * How many hashes run at once: one core stays free for requests that don't sign in, and several processes on this
 * machine share the others.
 */
const HASHES_AT_ONCE = Math.max(1, Math.floor((availableParallelism() - 1) / PROCESSES))

/** The line holds about five seconds of work, at 25 ms a hash: four times that where others keep all cores busy. */
const slots = createSlots(HASHES_AT_ONCE, 200 * HASHES_AT_ONCE)
const threads = createHashThreads()

/** Hashes a password with argon2id. Throws 429 when too many others wait for the same. */
export function hashPassword(password: string): Promise<string> {
  return slots(() => threads.hash(password, ARGON2ID))
}

/**
 * The hashes that hosted Supabase writes. Those of more than 2^14 rounds are left out: a sign-in would take seconds,
 * and no real export has them.
 */
const BCRYPT = /^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/

/**
 * Whether a password is the one that was hashed. `stored` is null when there is no account, or one without a password:
 * the answer is false then, after the same work. Throws 429 when too many others wait for the same.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  if (stored !== null && BCRYPT.test(stored)) return slots(() => threads.compare('bcrypt', password, stored))
  const known = stored !== null && argon2Options(stored) !== null
  const matches = await slots(() => threads.compare('argon2', password, known ? stored : NOBODY))
  return known && matches
}

/** The length of the database's column. */
const LONGEST_HASH = 255

/** Whether a hash from elsewhere is of a kind that `verifyPassword` can read. */
export function isKnownHash(stored: string): boolean {
  return stored.length <= LONGEST_HASH && (BCRYPT.test(stored) || argon2Options(stored) !== null)
}

/** Whether this server would write the hash differently today: imported ones are, and our own with older parameters. */
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

/** What is wrong with a password: a message to read, and the reasons that a client can tell apart. */
export interface Weakness {
  message: string
  reasons: string[]
}

/** The settings that decide what a good password is. */
type PasswordRules = Pick<Config, 'auth' | 'brand'>

/** What is wrong with a password by the rules for new ones; null when nothing is. `email` may be empty. */
export function weaknessOf(password: string, { auth, brand }: PasswordRules, email: string): Weakness | null {
  const found: [reason: string, text: string][] = []
  if (Array.from(password).length < auth.minPasswordLength) {
    found.push(['length', `Password should be at least ${auth.minPasswordLength} characters.`])
  }
  // What can't be an address may be long, and is refused later: its words aren't worth the search.
  const [mailbox = ''] = email.length > LONGEST_EMAIL ? [] : email.split('@')
  if (auth.refuseCommonPasswords && isCommonPassword(password, [mailbox, brand.product, brand.provider])) {
    found.push(['pwned', 'Password is known to be weak and easy to guess, please choose a different one.'])
  }
  if (found.length === 0) return null
  return { message: found.map(([, text]) => text).join(' '), reasons: found.map(([reason]) => reason) }
}

/**
 * Refuses a password that may not be set (wire 1.3, inputs); `email` may be empty. Throws 400 validation_failed when it
 * is too long, 422 weak_password with its reasons.
 */
export function refuseUnfitPassword(password: string, rules: PasswordRules, email: string): void {
  if (Buffer.byteLength(password) > MAX_BYTES) {
    throw invalid('Password cannot be longer than 72 characters')
  }
  const weakness = weaknessOf(password, rules, email)
  if (weakness === null) return
  const { message, reasons } = weakness
  throw weakPassword(message, reasons)
}
