import { useSyncExternalStore } from 'react'
import { newId } from '../../device/new-id.ts'

/** What holds something that was typed and isn't at the server, and how that is given up. */
const unsaved = new Map<object, () => void>()
const listeners = new Set<() => void>()

/** A window holds a lock that is named so while something is unsaved in it. It is free when the window has gone. */
const LOCKS = 'nana-unsaved '
const ownLock = LOCKS + newId()
let release = () => {}

/**
 * The browser asks before the page is closed, and the console before signing out, while something is unsaved.
 *
 * @param giveUp keeps what is sent by itself from being sent by a page that goes. By default nothing is.
 */
export function noteUnsaved(holder: object, isUnsaved: boolean, giveUp = () => {}): void {
  // Of a page that was left unasked and stayed all the same too: more was typed in it.
  if (isUnsaved) addEventListener('beforeunload', askFirst)
  if (isUnsaved === unsaved.has(holder)) return
  if (isUnsaved) unsaved.set(holder, giveUp)
  else unsaved.delete(holder)
  if (unsaved.size === 0) {
    removeEventListener('beforeunload', askFirst)
    release()
  } else if (isUnsaved && unsaved.size === 1) void locks()?.request(ownLock, untilSaved)
  for (const listener of listeners) listener()
}

async function untilSaved(): Promise<void> {
  if (unsaved.size > 0)
    await new Promise<void>((resolve) => {
      release = resolve
    })
}

/** Undefined: this browser has none, or the page came without encryption. */
const locks = () => navigator.locks as LockManager | undefined

/** Whether something is unsaved in another window of the console, which signing out here would drop. */
export async function isUnsavedElsewhere(): Promise<boolean> {
  const { held = [] } = (await locks()?.query()) ?? {}
  return held.some(({ name = '' }) => name.startsWith(LOCKS) && name !== ownLock)
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** The console has asked itself, and the page is left: the browser would ask once more. What is unsaved is given up. */
export function leaveUnasked(): void {
  for (const giveUp of unsaved.values()) giveUp()
  removeEventListener('beforeunload', askFirst)
}

/** Calls back when something else is unsaved than before. */
export function subscribeUnsaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useIsUnsaved(): boolean {
  return useSyncExternalStore(subscribeUnsaved, () => unsaved.size > 0)
}
