import { useSyncExternalStore } from 'react'
import { backOnline } from '../../device/network/online.ts'

const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 10_000

/** A part of the app that follows when what comes before it stands. */
export interface LatePart<Part> {
  /** Fetches it once, and tries again for as long as the network is away. Resolves when it can be drawn. */
  load(): Promise<void>
  /** The part; null until it is there. */
  use(): Part | null
}

/**
 * It isn't React's `lazy`, because React shows the fallback of a suspense for at least 300 ms, and the whole start is
 * to take no longer than that.
 */
export function latePart<Part>(fetchPart: () => Promise<Part>): LatePart<Part> {
  let part: Part | null = null
  let loading: Promise<void> | null = null
  const listeners = new Set<() => void>()

  function load(): Promise<void> {
    loading ??= loadPart()
    return loading
  }

  async function loadPart(): Promise<void> {
    for (let waitMs = FIRST_RETRY_MS; part === null; waitMs = Math.min(2 * waitMs, LAST_RETRY_MS)) {
      try {
        part = await fetchPart()
      } catch (error) {
        console.warn('A part of the app could not be fetched; trying again.', error)
        await backOnline(waitMs)
      }
    }
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    load,
    use: () =>
      useSyncExternalStore(
        subscribe,
        () => part,
        () => null,
      ),
  }
}
