/** Calls when the browser says that the network came or went. The answer ends it. */
export function onNetworkChange(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Calls whenever the browser says that the network is back. The answer ends it. */
export function onBackOnline(listener: () => void): () => void {
  addEventListener('online', listener)
  return () => removeEventListener('online', listener)
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
      stop()
      resolve()
    }
    const timer = setTimeout(go, withinMs)
    const stop = onBackOnline(go)
  })
}
