import { type PointerEvent, useRef } from 'react'

export type Swipe = 'left' | 'right'

/** Same threshold as the toast's swipe. */
const THRESHOLD_PX = 50

/** A swipe goes sideways at least 50 px, and clearly more sideways than up or down. */
export function swipeOf(dxPx: number, dyPx: number): Swipe | null {
  if (Math.abs(dxPx) < THRESHOLD_PX || Math.abs(dxPx) < 2 * Math.abs(dyPx)) return null
  return dxPx < 0 ? 'left' : 'right'
}

/** Handlers for an element with `touch-action: pan-y`. A mouse selects text instead. */
export function useSwipe(onSwipe: (direction: Swipe) => void) {
  const start = useRef<{ pointerId: number; x: number; y: number } | null>(null)
  return {
    onPointerDown(event: PointerEvent) {
      const { pointerId, clientX, clientY, pointerType, isPrimary } = event
      start.current = pointerType !== 'mouse' && isPrimary ? { pointerId, x: clientX, y: clientY } : null
    },
    onPointerUp(event: PointerEvent) {
      const from = start.current
      start.current = null
      if (from?.pointerId !== event.pointerId) return
      const direction = swipeOf(event.clientX - from.x, event.clientY - from.y)
      if (direction) onSwipe(direction)
    },
    onPointerCancel() {
      start.current = null
    },
  }
}
