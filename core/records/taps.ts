import type { LocalTime } from '../time/time.ts'
import { MAX_COUNT, MAX_WAKE_UPS } from './count-limits.ts'

/** What a tap («+1») counts during a sleep, by the name of the record's field that holds the count. */
export const TAP_KINDS = ['wake_ups', 'feedings', 'diaper_changes'] as const
export type TapKind = (typeof TAP_KINDS)[number]

/** One waking, feeding or diaper change, and the wall time at which it was tapped. */
export interface Tap {
  /** A UUID the phone makes: the tap counts once, however often it arrives. */
  id: string
  kind: TapKind
  time: LocalTime
}

/** A tap that is added, or taken back. */
export interface TapChange {
  tap: Tap
  undone?: true
  /** The count includes the tap already, so only the list of taps changes. */
  counted?: true
}

/** The fields of a record that a tap changes. A count is never lower than the taps of its kind, up to its limit. */
export type Tapped = Record<TapKind, number> & { taps: readonly Tap[] }

/** The highest counts that the database takes. */
export const TAP_LIMITS: Readonly<Record<TapKind, number>> = {
  wake_ups: MAX_WAKE_UPS,
  feedings: MAX_COUNT,
  diaper_changes: MAX_COUNT,
}

/** The most taps of one record: further ones are dropped, here as in the database. */
export const MAX_TAPS = 120

/** The record with a tap more, and one more of its kind; unchanged if it has this very tap already. */
export function addTapTo<Row extends Tapped>(record: Row, tap: Tap): Row {
  return withTapChange(record, { tap })
}

/** The record without a tap, and one less of its kind; unchanged if it doesn't have this very tap. */
export function withoutTap<Row extends Tapped>(record: Row, tap: Tap): Row {
  return withTapChange(record, { tap, undone: true })
}

/** The record after a change of its taps. The database does the same in SQL (migration `taps`). */
export function withTapChange<Row extends Tapped>(record: Row, { tap, undone, counted }: TapChange): Row {
  const has = record.taps.some(({ id }) => id === tap.id)
  if (has !== (undone === true) || (!has && record.taps.length >= MAX_TAPS)) return record
  const taps = undone ? record.taps.filter(({ id }) => id !== tap.id) : tapsUnited(record.taps, [tap])
  const step = counted ? 0 : undone ? -1 : 1
  const { [tap.kind]: count } = record
  const limited = Math.min(Math.max(count + step, 0), TAP_LIMITS[tap.kind])
  return withTapsCounted({ ...record, taps, [tap.kind]: limited })
}

/** Raises each count to the number of its taps: a count that one phone wrote mustn't hide what another one tapped. */
export function withTapsCounted<Row extends Tapped>(record: Row): Row {
  const counts = TAP_KINDS.map(
    (kind) => [kind, Math.max(record[kind], leastCount(record.taps, kind))] as const,
  )
  return counts.every(([kind, count]) => count === record[kind])
    ? record
    : { ...record, ...Object.fromEntries(counts) }
}

/** The lowest count of a kind that its taps allow: their number, up to the limit of the count. */
export function leastCount(taps: readonly Tap[], kind: TapKind): number {
  return Math.min(taps.filter((tap) => tap.kind === kind).length, TAP_LIMITS[kind])
}

/** The union of two lists of taps, each tap once, in the same order on every phone. */
export function tapsUnited(some: readonly Tap[], others: readonly Tap[]): Tap[] {
  const byId = new Map([...some, ...others].map((tap) => [tap.id, tap]))
  return [...byId.values()].sort((a, b) => order(a.time, b.time) || order(a.id, b.id))
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
