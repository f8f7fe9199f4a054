import { useSyncExternalStore } from 'react'
import { store } from '../local/phone-store.ts'

const SHOWN_FOR_MS = 4_000

/** Whether a change has had to wait for the network since everything was last sent. */
let isHeldUp = false
/** The timer that takes «Todo enviado» off the screen; 0 while it isn't shown. */
let timer = 0
const listeners = new Set<() => void>()
let stop = () => {}

function follow(): void {
  const { online, pending, refused } = store.data().sync
  if (!online && pending > 0) isHeldUp = true
  else if (isHeldUp && online && pending === 0) {
    isHeldUp = false
    if (refused.length === 0) showAllSent()
  }
}

function showAllSent(): void {
  clearTimeout(timer)
  timer = window.setTimeout(() => {
    timer = 0
    announce()
  }, SHOWN_FOR_MS)
  announce()
}

function announce(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) stop = store.subscribe(follow)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stop()
  }
}

/** True for a few seconds after everything that had to wait for the network has reached the server. */
export function useAllSent(): boolean {
  return useSyncExternalStore(subscribe, () => timer !== 0)
}
