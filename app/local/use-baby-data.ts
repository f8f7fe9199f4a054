import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { TimeZone } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import { usePanelVisibility } from '../device/panel-visibility.ts'
import { type BabyData, LOADING } from './baby-data.ts'
import { store } from './phone-store.ts'
import type { Store } from './store.ts'

export type { BabyData, SyncStatus } from './baby-data.ts'

/** Whose data the screens show: the phone's, but in the console those of the family that is looked at. */
export const StoreContext = createContext<Store>(store)

/**
 * Everything a screen shows, from the phone's own replica: it never waits for the network but the very first time. A
 * screen out of sight hears no news, and catches up when it comes back.
 */
export function useBabyData(): BabyData {
  return useSyncExternalStore(useSubscription(), useContext(StoreContext).data, () => LOADING)
}

/** The zone the family lives by, for what needs nothing else of its data. */
export function useTimeZone(): TimeZone {
  const store = useContext(StoreContext)
  return useSyncExternalStore(
    useSubscription(),
    () => store.data().zone,
    () => MADRID,
  )
}

function useSubscription(): (listener: () => void) => () => void {
  const store = useContext(StoreContext)
  const visibility = usePanelVisibility()
  return useCallback(
    (listener: () => void) =>
      visibility.during(() => {
        listener()
        return store.subscribe(listener)
      }),
    [store, visibility],
  )
}

/** Resolves true once nothing waits to be sent, false when `signal` aborts first. Refused changes don't count. */
export function waitUntilSynced(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => {
      const isSynced = store.data().phase === 'ready' && store.data().sync.pending === 0
      if (!isSynced && !signal.aborted) return
      stop()
      signal.removeEventListener('abort', check)
      resolve(isSynced)
    }
    const stop = store.subscribe(check)
    signal.addEventListener('abort', check)
    check()
  })
}

const ON_ITS_WAY_MS = 2_000

/** A change that is just being sent gets a moment, so that nobody is asked about it. */
export async function waitForWhatIsOnItsWay(): Promise<void> {
  const { online, pending } = store.data().sync
  if (online && pending > 0) await waitUntilSynced(AbortSignal.timeout(ON_ITS_WAY_MS))
}
