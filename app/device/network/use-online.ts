import { useSyncExternalStore } from 'react'
import { onNetworkChange } from './online.ts'

/** The phone has a network, as far as it knows: where it says no, there is none. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    onNetworkChange,
    () => navigator.onLine,
    () => true,
  )
}
