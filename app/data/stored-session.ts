import * as v from 'valibot'

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
}

export type SessionState = { kind: 'signed-out' } | { kind: 'signed-in'; userId: string; email: string }

export const SESSION_KEY = 'nana-auth'

const storedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    access_token: v.string(),
    refresh_token: v.string(),
    expires_at: v.number(),
    user: v.object({ id: v.string(), email: v.nullish(v.string(), '') }),
  }),
  v.transform(
    (stored): StoredSession => ({
      accessToken: stored.access_token,
      expiresAt: stored.expires_at,
      userId: stored.user.id,
      email: stored.user.email,
    }),
  ),
)

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

/** The same object until another user or nobody is signed in; a renewed token changes nothing here. */
export function sessionState(): SessionState {
  const session = storedSession()
  if (session === null) lastState = SIGNED_OUT
  else if (lastState.kind !== 'signed-in' || lastState.userId !== session.userId) {
    lastState = { kind: 'signed-in', userId: session.userId, email: session.email }
  }
  return lastState
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

/** Another tab wrote. A null key means everything was cleared. */
function onStorage(event: StorageEvent): void {
  if (event.key === SESSION_KEY || event.key === null) announce()
}

/** Where the auth client keeps its session: every write of it is announced in this tab too. */
export const authStorage = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem(key: string, value: string) {
    localStorage.setItem(key, value)
    if (key === SESSION_KEY) announce()
  },
  removeItem(key: string) {
    localStorage.removeItem(key)
    if (key === SESSION_KEY) announce()
  },
}
