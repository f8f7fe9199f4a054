import { useSyncExternalStore } from 'react'

/** What holds something that was typed and isn't at the server. */
const unsaved = new Set<object>()
const listeners = new Set<() => void>()

/** The browser asks before the page is closed, and the console before signing out, while something is unsaved. */
export function noteUnsaved(holder: object, isUnsaved: boolean): void {
  if (isUnsaved === unsaved.has(holder)) return
  if (isUnsaved) unsaved.add(holder)
  else unsaved.delete(holder)
  if (unsaved.size > 0) addEventListener('beforeunload', askFirst)
  else removeEventListener('beforeunload', askFirst)
  for (const listener of listeners) listener()
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useIsUnsaved(): boolean {
  return useSyncExternalStore(subscribe, () => unsaved.size > 0)
}
