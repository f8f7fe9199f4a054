import { flushSync } from 'react-dom'

/**
 * Does what a button says and, where that takes the button with the focus away, gives the focus to `next`: the keyboard
 * goes on from there. Nothing happens where nothing had it, as after a tap in Safari.
 */
export function keepingFocus(work: () => void, next: () => HTMLElement | null | undefined): void {
  const before = document.activeElement
  flushSync(work)
  if (before?.isConnected === false) next()?.focus({ preventScroll: true })
}
