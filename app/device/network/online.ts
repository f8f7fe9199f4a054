import { useSyncExternalStore } from 'react'

/** The phone has a network, as far as it knows: where it says no, there is none. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Resolves when the phone has a network, or after 12 s all the same, because `onLine` may be wrong. */
export function whenOnline(): Promise<void> {
  return navigator.onLine ? Promise.resolve() : backOnline(12_000)
}

/** Resolves when the browser says that the network is back, and after that time at the latest. */
export function backOnline(withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, withinMs)
    addEventListener('online', go)
  })
}
