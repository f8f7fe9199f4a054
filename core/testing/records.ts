import { BLANK_RECORD, type RecordType, type SleepRecord } from '../records/sleep-record.ts'
import type { LocalDate, LocalTime } from '../time/time.ts'

let made = 0

/** A record for a test: empty but for what the test is about. Ids count up: 'r1', 'r2' … */
export function recordOf(type: RecordType, date: LocalDate, about: Partial<SleepRecord> = {}): SleepRecord {
  made += 1
  return {
    id: `r${made}`,
    user_id: 'u1',
    date,
    type,
    ...BLANK_RECORD,
    ...about,
  }
}

/** A nap; open without `end`. */
export function siesta(date: LocalDate, start: LocalTime | null, end: LocalTime | null = null): SleepRecord {
  return recordOf('siesta', date, { start_time: start, end_time: end })
}

/** A night; open without `end`. */
export function noche(date: LocalDate, start: LocalTime | null, end: LocalTime | null = null): SleepRecord {
  return recordOf('noche', date, { start_time: start, end_time: end })
}

/** A wake-up. */
export function despertar(date: LocalDate, time: LocalTime): SleepRecord {
  return recordOf('despertar', date, { time })
}
