import { type PlanRhythm, type PlanShape, plannedNaps, wakeWindowAfter } from '../../../core/plan/plan.ts'
import { formatWakeWindow, parseWakeWindow } from '../../../core/plan/wake-windows.ts'

/** One thing in which a plan differs from another: naps count from 1, durations in minutes, windows as text. */
export type PlanDifference =
  | { kind: 'window'; beforeNap: number; from: string; to: string }
  | { kind: 'bedtime-window'; from: string; to: string }
  | { kind: 'duration'; nap: number; from: number; to: number }
  | { kind: 'new-nap'; nap: number; duration: number; window: string }
  | { kind: 'dropped-nap'; nap: number }

/** What the second plan changes in the first, in the order of the day. '1h30' and '1h 30min' are the same window. */
export function planDifferences(before: PlanRhythm, after: PlanRhythm): PlanDifference[] {
  const [napsBefore, napsAfter] = [plannedNaps(before), plannedNaps(after)]
  const differences: PlanDifference[] = []
  for (let index = 0; index < Math.max(napsBefore.length, napsAfter.length); index += 1) {
    const [old, now] = [napsBefore[index], napsAfter[index]]
    const nap = index + 1
    const [from, to] = [windowAfter(before, index), windowAfter(after, index)]
    if (now === undefined) differences.push({ kind: 'dropped-nap', nap })
    else if (old === undefined) differences.push({ kind: 'new-nap', nap, duration: now.duration, window: to })
    else {
      if (from !== to) differences.push({ kind: 'window', beforeNap: nap, from, to })
      if (old.duration !== now.duration) {
        differences.push({ kind: 'duration', nap, from: old.duration, to: now.duration })
      }
    }
  }
  const [from, to] = [windowAfter(before, napsBefore.length), windowAfter(after, napsAfter.length)]
  return from === to ? differences : [...differences, { kind: 'bedtime-window', from, to }]
}

function windowAfter(plan: PlanRhythm, napsTaken: number): string {
  const text = wakeWindowAfter(plan, napsTaken)
  const window = parseWakeWindow(text)
  return window.kind === 'window' ? formatWakeWindow(window.minutes) : text
}

/** Both days on the scale of the longer one, so that their naps can be compared by eye. */
export function onOneScale(some: PlanShape, other: PlanShape): [PlanShape, PlanShape] {
  const longest = Math.max(some.dayMin, other.dayMin)
  return [shrunk(some, some.dayMin / longest), shrunk(other, other.dayMin / longest)]
}

function shrunk(shape: PlanShape, by: number): PlanShape {
  return {
    naps: shape.naps.map(({ start, end }) => ({ start: start * by, end: end * by })),
    nightStart: shape.nightStart * by,
    dayMin: shape.dayMin,
  }
}
