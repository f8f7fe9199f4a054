import * as v from 'valibot'
import { claimsOf } from './access-token.ts'
import { LEAVING_KEY, leavingNote } from './leaving-note.ts'
import { replacedBy } from './replaced-session.ts'
import { backUpToDisk, backupOnDisk } from './session-backup.ts'

/**
 * The session as the phone keeps it. Reading it never waits for the network: offline with an expired token is
 * still signed in. Only a sign-out, here or in another tab, or a refused refresh takes it away.
 */
export interface StoredSession {
  accessToken: string
  refreshToken: string
  /** Epoch seconds, by the server's clock. */
  expiresAt: number
  /** It stays the same when the tokens are renewed. */
  sessionId: string
  userId: string
  email: string
  /** The address that the account gets once both mailboxes have confirmed; null: no change is asked for. */
  newEmail: string | null
  /** The id of the account's verified second factor when the session was last renewed; null: it had none. */
  factorId: string | null
  /** Whether the second factor was given in this session. */
  isSecondFactorGiven: boolean
  /** Whether the account's password was chosen by whoever runs the server, as of the session's last renewal. */
  isPasswordGiven: boolean
}

/** Why a carer who came by a mail has to choose a password first. */
export type PasswordDue = 'recovery' | 'invite'

/** Whether the app may be shown, or what has to be done before. */
export type SessionState =
  | { kind: 'signed-out' }
  | { kind: 'second-factor'; userId: string; email: string; factorId: string }
  | { kind: 'new-password'; userId: string; email: string; due: PasswordDue }
  | { kind: 'signed-in'; userId: string; email: string }

export const SESSION_KEY = 'nana-auth'
/** The localStorage key, which every tab sees, of 'recovery:' or 'invite:' and the account's id or email. */
const PASSWORD_DUE_KEY = 'nana-password-due'

/** The localStorage key of the email whose session the server ended, until the next sign-in. */
const ENDED_KEY = 'nana-session-ended'

/** The email of the session that the server ended; null: none, or the carer signed out. */
export function endedSession(): string | null {
  return localStorage.getItem(ENDED_KEY)
}

/** The localStorage key of the reason why the server ended it. */
const WHY_ENDED_KEY = 'nana-session-ended-why'

/** Why the server ended the last session: what somebody else did, or the error code; null: it didn't say. */
export function whyEndedSession(): string | null {
  return localStorage.getItem(WHY_ENDED_KEY)
}

/** The localStorage key of what the ended session left here, as 'account’s id, a space, number'. */
const LEFT_KEY = 'nana-session-left'

/** What a session that was ended from elsewhere left on this phone, once all that the server has is gone from it. */
export interface UnsentLeft {
  userId: string
  /** How many changes nobody else has. */
  unsent: number
}

/** As it is stored: the same text until something of it changes; null: nothing was taken off this phone. */
export function unsentLeft(): string | null {
  return localStorage.getItem(LEFT_KEY)
}

export function parseUnsentLeft(text: string | null): UnsentLeft | null {
  const [userId = '', unsent] = text?.split(' ') ?? []
  return unsent === undefined ? null : { userId, unsent: Number(unsent) }
}

export function rememberUnsentLeft({ userId, unsent }: UnsentLeft): void {
  localStorage.setItem(LEFT_KEY, `${userId} ${unsent}`)
  announceSession()
}

let lastWhy: string | null = null

/** Notes the reason in the server's last answer, for the case that the auth client ends the session because of it. */
export function rememberWhyEnded(why: string | null): void {
  lastWhy = why
}

/** Forgets that the last session ended: the carer signed out himself, or the account is gone. */
export function forgetEndedSession(): void {
  forgetEnded()
  announceSession()
}

function forgetEnded(): void {
  localStorage.removeItem(ENDED_KEY)
  localStorage.removeItem(WHY_ENDED_KEY)
  localStorage.removeItem(LEFT_KEY)
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
      new_email: v.nullish(v.string(), null),
      factors: v.nullish(v.array(factorSchema), []),
      // Administrators may write anything into app_metadata, and it must never cost the session.
      app_metadata: v.fallback(v.object({ password_given: v.boolean() }), { password_given: false }),
    }),
  }),
  v.transform(
    (stored): StoredSession => ({
      accessToken: stored.access_token,
      refreshToken: stored.refresh_token,
      expiresAt: stored.expires_at,
      sessionId: sessionIdOf(stored),
      userId: stored.user.id,
      email: stored.user.email,
      newEmail: stored.user.new_email,
      factorId: stored.user.factors.find(isVerifiedTotp)?.id ?? null,
      isSecondFactorGiven: claimsOf(stored.access_token)?.aal === 'aal2',
      isPasswordGiven: stored.user.app_metadata.password_given,
    }),
  ),
)

/** The id of the session that these tokens are of. */
export function sessionIdOf(tokens: { access_token: string; refresh_token: string }): string {
  return claimsOf(tokens.access_token)?.session_id ?? tokens.refresh_token
}

