import { type ReactElement, useSyncExternalStore } from 'react'
import { SESSION_KEY, sessionState, storedSession } from '../stored-session.ts'

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

/** Of the session that the link itself has opened here there is no event; of what other tabs note of it there is. */
function onStorage({ key }: StorageEvent): void {
  if (key !== null && key !== SESSION_KEY) return
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
