import { type PointerEvent, useRef } from 'react'
import { type Box, type Grip, lineAt, placeUnder } from './tape-lines.ts'

/** A thumb that moves less than this has tapped. */
const TAP_PX = 6

export interface Hold {
  grip: Grip
  /** Where on the tape it took hold, and where it is. */
  downAt: number
  at: number
}

interface ThumbSettings {
  boxes: () => readonly [Box, Box] | null
  gripAt: (place: number, line: 0 | 1, y: number, boxes: readonly [Box, Box]) => Grip
  onDrag: (hold: Hold) => void
  /** With all of the last move, which may not be drawn yet. */
  onDrop: (hold: Hold) => void
  onCancel: () => void
  onTap: (hold: Hold) => void
}

interface Held extends Hold {
  pointerId: number
  x: number
  y: number
  line: 0 | 1
  boxes: readonly [Box, Box]
  isDragging: boolean
}

/** Handlers for the tape, which has `touch-action: none`: one finger, or the mouse, taps or drags on it. */
export function useThumb({ boxes, gripAt, onDrag, onDrop, onCancel, onTap }: ThumbSettings) {
  const held = useRef<Held | null>(null)
  const heldBy = (event: PointerEvent) => (held.current?.pointerId === event.pointerId ? held.current : null)

  return {
    onPointerDown(event: PointerEvent) {
      const lines = boxes()
      if (!event.isPrimary || event.button !== 0 || lines === null) return
      const line = lineAt(event.clientY, lines, null)
      const at = placeUnder(event.clientX, line, lines)
      event.currentTarget.setPointerCapture(event.pointerId)
      held.current = {
        pointerId: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        line,
        boxes: lines,
        grip: gripAt(at, line, event.clientY, lines),
        downAt: at,
        at,
        isDragging: false,
      }
    },
    onPointerMove(event: PointerEvent) {
      const hold = heldBy(event)
      if (hold === null) return
      hold.line = lineAt(event.clientY, hold.boxes, hold.line)
      hold.at = placeUnder(event.clientX, hold.line, hold.boxes)
      hold.isDragging ||= Math.abs(event.clientX - hold.x) >= TAP_PX
      if (hold.isDragging) onDrag(hold)
    },
    onPointerUp(event: PointerEvent) {
      const hold = heldBy(event)
      held.current = null
      if (hold === null) return
      if (hold.isDragging) onDrop(hold)
      else if (Math.abs(event.clientY - hold.y) < 2 * TAP_PX) onTap(hold)
    },
    onPointerCancel(event: PointerEvent) {
      if (heldBy(event) === null) return
      held.current = null
      onCancel()
    },
  }
}
