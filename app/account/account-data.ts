import { settings } from '../device/settings.ts'
import { storedSession } from '../session/stored-session.ts'
import { listConsents } from '../sync/consent.ts'
import { listSessions, type OpenSession, readOwnUser } from './remote-account.ts'

/** What the server keeps of the account itself, in the names of the file that it is written to. */
interface AccountData {
  email: string | null
  created_at: string | null
  last_sign_in_at: string | null
  /** By a password, which is told as `email`, or by a provider. */
  sign_in_methods: string[]
  has_second_factor: boolean
  /** Null where the server doesn't tell of them, as a hosted project. */
  open_sessions: Omit<OpenSession, 'id'>[] | null
  /** Which text on the data was agreed to, and when. */
  consents: { version: string; given_at: string }[] | null
}

/** Reads it for the export; null: it couldn't be had, as without a network. */
export async function readAccountData(): Promise<AccountData | null> {
  const userId = storedSession()?.userId
  if (userId === undefined || !navigator.onLine) return null
  // The auth client writes into the console when there is no network, so another call finds that out.
  const consents = await listConsents(userId)
  if (consents === 'unknown') return null
  const [user, listed] = await Promise.all([
    readOwnUser(),
    settings.supabaseUrl === '' ? listSessions() : { sessions: null },
  ])
  if (user === null) return null
  return {
    email: user.email,
    created_at: user.created_at,
    last_sign_in_at: user.last_sign_in_at,
    sign_in_methods: user.identities.map(({ provider }) => provider),
    has_second_factor: user.factors.some(({ status }) => status === 'verified'),
    open_sessions: listed.sessions?.map(({ id: _id, ...session }) => session) ?? null,
    consents: consents === 'untold' ? null : consents,
  }
}
