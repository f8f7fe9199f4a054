import { useSyncExternalStore } from 'react'
import { type BabyData, LOADING } from './baby-data.ts'
import { babyData, subscribeData } from './store.ts'

export type { BabyData, SyncStatus } from './baby-data.ts'

/** Everything a screen shows, from the phone's own copy: it never waits for the network but the very first time. */
export function useBabyData(): BabyData {
  return useSyncExternalStore(subscribeData, babyData, () => LOADING)
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
