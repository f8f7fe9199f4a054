import { useLayoutEffect } from 'react'

// A modal dialog makes the rest of the page inert, toasts included. While one is open, toasts live inside it.
const hosts: HTMLElement[] = []
const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

/** Offers an open modal dialog as the place for toasts; the returned function takes the offer back. */
export function hostToasts(host: HTMLElement): () => void {
  hosts.push(host)
  changed()
  return () => {
    hosts.splice(hosts.lastIndexOf(host), 1)
    changed()
  }
}

/** The dialog opened last, or the page itself. */
export function toastHost(): HTMLElement {
  return hosts.at(-1) ?? document.body
}

export function subscribeToToastHost(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let atTop = 0

/** While `isWanted`, toasts stand at the top: below there are fields that a thumb is on its way to. */
export function useToastsAtTop(isWanted: boolean): void {
  useLayoutEffect(() => {
    if (!isWanted) return
    atTop += 1
    placeToasts()
    return () => {
      atTop -= 1
      placeToasts()
    }
  }, [isWanted])
}

/** What gets the focus is kept free of them: base.css reads the attribute. */
function placeToasts(): void {
  document.documentElement.toggleAttribute('data-toasts-at-top', areToastsAtTop())
  changed()
}

export function areToastsAtTop(): boolean {
  return atTop > 0
}
