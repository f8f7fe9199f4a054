import { useEffect } from 'react'
import { subscribeToToastHost, toastHost } from '../ui/overlays/toast-host.ts'

const unsaved = new Set<symbol>()
const listeners = new Set<() => void>()

/** Says that this part of the screen holds something typed that isn't stored yet. */
export function useUnsavedInput(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const mark = Symbol()
    unsaved.add(mark)
    announce()
    return () => {
      unsaved.delete(mark)
      // What gives way to a draft is marked as that at once: nobody hears that nothing is unsaved between the two.
      queueMicrotask(announce)
    }
  }, [isUnsaved])
}

function announce(): void {
  for (const listener of listeners) listener()
}

/** Whether something was typed that isn't stored yet. */
export function hasUnsavedInput(): boolean {
  return unsaved.size > 0
}

/** Whether a reload would lose something that was typed, or close a dialog. */
export function isWriting(): boolean {
  return hasUnsavedInput() || toastHost() !== document.body
}

export function subscribeToWriting(listener: () => void): () => void {
  listeners.add(listener)
  const stop = subscribeToToastHost(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}
