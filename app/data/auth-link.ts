import { claimsOf } from './access-token.ts'
import { type AuthResult, authResult } from './answers.ts'
import { takeSession } from './remote-auth.ts'
import { type PasswordDue, setPasswordDue, storedSession, subscribeSession } from './stored-session.ts'

/** What the link of a mail, or a provider one signed in with, brings back in the address. */
export type AuthLink =
  | { kind: 'session'; accessToken: string; refreshToken: string; purpose: string }
  /** `code` as the server's errors have it: `otp_expired` for a link that was used or is too old. */
  | { kind: 'refused'; code: string; message: string }
  /** One of the two mailboxes of an e-mail change has confirmed; the other one is to follow. */
  | { kind: 'half-confirmed' }

/** `hash` with its '#'. Null: an address like any other. */
export function parseAuthLink(hash: string): AuthLink | null {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const accessToken = values.get('access_token')
  const refreshToken = values.get('refresh_token')
  if (accessToken && refreshToken) {
    return { kind: 'session', accessToken, refreshToken, purpose: values.get('type') ?? '' }
  }
  if (values.has('error')) {
    const code = values.get('error_code') ?? values.get('error') ?? ''
    return { kind: 'refused', code, message: values.get('error_description') ?? '' }
  }
  return values.has('message') ? { kind: 'half-confirmed' } : null
}

const PASSWORD_DUE: Readonly<Record<string, PasswordDue | undefined>> = {
  recovery: 'recovery',
  invite: 'invite',
}

/**
 * Opens the link's session; whoever came to set a password is asked for it next. Another account that is signed in
 * stays: a link must not leave its data behind on the phone.
 */
export async function openAuthLink(
  link: Extract<AuthLink, { kind: 'session' }>,
): Promise<AuthResult | { kind: 'other-account'; email: string }> {
  const userId = claimsOf(link.accessToken)?.sub
  if (userId === undefined) return { kind: 'failed', code: 'otp_expired', message: '' }
  const before = storedSession()
  if (before !== null && before.userId !== userId) return { kind: 'other-account', email: before.email }
  // Known before the session is, so that the app isn't seen for a moment.
  const due = PASSWORD_DUE[link.purpose]
  if (due) setPasswordDue(due, userId)
  const result = authResult(await takeSession(link))
  if (due && result.kind === 'failed') setPasswordDue(null)
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
