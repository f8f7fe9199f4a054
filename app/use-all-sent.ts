import { useSyncExternalStore } from 'react'
import { babyData, subscribeData } from './data/store.ts'

const TOLD_FOR_MS = 4_000

/** Something had to wait for the network. */
let isHeldUp = false
/** 0: it isn't said. */
let timer = 0
const listeners = new Set<() => void>()
let stop = () => {}

function follow(): void {
  const { online, pending, refused } = babyData().sync
  if (!online && pending > 0) isHeldUp = true
  else if (isHeldUp && online && pending === 0) {
    isHeldUp = false
    if (refused.length === 0) tell()
  }
}

function tell(): void {
  clearTimeout(timer)
  timer = window.setTimeout(() => {
    timer = 0
    announce()
  }, TOLD_FOR_MS)
  announce()
}

function announce(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) stop = subscribeData(follow)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stop()
  }
}

/** For a moment after everything that had waited for the network reached the server. */
export function useAllSent(): boolean {
  return useSyncExternalStore(subscribe, () => timer !== 0)
}
