import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { HttpError } from '../errors.ts'

// OWASP's argon2id profile: 19 MiB, 2 passes, 1 lane. Runs in the thread pool.
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Of no password: compared with when there is no account, so that the answer takes the same time.
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$mxbVuQcOKhrYmhHAZ0Pc3A$EoGwW5o5eL0Fobuxd+WH9Qwo77yGqP+p9FbOGYjl4TM'

/** bcrypt reads no further; kept as the limit so that accounts can move to and from hosted Supabase. */
const MAX_BYTES = 72

/** Hashes at once: one core stays free for requests that are not signing in. */
const slots = createSlots(Math.max(1, availableParallelism() - 1))

export function hashPassword(password: string): Promise<string> {
  return slots(() => hash(password, ARGON2ID))
}

/** `stored` is null when there is no account or it has no password: false, after the same work. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const known = stored !== null && isArgon2(stored)
  const matches = await slots(() => verify(known ? stored : NOBODY, password))
  return known && matches
}

function isArgon2(stored: string): boolean {
  try {
    parseOptions(stored)
    return true
  } catch {
    return false
  }
}

export interface Weakness {
  message: string
  reasons: string[]
}

/** What is wrong with a password by the rules for new ones; null when nothing is. */
export function weaknessOf(password: string, minLength: number): Weakness | null {
  if (Array.from(password).length >= minLength) return null
  return { message: `Password should be at least ${minLength} characters.`, reasons: ['length'] }
}

/** For a password about to be set (wire contract 1.3). */
export function refuseUnfitPassword(password: string, minLength: number): void {
  if (Buffer.byteLength(password) > MAX_BYTES) {
    throw new HttpError(400, 'validation_failed', 'Password cannot be longer than 72 characters')
  }
  const weakness = weaknessOf(password, minLength)
  if (weakness === null) return
  const { message, reasons } = weakness
  throw new HttpError(422, 'weak_password', message, { fields: { weak_password: { reasons } } })
}

/** Runs at most `limit` tasks at once; the rest wait their turn. */
function createSlots(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = limit
  return async (task) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      // The slot goes to whoever is next, or back.
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
