import { useSyncExternalStore } from 'react'
import { warnBeforeLeaving } from './leaving-warning.ts'

// What is typed in the console stays in this page's memory until it is sent, whatever else is looked at meanwhile: on
// the consultant's computer nothing of a family is stored (decision 053).

const drafts = new Map<string, unknown>()
const listeners = new Set<() => void>()
let stopWarning: (() => void) | null = null

function put(key: string, draft: unknown): void {
  if (draft === null) drafts.delete(key)
  else drafts.set(key, draft)
  if (drafts.size > 0) stopWarning ??= warnBeforeLeaving(() => true)
  else {
    stopWarning?.()
    stopWarning = null
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

interface Draft<T> {
  /** What was typed and isn't sent; null: nothing. */
  draft: T | null
  setDraft: (draft: T | null) => void
  /** It was sent. What was typed meanwhile stays. */
  settle: (sent: T | null) => void
}

/** @param key names the account, the place and whatever else it belongs to. Under one key there is one type. */
export function useDraft<T>(key: string): Draft<T> {
  const draft = useSyncExternalStore(subscribe, () => drafts.get(key) ?? null)
  return {
    draft: draft as T | null,
    setDraft: (next) => put(key, next),
    settle(sent) {
      if (drafts.get(key) === sent) put(key, null)
    },
  }
}

/** Whether something is typed under a key. */
export function useHasDraft(): (key: string) => boolean {
  useSyncExternalStore(subscribe, () => [...drafts.keys()].join('\n'))
  return (key) => drafts.has(key)
}

/** What is typed at a place and isn't sent, by what follows the place in its key. */
export function useDraftsAt(place: string): ReadonlyMap<string, unknown> {
  useSyncExternalStore(subscribe, () => [...drafts.keys()].join('\n'))
  return new Map(keysAt(place).map((key) => [key.slice(place.length + 1), drafts.get(key)]))
}

/** Gives up what is typed at a place. */
export function dropDraftsAt(place: string): void {
  for (const key of keysAt(place)) put(key, null)
}

function keysAt(place: string): string[] {
  return [...drafts.keys()].filter((key) => key.startsWith(`${place} `))
}
