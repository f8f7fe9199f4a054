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
