import { useSyncExternalStore } from 'react'

type SignedIn = typeof import('./SignedIn.tsx').SignedIn

const RETRY_MS = 1_000

let loaded: SignedIn | null = null
let loading: Promise<void> | null = null
const listeners = new Set<() => void>()

/**
 * Fetches the signed-in part of the app, however long the network is away: a failed import is asked for again. Resolves
 * when it can be drawn.
 */
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
 * The signed-in part, null until it is here. No `lazy`: React keeps the fallback of a suspense for 300 ms, and a start
 * is to take no longer than that as a whole.
 */
export function useSignedIn(): SignedIn | null {
  return useSyncExternalStore(
    subscribe,
    () => loaded,
    () => null,
  )
}
