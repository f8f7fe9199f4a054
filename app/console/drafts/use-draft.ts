import { useSyncExternalStore } from 'react'
import { subscribeSession } from '../../session/stored-session.ts'
import { staysTypedBy } from './typed-by.ts'
import { noteUnsaved } from './unsaved.ts'

// What is typed in the console stays in this page's memory until it is sent, whatever else is looked at meanwhile: on
// the consultant's computer nothing of a family is stored (decision 053).

interface Kept {
  draft: unknown
  isUnsaved: boolean
}

const drafts = new Map<string, Kept>()
const listeners = new Set<() => void>()

export function draftUnder(key: string): unknown {
  return drafts.get(key)?.draft ?? null
}

/**
 * @param draft null: nothing is typed under this key any more.
 * @param isUnsaved false: it only stays to be read, and nothing is lost with it.
 */
export function putDraft(key: string, draft: unknown, isUnsaved = true): void {
  // A list of invitations goes on being sent for a moment when its administrator has signed out.
  if (draft === null || !stays(key)) drafts.delete(key)
  else drafts.set(key, { draft, isUnsaved })
  changed()
}

function changed(): void {
  noteUnsaved(
    drafts,
    [...drafts.values()].some(({ isUnsaved }) => isUnsaved),
  )
  for (const listener of listeners) listener()
}

/** A key begins with the account that types. */
function stays(key: string): boolean {
  return staysTypedBy(key.split(' ', 1)[0] ?? '')
}

subscribeSession(() => {
  const gone = [...drafts.keys()].filter((key) => !stays(key))
  for (const key of gone) drafts.delete(key)
  if (gone.length > 0) changed()
})

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

interface Draft<T> {
  /** What was typed and isn't sent; null: nothing. */
  draft: T | null
  setDraft: (draft: T | null) => void
  /** It was sent. What was typed meanwhile stays: false. */
  settle: (sent: T | null) => boolean
}

/** @param key names the account first, then the place and whatever else it belongs to. Under one key is one type. */
export function useDraft<T>(key: string): Draft<T> {
  const draft = useSyncExternalStore(subscribe, () => draftUnder(key))
  return {
    draft: draft as T | null,
    setDraft: (next) => putDraft(key, next),
    settle(sent) {
      const isSame = draftUnder(key) === sent
      if (isSame) putDraft(key, null)
      return isSame
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
  return new Map(keysAt(place).map((key) => [key.slice(place.length + 1), draftUnder(key)]))
}

/** Gives up what is typed at a place. */
export function dropDraftsAt(place: string): void {
  for (const key of keysAt(place)) putDraft(key, null)
}

function keysAt(place: string): string[] {
  return [...drafts.keys()].filter((key) => key.startsWith(`${place} `))
}
