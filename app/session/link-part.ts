import { type ReactElement, useSyncExternalStore } from 'react'
import { sessionState, storedSession } from './stored-session.ts'

/** Where a tab keeps the link of a mail until it is used, as it stood in the address. index.html looks there, too. */
export const KEPT_MAIL_LINK = 'nana-mail-link'
/** The same for an invitation; one that waits for a mailbox is kept for the whole phone. */
export const KEPT_INVITATION = 'nana-invitation'

interface LinkPart {
  /** What is drawn for a link. */
  element: ReactElement
  /** Somebody was signed in when the link came, or is since, by another tab: it lies over their app. */
  isSheet: boolean
}

let part: LinkPart | null = null
const listeners = new Set<() => void>()

/** Shows what a mail's link asks of whoever opened it; null takes it away. Its code loads only with a link. */
export function showLinkPart(element: ReactElement | null): void {
  if (element === null) window.removeEventListener('storage', onStorage)
  else window.addEventListener('storage', onStorage)
  show(element && { element, isSheet: storedSession() !== null })
}

function show(next: LinkPart | null): void {
  part = next
  for (const listener of listeners) listener()
}

/** Of what this tab stores itself, as the session that the link has opened, there is no event. */
function onStorage(): void {
  if (part?.isSheet === false && sessionState().kind === 'signed-in') show({ ...part, isSheet: true })
}

export function linkPart(): LinkPart | null {
  return part
}

export function useLinkPart(): LinkPart | null {
  return useSyncExternalStore(subscribe, linkPart, () => null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
