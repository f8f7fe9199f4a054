import { type SleepRecord, startTimeOf } from './sleep-record.ts'
import { TAP_LIMITS, type Tap, type TapKind } from './taps.ts'

/** The taps of a kind in the order of the sleep: times earlier than its start are after midnight and come last. */
export function tapsOf(
  record: Pick<SleepRecord, 'taps' | 'start_time' | 'time'>,
  kind: TapKind,
): readonly Tap[] {
  const start = startTimeOf(record) ?? ''
  const taps = record.taps.filter((tap) => tap.kind === kind)
  return [...taps.filter(({ time }) => time >= start), ...taps.filter(({ time }) => time < start)]
}

/** The taps to take away when a carer lowers the count of a kind to `count`: the last ones. */
export function surplusTaps(record: SleepRecord, kind: TapKind, count: number): readonly Tap[] {
  return count >= TAP_LIMITS[kind] ? [] : tapsOf(record, kind).slice(Math.max(count, 0))
}
