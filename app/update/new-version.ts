import { useSyncExternalStore } from 'react'
import { isWriting, subscribeToWriting } from '../navigation/unsaved-input.ts'

let take: (() => void) | null = null
let isUrgent = false
const listeners = new Set<() => void>()

/**
 * There is a newer page: `how` leaves this one for it. `when`: also while something is being written, because this page
 * can't store it, or asks first.
 */
export function offerNewVersion(how: () => void, when?: 'also while writing'): void {
  take = how
  isUrgent ||= when !== undefined
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

/**
 * What takes the carer to the new version. Null when there is none, and while it would lose something that is being
 * written and that this page can still store.
 */
export function useNewVersion(): (() => void) | null {
  return useSyncExternalStore(
    subscribe,
    () => (isWriting() && !isUrgent ? null : take),
    () => null,
  )
}
