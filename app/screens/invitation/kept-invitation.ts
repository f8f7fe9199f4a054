import { KEPT_INVITATION } from '../../session/links/link-part.ts'
import { storedSession } from '../../session/stored-session.ts'

/*
 * An invitation that was opened and not used yet. The tab keeps it, so that it outlives a reload and the way to another
 * page where somebody signs in. Where a mailbox has to confirm a new account first, the phone keeps it: the mail's link
 * may open in another tab.
 */

/** In both storages: a token, and who has pressed for it. While it is being taken, for whom as well. */
const KEY = KEPT_INVITATION

interface KeptInvitation {
  token: string
  /** Nobody has to press any more: it is taken as soon as somebody is signed in. */
  isPressed: boolean
}

/** The invitation that waits here for who is signed in, or for anybody. */
export function keptInvitation(): KeptInvitation | null {
  const [token, pressed, userId] = sessionStorage.getItem(KEY)?.split(' ') ?? []
  const isTheirs = userId === undefined || userId === storedSession()?.userId
  if (token) return { token, isPressed: pressed !== undefined && isTheirs }
  const [confirming, email] = localStorage.getItem(KEY)?.split(' ') ?? []
  if (!confirming || email !== storedSession()?.email.toLowerCase()) return null
  return { token: confirming, isPressed: true }
}

/** Takes the invitation that stands in the address into this tab: nobody shall read it there, nor come back to it. */
export function takeFromAddress(): void {
  const token = /^#invitacion=([^\s&]+)/.exec(location.hash)?.[1]
  if (token === undefined) return
  keepInvitation(token)
  history.replaceState(history.state, '', location.pathname)
}

/** Keeps an invitation that somebody has to press for. */
export function keepInvitation(token: string): void {
  sessionStorage.setItem(KEY, token)
}

export function notePressed(token: string): void {
  sessionStorage.setItem(KEY, `${token} pressed`)
}

/** Keeps the invitation for the account of this address, which has to be confirmed. */
export function keepUntilConfirmed(token: string, email: string): void {
  localStorage.setItem(KEY, `${token} ${email.toLowerCase()}`)
  sessionStorage.removeItem(KEY)
}

/**
 * Keeps an invitation that is being taken until the server has answered: whoever reloads meanwhile takes it again,
 * which changes nothing where it had arrived. No other tab takes it too, and no other account does unasked.
 */
export function keepHereAlone(token: string): void {
  sessionStorage.setItem(KEY, `${token} pressed ${storedSession()?.userId}`)
  localStorage.removeItem(KEY)
}

export function forgetInvitation(): void {
  sessionStorage.removeItem(KEY)
  localStorage.removeItem(KEY)
}
