import { useSyncExternalStore } from 'react'
import { isWriting, subscribeToWriting } from './unsaved-input.ts'

let take: (() => void) | null = null
const listeners = new Set<() => void>()

/** A newer page is on the phone: `how` leaves this one for it. */
export function offerNewVersion(how: () => void): void {
  take = how
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const stop = subscribeToWriting(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

/** What takes the carer to the new version; null when there is none, or something is being written that it would lose. */
export function useNewVersion(): (() => void) | null {
  return useSyncExternalStore(
    subscribe,
    () => (isWriting() ? null : take),
    () => null,
  )
}
