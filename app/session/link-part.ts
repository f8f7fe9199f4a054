import { type ReactElement, useSyncExternalStore } from 'react'
import { storedSession } from './stored-session.ts'

/** Where a tab keeps the link of a mail until it is used, as it stood in the address. index.html looks there, too. */
export const KEPT_MAIL_LINK = 'nana-mail-link'
/** The same for an invitation; one that waits for a mailbox is kept for the whole phone. */
export const KEPT_INVITATION = 'nana-invitation'

/** What is drawn for a link. `isSheet`: somebody was signed in when the link came, so it lies over their app. */
interface LinkPart {
  element: ReactElement
  isSheet: boolean
}

let part: LinkPart | null = null
const listeners = new Set<() => void>()

/** Shows what a mail's link asks of whoever opened it; null takes it away. Its code loads only with a link. */
export function showLinkPart(element: ReactElement | null): void {
  part = element && { element, isSheet: storedSession() !== null }
  for (const listener of listeners) listener()
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
