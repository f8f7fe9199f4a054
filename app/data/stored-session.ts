import * as v from 'valibot'
import { claimsOf } from './access-token.ts'

/**
 * The session as the phone keeps it. Reading it never waits for the network: offline with an expired token is
 * still signed in. Only a sign-out, here or in another tab, or a refused refresh takes it away.
 */
export interface StoredSession {
  accessToken: string
  /** Epoch seconds, by the server's clock. */
  expiresAt: number
  userId: string
  email: string
  /** A verified second factor of the account, as known when the session was last renewed. */
  factorId: string | null
  /** The second factor was given in this session. */
  isSecondFactorGiven: boolean
}

/** Why an account that came in by a mail has to choose a password before it goes on. */
export type PasswordDue = 'recovery' | 'invite'

/** What stands between the session and the app; the email is known as soon as there is a session. */
export type SessionState =
  | { kind: 'signed-out' }
  | { kind: 'second-factor'; userId: string; email: string; factorId: string }
  | { kind: 'new-password'; userId: string; email: string; due: PasswordDue }
  | { kind: 'signed-in'; userId: string; email: string }

export const SESSION_KEY = 'nana-auth'
/** Beside the session, so that every tab knows: `recovery:` and the account's id or email. */
const PASSWORD_DUE_KEY = 'nana-password-due'

/** The email of a session that ended without being asked to, until the next one. */
const ENDED_KEY = 'nana-session-ended'

/** Whose session the server ended; null: nobody's, or the carer signed out. */
export function endedSession(): string | null {
  return localStorage.getItem(ENDED_KEY)
}

/** The carer meant it, or there is nothing left to come back to. */
export function forgetEndedSession(): void {
  localStorage.removeItem(ENDED_KEY)
  announce()
}

const factorSchema = v.object({ id: v.string(), factor_type: v.string(), status: v.string() })

const storedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    access_token: v.string(),
    refresh_token: v.string(),
    expires_at: v.number(),
    user: v.object({
      id: v.string(),
      email: v.nullish(v.string(), ''),
      factors: v.nullish(v.array(factorSchema), []),
    }),
  }),
  v.transform(
    (stored): StoredSession => ({
      accessToken: stored.access_token,
      expiresAt: stored.expires_at,
      userId: stored.user.id,
      email: stored.user.email,
      factorId: stored.user.factors.find(isVerifiedTotp)?.id ?? null,
      isSecondFactorGiven: claimsOf(stored.access_token)?.aal === 'aal2',
    }),
  ),
)

function isVerifiedTotp({ factor_type, status }: v.InferOutput<typeof factorSchema>): boolean {
  return factor_type === 'totp' && status === 'verified'
}

export function parseStoredSession(text: string | null): StoredSession | null {
  const parsed = v.safeParse(storedSchema, text)
  return parsed.success ? parsed.output : null
}

const listeners = new Set<() => void>()

function announce(): void {
  for (const listener of listeners) listener()
}

let lastText: string | null = null
let lastSession: StoredSession | null = null

export function storedSession(): StoredSession | null {
  const text = localStorage.getItem(SESSION_KEY)
  if (text !== lastText) {
    lastText = text
    lastSession = parseStoredSession(text)
  }
  return lastSession
}

export const SIGNED_OUT: SessionState = { kind: 'signed-out' }
let lastState: SessionState = SIGNED_OUT

/** The same object until something of it changes; a renewed token changes nothing here. */
export function sessionState(): SessionState {
  const next = stateOf(storedSession(), localStorage.getItem(PASSWORD_DUE_KEY))
  if (JSON.stringify(next) !== JSON.stringify(lastState)) lastState = next
  return lastState
}

/** The second factor comes before a new password: the server changes none without it. */
export function stateOf(session: StoredSession | null, passwordDue: string | null): SessionState {
  if (session === null) return SIGNED_OUT
  const { userId, email, factorId } = session
  if (factorId !== null && !session.isSecondFactorGiven)
    return { kind: 'second-factor', userId, email, factorId }
  for (const due of ['recovery', 'invite'] as const) {
    if (passwordDue === `${due}:${userId}` || passwordDue === `${due}:${email}`)
      return { kind: 'new-password', userId, email, due }
  }
  return { kind: 'signed-in', userId, email }
}

/** `account`: its id or email, whichever is known. */
export function setPasswordDue(due: PasswordDue, account: string): void
/** The password is chosen, in whichever tab. */
export function setPasswordDue(due: null): void
export function setPasswordDue(due: PasswordDue | null, account = ''): void {
  if (due === null) localStorage.removeItem(PASSWORD_DUE_KEY)
  else localStorage.setItem(PASSWORD_DUE_KEY, `${due}:${account}`)
  announce()
}

/** Called whenever the stored session changes, renewed tokens included, in whichever tab. */
export function subscribeSession(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

const WATCHED_KEYS = new Set([SESSION_KEY, PASSWORD_DUE_KEY, ENDED_KEY])

/** Another tab wrote. A null key means everything was cleared. */
function onStorage(event: StorageEvent): void {
  if (event.key === null || WATCHED_KEYS.has(event.key)) announce()
}

/** Where the auth client keeps its session: every write of it is announced in this tab too. */
export const authStorage = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem(key: string, value: string) {
    localStorage.setItem(key, value)
    if (key === SESSION_KEY) localStorage.removeItem(ENDED_KEY)
    if (key === SESSION_KEY) announce()
  },
  removeItem(key: string) {
    const ended = key === SESSION_KEY ? storedSession() : null
    localStorage.removeItem(key)
    if (ended !== null) localStorage.setItem(ENDED_KEY, ended.email)
    if (key === SESSION_KEY) announce()
  },
}
