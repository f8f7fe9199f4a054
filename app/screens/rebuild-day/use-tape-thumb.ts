import { useRef } from 'react'
import {
  type DrawnSleep,
  type Habits,
  type Stretch,
  stretchBetween,
  stretchFrom,
  timeAt,
} from '../../../core/rebuild/rebuild-day.ts'
import type { SleepType } from '../../../core/records/sleep-record.ts'
import { BAND_TOP_PX } from './TapeMarks.tsx'
import { gripAt, reachOn } from './tape-lines.ts'
import type { DrawnDayState } from './use-drawn-day.ts'
import { type Hold, useThumb } from './use-thumb.ts'

interface TapeThumbSettings {
  drawn: DrawnDayState
  /** As stored in the draft, without the stroke under way. */
  sleeps: readonly DrawnSleep[]
  logged: readonly (Stretch & { type: SleepType })[]
  wakeUpAt: number | null
  habits: Habits
}

/** What a thumb does on the tape: a drag draws a sleep or moves an edge, a tap selects one or makes one. */
export function useTapeThumb({ drawn, sleeps, logged, wakeUpAt, habits }: TapeThumbSettings) {
  const lines = useRef<[Element | null, Element | null]>([null, null])

  function boxes() {
    const [first, second] = lines.current
    return first && second ? ([first.getBoundingClientRect(), second.getBoundingClientRect()] as const) : null
  }

  function dragWakeUp(at: number): void {
    drawn.setWakeUp(timeAt(stretchBetween(at, at).from))
  }

  /** The edge goes as far as the thumb does: it doesn't jump under it. */
  function strokeOf({ grip, downAt, at }: Hold): DrawnSleep {
    const sleep = grip.kind === 'edge' ? sleeps.find(({ key }) => key === grip.key) : undefined
    return grip.kind === 'edge' && sleep
      ? drawn.moved(sleep, grip.edge, sleep[grip.edge] + at - downAt)
      : drawn.made(stretchBetween(downAt, at))
  }

  function tap({ grip, downAt }: Hold): void {
    if (grip.kind === 'edge') drawn.select(grip.key)
    else if (grip.kind === 'nothing') drawn.add(stretchFrom(downAt, [...sleeps, ...logged], habits))
    else drawn.select(null)
  }

  const thumb = useThumb({
    boxes,
    gripAt: (place, line, y, both) =>
      gripAt(place, y < both[line].top + BAND_TOP_PX, reachOn(line, both), {
        sleeps,
        logged,
        wakeUpAt,
        selectedKey: drawn.selectedKey,
      }),
    onDrag: (hold) => (hold.grip.kind === 'wake-up' ? dragWakeUp(hold.at) : drawn.draw(strokeOf(hold))),
    onDrop: (hold) => (hold.grip.kind === 'wake-up' ? dragWakeUp(hold.at) : drawn.put(strokeOf(hold))),
    onCancel: drawn.letGo,
    onTap: tap,
  })

  return {
    ...thumb,
    keepLine: (line: 0 | 1, drawing: Element | null) => {
      lines.current[line] = drawing
    },
  }
}
