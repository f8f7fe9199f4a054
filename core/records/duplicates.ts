import { addDays, type TimeZone } from '../time/time.ts'
import { type Interval, sleepInterval } from './durations.ts'
import { type RecordTimes, startTimeOf } from './sleep-record.ts'

/**
 * The same text for two records of one thing: one baby begins one sleep, or wakes up once, at a given minute. Nap or
 * night doesn't matter, nor the end, which may have been corrected since.
 */
export function identityOf(record: RecordTimes): string {
  const what = record.type === 'despertar' ? 'wake-up' : 'sleep'
  return `${what} ${record.date} ${startTimeOf(record) ?? ''}`
}

/** Finds out whether a diary holds a record already, as when a file is imported twice. */
export interface DuplicateFinder {
  /** 'same': a record of the same kind begins in the same minute; 'overlap': over half of the shorter one is shared. */
  find(record: RecordTimes): 'same' | 'overlap' | null
  /** Adds a record to those that the diary holds. */
  add(record: RecordTimes): void
}

export function duplicateFinder(records: readonly RecordTimes[], zone: TimeZone): DuplicateFinder {
  const identities = new Set<string>()
  const sleepsOn = new Map<string, Interval[]>()

  function add(record: RecordTimes): void {
    identities.add(identityOf(record))
    const slept = sleepInterval(record, zone)
    if (slept === null) return
    const others = sleepsOn.get(record.date)
    if (others === undefined) sleepsOn.set(record.date, [slept])
    else others.push(slept)
  }

  for (const record of records) add(record)
  return {
    add,
    find(record) {
      if (identities.has(identityOf(record))) return 'same'
      const slept = sleepInterval(record, zone)
      if (slept === null) return null
      // No sleep lasts longer than a day, so one that overlaps began on one of these days.
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
