import { useSyncExternalStore } from 'react'

type SignedIn = typeof import('./SignedIn.tsx').SignedIn

const RETRY_MS = 1_000

let loaded: SignedIn | null = null
let loading: Promise<void> | null = null
const listeners = new Set<() => void>()

/** Loads the code behind the login, and retries for as long as the network is away. Resolves when it can be drawn. */
export function loadSignedIn(): Promise<void> {
  loading ??= load()
  return loading
}

async function load(): Promise<void> {
  while (loaded === null) {
    try {
      const { SignedIn, firstRead } = await import('./SignedIn.tsx')
      await firstRead
      loaded = SignedIn
    } catch (error) {
      console.warn('The app could not be fetched; trying again.', error)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  void loadSignedIn()
  return () => listeners.delete(listener)
}

/**
 * The component behind the login; null until it has been loaded. It isn't `lazy`, because React shows the fallback of a
 * suspense for at least 300 ms, and the whole start is to take no longer than that.
 */
export function useSignedIn(): SignedIn | null {
  return useSyncExternalStore(
    subscribe,
    () => loaded,
    () => null,
  )
}
