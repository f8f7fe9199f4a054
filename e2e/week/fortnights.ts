import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { addDays, type LocalDate, type LocalTime } from '../../core/time/time.ts'
import { sleep, wakeUp } from '../kit/seed.ts'

/** This is how a day of these weeks goes. The wakings are tapped, each with its time. */
export interface DayKind {
  night: readonly [LocalTime, LocalTime]
  naps?: readonly (readonly [LocalTime, LocalTime])[]
  wakings?: readonly LocalTime[]
}

const NAPS = [
  ['09:30', '10:30'],
  ['13:00', '14:30'],
] as const

/** Returns what a phone would have stored of as many days as there are kinds, from `first` on. */
export function daysFrom(first: LocalDate, kinds: readonly DayKind[]) {
  return kinds.flatMap(({ night, naps = NAPS, wakings = [] }, index) => {
    const date = addDays(first, index)
    const counted = (record: ReturnType<typeof sleep>, times: readonly LocalTime[] = []) => ({
      ...record,
      wake_ups: times.length,
      taps: times.map((time): SleepRecord['taps'][number] => ({
        id: crypto.randomUUID(),
        kind: 'wake_ups',
        time,
      })),
    })
    return [
      counted(wakeUp(date, '07:00')),
      ...naps.map(([start, end]) => counted(sleep('siesta', date, start, end))),
      counted(sleep('noche', night[0] < '12:00' ? addDays(date, 1) : date, night[0], night[1]), wakings),
    ]
  })
}

/** Repeats some kinds of days until there are `count`. */
export function inTurn(count: number, ...kinds: readonly DayKind[]): DayKind[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[index % kinds.length]
    if (kind === undefined) throw new Error('No kind of day')
    return kind
  })
}
