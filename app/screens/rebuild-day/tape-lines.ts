import { type DrawnSleep, type Edge, STEP_MIN, type Stretch } from '../../../core/rebuild/rebuild-day.ts'

/**
 * The tape of a day is folded once, so that five minutes are wide enough for a thumb: the hours of the naps, and
 * evening and night, which then lie in one piece. Places as in core's rebuild-day.
 */
export const LINES = [
  { from: 0, to: 10 * 60 },
  { from: 10 * 60, to: 24 * 60 },
] as const

/** The side of a target, halved: so far from an edge a thumb still means it. */
const REACH_PX = 22
/** How far into the other line the thumb must come before it is there: it never draws quite straight. */
const OVER = 0.3

/** Where a line is drawn, in CSS pixels of the window. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** The line a thumb is on. @param current the one it began on. */
export function lineAt(y: number, [first, second]: readonly [Box, Box], current: 0 | 1 | null): 0 | 1 {
  if (current === 0) return y > second.top + second.height * OVER ? 1 : 0
  if (current === 1) return y < first.top + first.height * (1 - OVER) ? 0 : 1
  return y < (first.top + first.height + second.top) / 2 ? 0 : 1
}

/** The place on the tape under a thumb that is on `line`; beside the line, its end. */
export function placeUnder(x: number, line: 0 | 1, boxes: readonly [Box, Box]): number {
  const { from, to } = LINES[line]
  const share = (x - boxes[line].left) / boxes[line].width
  return from + Math.max(0, Math.min(share, 1)) * (to - from)
}

/** The part of a stretch on one line, as fractions of it; null when none is. */
export function partOn(line: 0 | 1, stretch: Stretch) {
  const { from, to } = LINES[line]
  if (stretch.to <= from || stretch.from >= to) return null
  return {
    start: Math.max(0, (stretch.from - from) / (to - from)),
    end: Math.min(1, (stretch.to - from) / (to - from)),
    cutStart: stretch.from < from,
    cutEnd: stretch.to > to,
  }
}

/** Where an edge is drawn: at the fold a sleep begins on the second line and ends on the first. */
export function edgeOn(place: number, edge: Edge): { line: 0 | 1; at: number } {
  const line = edge === 'from' ? (place >= LINES[1].from ? 1 : 0) : place > LINES[1].from ? 1 : 0
  const { from, to } = LINES[line]
  return { line, at: Math.max(0, Math.min((place - from) / (to - from), 1)) }
}

/** What a thumb has taken hold of. */
export type Grip =
  | { kind: 'edge'; key: number; edge: Edge }
  | { kind: 'wake-up' }
  /** What is logged already, and stays as it is. */
  | { kind: 'logged' }
  | { kind: 'nothing' }

export interface OnTape {
  sleeps: readonly DrawnSleep[]
  logged: readonly Stretch[]
  /** Place of the wake-up that is drawn; its mark hangs over the line. */
  wakeUpAt: number | null
  selectedKey: number | null
}

/** How many minutes a thumb reaches to either side. */
export function reachOn(line: 0 | 1, boxes: readonly [Box, Box]): number {
  const { from, to } = LINES[line]
  return (REACH_PX / boxes[line].width) * (to - from)
}

/**
 * The edge that is meant: one of the selected sleep's within reach, also from outside; else the nearer one of the
 * sleep under the thumb.
 */
export function gripAt(
  place: number,
  isOverLine: boolean,
  reach: number,
  { sleeps, logged, wakeUpAt, selectedKey }: OnTape,
): Grip {
  if (isOverLine && wakeUpAt !== null && Math.abs(wakeUpAt - place) <= reach) return { kind: 'wake-up' }
  const selected = sleeps.find((sleep) => sleep.key === selectedKey)
  const nearby = selected && nearerEdge(selected, place)
  if (selected && nearby && Math.abs(selected[nearby] - place) <= reach) {
    return { kind: 'edge', key: selected.key, edge: nearby }
  }
  const under = sleeps.findLast((sleep) => lies(place, sleep))
  if (under) return { kind: 'edge', key: under.key, edge: nearerEdge(under, place) }
  return { kind: logged.some((stretch) => lies(place, stretch)) ? 'logged' : 'nothing' }
}

function lies(place: number, { from, to }: Stretch): boolean {
  return place >= from - STEP_MIN && place <= to + STEP_MIN
}

function nearerEdge({ from, to }: Stretch, place: number): Edge {
  return place - from < to - place ? 'from' : 'to'
}
