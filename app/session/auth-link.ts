import { type AuthResult, authResult, failedResult } from '../wire/failures.ts'
import { claimsOf } from './access-token.ts'
import { callOwnAuth } from './own-calls.ts'
import { isSoonRenewed, revokeSession } from './remote-auth.ts'
import { MAIL_TYPES, type MailType, resendMail, spendToken, takeSession } from './remote-link.ts'
import { spendCode } from './remote-provider.ts'
import { askForPasswordLink } from './sign-in-methods.ts'
import { type PasswordDue, setPasswordDue, storedSession, subscribeSession } from './stored-session.ts'

/** The link of one of our mails: its token isn't used up before somebody presses a button. */
export interface MailLink {
  kind: 'unspent'
  tokenHash: string
  type: MailType
  /** The address the mail went to, if it is the account's; null: unknown. */
  email: string | null
}

/** The link of a mail that told of a change of the account: by it the owner says «it wasn't me». */
export interface DisownLink {
  kind: 'disown'
  tokenHash: string
  /** The account's; null: the mail went to an address that it has no more. */
  email: string | null
}

/** A session that is there already: whoever made the link could have made it theirs. */
export interface SessionLink {
  kind: 'session'
  accessToken: string
  refreshToken: string
  purpose: string
}

/** What the page's address may bring: from the link of a mail, or from the provider that somebody signed in with. */
export type AuthLink =
  | MailLink
  | DisownLink
  | SessionLink
  /** The way back from a provider, for the browser that left for it. */
  | { kind: 'code'; code: string }
  /**
   * The link of a mail or the provider failed; `code` is the server's: `otp_expired` for a link that was used or is too
   * old. Its description isn't read, because anybody can write a link that has other words there.
   */
  | { kind: 'refused'; by: 'mail' | 'provider'; code: string }
  /** One of the two mailboxes of an address change has confirmed; the other one is still missing. */
  | { kind: 'half-confirmed' }

/** Reads the fragment of the page's address, then its query. Null: it brings no link. */
export function parseAuthLink(hash: string, search = ''): AuthLink | null {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const accessToken = values.get('access_token')
  const refreshToken = values.get('refresh_token')
  if (accessToken && refreshToken) {
    return { kind: 'session', accessToken, refreshToken, purpose: values.get('type') ?? '' }
  }
  const tokenHash = values.get('token_hash')
  if (tokenHash && values.get('type') === 'disown') {
    return { kind: 'disown', tokenHash, email: values.get('email') }
  }
  const type = MAIL_TYPES.find((known) => known === values.get('type'))
  if (tokenHash && type) return { kind: 'unspent', tokenHash, type, email: values.get('email') }
  const refusal = values.get('error_code') ?? values.get('error')
  const query = new URLSearchParams(search)
  // The way back from a provider says a refusal in the query too.
  if (refusal !== null)
    return { kind: 'refused', by: query.has('error') ? 'provider' : 'mail', code: refusal }
  if (values.has('message')) return { kind: 'half-confirmed' }
  const code = query.get('code')
  return code ? { kind: 'code', code } : null
}

const PASSWORD_DUE: readonly PasswordDue[] = ['recovery', 'invite']

/** The address of another account that is signed in, so that using the link would fail; null: there is none. */
export function otherAccountThan({ type, email }: MailLink): string | null {
  const open = storedSession()?.email ?? null
  // The mails of an address change go to two addresses of the same account.
  if (open === null || email === null || type === 'email_change') return null
  return open.toLowerCase() === email.toLowerCase() ? null : open
}

export type Opened =
  | AuthResult
  | { kind: 'other-account'; email: string }
  /** Nobody is signed in here, and the link didn't say whose account it opens: whoever holds the phone is asked. */
  | { kind: 'whose'; session: SessionLink; email: string }
  | { kind: 'half-confirmed' }

/** The session of a link whose token or code is used up, until the page has taken it over: a second try needs it. */
let spentLink: { token: string; session: SessionLink } | null = null

