import { useState } from 'react'
import {
  type DrawnDay,
  type DrawnSleep,
  type Edge,
  moveEdge,
  type Stretch,
  typeEdge,
  withGuess,
} from '../../../core/rebuild/rebuild-day.ts'
import type { LocalDate, LocalTime } from '../../../core/time/time.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'

/** The day as it is drawn, and everything that changes it. A thumb's stroke counts when the thumb lifts. */
export function useDrawnDay(date: LocalDate, day: DrawnDay, onChange: (next: DrawnDay) => void) {
  const zone = useTimeZone()
  const [selectedKey, select] = useState<number | null>(null)
  const [stroke, setStroke] = useState<DrawnSleep | null>(null)

  const nextKey = 1 + Math.max(0, ...day.sleeps.map(({ key }) => key))
  const made = (stretch: Stretch) =>
    withGuess(date, { ...stretch, key: nextKey, type: 'siesta', isTypeChosen: false }, zone)
  const moved = (sleep: DrawnSleep, edge: Edge, place: number) =>
    withGuess(date, moveEdge(sleep, edge, place), zone)

  function put(sleep: DrawnSleep): void {
    onChange({ ...day, sleeps: withSleep(day.sleeps, sleep) })
    select(sleep.key)
    setStroke(null)
  }

  return {
    /** With the stroke under the thumb; in the order they were made, so that none moves from under a finger. */
    sleeps: stroke === null ? day.sleeps : withSleep(day.sleeps, stroke),
    selectedKey: stroke?.key ?? selectedKey,
    select,
    stroke,
    made,
    moved,
    draw: setStroke,
    put,
    letGo: () => setStroke(null),
    add: (stretch: Stretch) => put(made(stretch)),
    move: (sleep: DrawnSleep, edge: Edge, place: number) => put(moved(sleep, edge, place)),
    type: (sleep: DrawnSleep, edge: Edge, time: LocalTime) =>
      put(withGuess(date, typeEdge(sleep, edge, time), zone)),
    switchType: (sleep: DrawnSleep) =>
      put({ ...sleep, type: sleep.type === 'siesta' ? 'noche' : 'siesta', isTypeChosen: true }),
    remove: ({ key }: DrawnSleep) =>
      onChange({ ...day, sleeps: day.sleeps.filter((sleep) => sleep.key !== key) }),
    setWakeUp: (wakeUp: LocalTime | null) => onChange({ ...day, wakeUp }),
  }
}

function withSleep(sleeps: readonly DrawnSleep[], sleep: DrawnSleep): readonly DrawnSleep[] {
  const isNew = sleeps.every(({ key }) => key !== sleep.key)
  return isNew ? [...sleeps, sleep] : sleeps.map((other) => (other.key === sleep.key ? sleep : other))
}

export type DrawnDayState = ReturnType<typeof useDrawnDay>
