import { type Interval, sleepInterval } from './durations.ts'
import { type SleepRecord, startTimeOf } from './sleep-record.ts'
import { addDays } from './time.ts'

/** What can be compared: a record that is stored, or one that may be. */
export type Comparable = Pick<SleepRecord, 'date' | 'type' | 'start_time' | 'end_time' | 'time'>

/**
 * The same text for two records of one thing: one baby begins one sleep, or wakes up once, at a given minute. Nap or
 * night doesn't matter, nor the end, which may have been corrected since.
 */
export function identityOf(record: Comparable): string {
  const what = record.type === 'despertar' ? 'wake-up' : 'sleep'
  return `${what} ${record.date} ${startTimeOf(record) ?? ''}`
}

/** What a diary holds, asked record by record. */
export interface Log {
  /** 'same': it begins at the same minute; 'overlap': most of the shorter of the two is the same sleep. */
  find(record: Comparable): 'same' | 'overlap' | null
}

export function logOf(records: readonly Comparable[]): Log {
  const identities = new Set(records.map(identityOf))
  const sleepsOn = new Map<string, Interval[]>()
  for (const record of records) {
    const slept = sleepInterval(record)
    if (slept === null) continue
    const others = sleepsOn.get(record.date)
    if (others === undefined) sleepsOn.set(record.date, [slept])
    else others.push(slept)
  }
  return {
    find(record) {
      if (identities.has(identityOf(record))) return 'same'
      const slept = sleepInterval(record)
      if (slept === null) return null
      // No sleep lasts longer than a day, so what overlaps began on one of these.
      const near = [-1, 0, 1].flatMap((days) => sleepsOn.get(addDays(record.date, days)) ?? [])
      return near.some((other) => isMostlySame(slept, other)) ? 'overlap' : null
    },
  }
}

function isMostlySame(a: Interval, b: Interval): boolean {
  const shared = Math.min(a.endAt, b.endAt) - Math.max(a.startAt, b.startAt)
  const shorter = Math.min(a.endAt - a.startAt, b.endAt - b.startAt)
  return shared > shorter / 2
}
