import type { Failure } from '../wire/failures.ts'
import { claimsOf } from './access-token.ts'
import { auth, failure, failureOf, home, NOT_THEIRS, storeSession, temporaryAuth } from './remote-auth.ts'
import type { StoredSession } from './stored-session.ts'

// The auth client's calls about the links of mails. This code loads only when the page was opened by such a link.

/** The kinds of mails with a link, as the wire names them. */
export const MAIL_TYPES = ['invite', 'recovery', 'signup', 'magiclink', 'email_change', 'email'] as const
export type MailType = (typeof MAIL_TYPES)[number]

export interface Tokens {
  accessToken: string
  refreshToken: string
}

/**
 * Uses up a link's token. The session it brings isn't stored yet, because it may be another account's. `tokens` is null
 * for a change of address that the other mailbox hasn't confirmed yet.
 */
export async function spendToken(
  tokenHash: string,
  type: MailType,
): Promise<{ failure: Failure } | { failure: null; tokens: Tokens | null }> {
  const { data, error } = await temporaryAuth().verifyOtp({ token_hash: tokenHash, type })
  if (error !== null) return { failure: failure(error) }
  const { session } = data
  return {
    failure: null,
    tokens: session && { accessToken: session.access_token, refreshToken: session.refresh_token },
  }
}

/**
 * Takes over a session that a link or a provider brought, after asking the server whose it is, by both of its tokens:
 * one that has run out could name anybody, and the other one be a stranger's.
 * @param own the session in whose place it comes; null: nobody is signed in.
 */
export async function takeSession(
  { accessToken, refreshToken }: Tokens,
  own: StoredSession | null,
): Promise<Failure | null> {
  const beside = temporaryAuth()
  const asked = await beside.setSession({ access_token: accessToken, refresh_token: refreshToken })
  // A good access token has spoken for itself alone; the client has renewed one that has run out.
  const isWhole = asked.error !== null || asked.data.session?.access_token !== accessToken
  const { data, error } = isWhole ? asked : await beside.refreshSession()
  if (error !== null) return failure(error)
  const { session, user } = data
  const named = claimsOf(accessToken)
  // Somebody who isn't signed in was asked by the address.
  const isAsked = own !== null || user?.email?.toLowerCase() === named?.email?.toLowerCase()
  if (session === null || !isAsked || user?.id !== named?.sub) return NOT_THEIRS
  return storeSession(own, session)
}

/** Asks for the mail once more. The answer doesn't tell whether the address is known. */
export async function resendMail(type: 'signup' | 'email_change', email: string): Promise<Failure | null> {
  return failureOf(await auth().resend({ type, email, options: { emailRedirectTo: home() } }))
}