/** Uses up the token of a mail's link and takes over its session. */
export async function openMailLink({ tokenHash, type, email }: MailLink): Promise<Opened> {
  if (spentLink?.token !== tokenHash) {
    const answer = await spendToken(tokenHash, type)
    if (answer.failure !== null) return failedResult(answer.failure)
    if (answer.tokens === null) return { kind: 'half-confirmed' }
    spentLink = { token: tokenHash, session: { kind: 'session', ...answer.tokens, purpose: type } }
  }
  const { session } = spentLink
  const whose = emailOf(session)
  if (storedSession() === null && whose.toLowerCase() !== email?.toLowerCase()) {
    spentLink = null
    return { kind: 'whose', session, email: whose }
  }
  const opened = await openAuthLink(session)
  if (opened.kind === 'ok') spentLink = null
  return opened
}

/** Whose account a link opens, as its token says; nothing is opened before the server has said the same. */
export function emailOf({ accessToken }: SessionLink): string {
  return claimsOf(accessToken)?.email ?? ''
}

/** Ends the session of a link that nobody wanted to enter by. */
export async function abandonLink(link: SessionLink): Promise<void> {
  await revokeSession(link)
}

/** As it stands in the address: the session of a link that is used up outlives a reload so. */
export function asFragment({ accessToken, refreshToken, purpose }: SessionLink): string {
  const values = { access_token: accessToken, refresh_token: refreshToken, type: purpose }
  return `#${new URLSearchParams(values)}`
}

/** Takes over the session with which a provider sent this browser back. */
export async function openCode(code: string): Promise<Exclude<Opened, { kind: 'half-confirmed' | 'whose' }>> {
  if (spentLink?.token !== code) {
    const answer = await spendCode(code)
    if (answer.failure !== null) return failedResult(answer.failure)
    spentLink = { token: code, session: { kind: 'session', ...answer.tokens, purpose: '' } }
  }
  const opened = await openAuthLink(spentLink.session)
  if (opened.kind === 'ok') spentLink = null
  return opened
}

/** Asks for another mail in place of one whose link is dead. The answer doesn't tell whether the address is known. */
export async function resendMailLink(type: MailType, email: string): Promise<AuthResult> {
  // An invitation and a forgotten password lead to the same: a mail by which to choose a password.
  if (type !== 'signup' && type !== 'email_change') return askForPasswordLink(email)
  return authResult(await resendMail(type, email))
}

/**
 * Takes over a link's session; whoever came to set a password is asked for it next. When another account is signed in,
 * nothing happens ('other-account'): its data would be left behind on the phone.
 */
export async function openAuthLink(
  link: SessionLink,
): Promise<Exclude<Opened, { kind: 'half-confirmed' | 'whose' }>> {
  const userId = claimsOf(link.accessToken)?.sub
  if (userId === undefined) return { kind: 'failed', code: 'otp_expired', message: '' }
  const before = storedSession()
  if (before !== null && before.userId !== userId) return { kind: 'other-account', email: before.email }
  const due = PASSWORD_DUE.find((known) => known === link.purpose)
  // Signed out, the password is asked for before there is a session, so that the app doesn't show for a moment. Where
  // the app shows already, it is asked for only once the session is there.
  if (due && before === null) setPasswordDue(due, userId)
  const result = authResult(await takeSession(link, before))
  if (due && result.kind === 'failed' && before === null) setPasswordDue(null)
  if (due && result.kind === 'ok' && before !== null) setPasswordDue(due, userId)
  return result
}

/** Closes all sessions of the account whose change is disowned. If this phone's is one of them, it ends at once. */
export async function disownChange({ tokenHash }: DisownLink): Promise<AuthResult> {
  const result = authResult((await callOwnAuth('disown', { token_hash: tokenHash }, null)).failure)
  if (result.kind === 'ok' && storedSession() !== null) await isSoonRenewed()
  return result
}

/** Calls back once, when nobody is signed in any more. */
export function onSignedOut(callback: () => void): void {
  const stop = subscribeSession(() => {
    if (storedSession() !== null) return
    stop()
    callback()
  })
}
