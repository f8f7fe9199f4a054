import { useCallback, useSyncExternalStore } from 'react'
import { type BabyData, LOADING } from './baby-data.ts'
import { useSight } from './sight.ts'
import { babyData, subscribeData } from './store.ts'

export type { BabyData, SyncStatus } from './baby-data.ts'

/**
 * Everything a screen shows, from the phone's own copy: it never waits for the network but the very first time. A
 * screen out of sight hears no news, and catches up when it comes back.
 */
export function useBabyData(): BabyData {
  const sight = useSight()
  const subscribe = useCallback(
    (listener: () => void) =>
      sight.during(() => {
        listener()
        return subscribeData(listener)
      }),
    [sight],
  )
  return useSyncExternalStore(subscribe, babyData, () => LOADING)
}

/** Resolves true once nothing waits to be sent, false when `signal` aborts first. Refused changes don't count. */
export function waitUntilSynced(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => {
      const isSynced = babyData().phase === 'ready' && babyData().sync.pending === 0
      if (!isSynced && !signal.aborted) return
      stop()
      signal.removeEventListener('abort', check)
      resolve(isSynced)
    }
    const stop = subscribeData(check)
    signal.addEventListener('abort', check)
    check()
  })
}