function isVerifiedTotp({ factor_type, status }: v.InferOutput<typeof factorSchema>): boolean {
  return factor_type === 'totp' && status === 'verified'
}

export function parseStoredSession(text: string | null): StoredSession | null {
  const parsed = v.safeParse(storedSchema, text)
  return parsed.success ? parsed.output : null
}

const listeners = new Set<() => void>()

/** Tells this tab's listeners that something of the session has changed. */
export function announceSession(): void {
  for (const listener of listeners) listener()
}

let lastText: string | null = null
let lastSession: StoredSession | null = null

/** The session of this phone; null: none, or its carer is leaving it. */
export function storedSession(): StoredSession | null {
  const kept = keptSession()
  return kept !== null && kept.sessionId === leavingNote()?.sessionId ? null : kept
}

/** The session that the phone holds, also while it is being left. */
export function keptSession(): StoredSession | null {
  const text = localStorage.getItem(SESSION_KEY)
  if (text !== lastText) {
    lastText = text
    lastSession = parseStoredSession(text)
  }
  return lastSession
}

export const SIGNED_OUT: SessionState = { kind: 'signed-out' }
let lastState: SessionState = SIGNED_OUT

/** The session's state: the same object until something of it changes, which a renewed token doesn't. */
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

/** Notes that a password has to be chosen. `account`: its id or email, whichever is known. */
export function setPasswordDue(due: PasswordDue, account: string): void
/** Notes that no password has to be chosen any more. */
export function setPasswordDue(due: null): void
export function setPasswordDue(due: PasswordDue | null, account = ''): void {
  if (due === null) localStorage.removeItem(PASSWORD_DUE_KEY)
  else localStorage.setItem(PASSWORD_DUE_KEY, `${due}:${account}`)
  announceSession()
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

const WATCHED_KEYS = new Set([SESSION_KEY, LEAVING_KEY, PASSWORD_DUE_KEY, ENDED_KEY, WHY_ENDED_KEY, LEFT_KEY])

/** Announces what another tab wrote to localStorage. A null key means that everything was cleared. */
function onStorage(event: StorageEvent): void {
  if (event.key === null || WATCHED_KEYS.has(event.key)) announceSession()
}

let leftSessionId: string | null = null

/** Among the reasons why a session ended: its carer has left it, here. */
const LEFT_HERE = 'left_here'

/** Takes a session that its carer has left off the phone. `isSaid`: the login says that something of it stays. */
export function dropSession(sessionId: string, isSaid: boolean): void {
  leftSessionId = sessionId
  const session = keptSession()
  if (session?.sessionId !== sessionId) return
  localStorage.removeItem(SESSION_KEY)
  forgetEnded()
  if (!isSaid) return
  localStorage.setItem(ENDED_KEY, session.email)
  localStorage.setItem(WHY_ENDED_KEY, LEFT_HERE)
}

/** Whether the phone has no session because its last one has ended, and not because its carer has left it. */
function hasDied(): boolean {
  return keptSession() === null && endedSession() !== null && whyEndedSession() !== LEFT_HERE
}

/** Resolves when no session is being left any more: a new one must not be taken for it. */
function whenLeft(): Promise<void> {
  return new Promise((resolve) => {
    const stop = subscribeSession(() => {
      if (leavingNote() !== null) return
      stop()
      resolve()
    })
  })
}

/** Where the auth client keeps its session: every write of it is announced in this tab too. */
export const authStorage = {
  getItem: (key: string) => localStorage.getItem(key),
  async setItem(key: string, value: string) {
    const sessionId = key === SESSION_KEY ? parseStoredSession(value)?.sessionId : undefined
    if (sessionId !== undefined) {
      // A renewal may have been under way when its session was left.
      if (sessionId === leftSessionId) return
      // The one in whose place it comes was left meanwhile. Of one that is raised that may be withdrawn.
      const replaced = replacedBy(sessionId)
      const held = replaced === sessionId ? keptSession() : storedSession()
      if (replaced !== undefined && replaced !== held?.sessionId && !hasDied()) return
      if ((leavingNote()?.sessionId ?? sessionId) !== sessionId) await whenLeft()
    }
    localStorage.setItem(key, value)
    if (key !== SESSION_KEY) return
    forgetEnded()
    void backUpToDisk(SESSION_KEY)
    announceSession()
  },
  removeItem(key: string) {
    const ended = key === SESSION_KEY ? storedSession() : null
    localStorage.removeItem(key)
    if (ended !== null) {
      localStorage.setItem(ENDED_KEY, ended.email)
      if (lastWhy !== null) localStorage.setItem(WHY_ENDED_KEY, lastWhy)
    }
    if (key !== SESSION_KEY) return
    void backUpToDisk(SESSION_KEY)
    announceSession()
  },
}

/** Restores the session from its backup when the browser was ended before it had written localStorage to the disk. */
export async function restoreSession(): Promise<void> {
  if (localStorage.getItem(SESSION_KEY) !== null) return
  const backup = await backupOnDisk(SESSION_KEY)
  if (backup !== null && parseStoredSession(backup) !== null) await authStorage.setItem(SESSION_KEY, backup)
}
