import * as v from 'valibot'
import { type FamilyOverview, familyOverview } from '../../../core/overview/family-overview.ts'
import type { PlanRhythm } from '../../../core/plan/plan.ts'
import {
  BLANK_RECORD,
  type RecordType,
  type SleepRecord,
  sortNewestFirst,
} from '../../../core/records/sleep-record.ts'
import type { LocalDate, LocalTime } from '../../../core/time/time.ts'
import type { ConsultedFamily, Summary } from './consulted.ts'
import { zoneOf } from './rows.ts'

const TYPES: readonly unknown[] = ['siesta', 'noche', 'despertar'] satisfies RecordType[]

const planSchema = v.object({
  first_wake_window: v.string(),
  naps_count: v.picklist([2, 3, 4]),
  naps: v.array(v.object({ duration: v.number(), wakeWindow: v.string() })),
})

/** What a summary comes to. A line that can't be read is left out. @param now epoch milliseconds. */
export function overviewOf(summary: Summary, family: ConsultedFamily, now: number): FamilyOverview {
  return familyOverview(recordsOf(summary), {
    birthDate: family.birth_date,
    plan: planOf(summary.plan),
    zone: zoneOf(family),
    zoneSince: family.time_zone_since,
    now,
  })
}

function planOf(plan: unknown): PlanRhythm | null {
  const parsed = v.safeParse(planSchema, plan)
  return parsed.success ? parsed.output : null
}

/** The summary's lines as records: it leaves out what the overview doesn't look at, disturbances among it. */
function recordsOf({ family_id, records }: Summary): SleepRecord[] {
  const read: SleepRecord[] = []
  for (const [index, line] of records.entries()) {
    if (!isLine(line)) continue
    const [date, type, start_time, end_time, time, wake_ups] = line
    // Lines have no id, and two that begin together are told apart by their place.
    const id = String(index).padStart(4, '0')
    // Written out, because copying the blank record once a line is a fifth of all the work.
    read.push({
      id,
      user_id: family_id,
      date,
      type,
      start_time,
      end_time,
      time,
      duration: BLANK_RECORD.duration,
      wake_ups,
      quality: BLANK_RECORD.quality,
      disturbances: BLANK_RECORD.disturbances,
      feedings: BLANK_RECORD.feedings,
      diaper_changes: BLANK_RECORD.diaper_changes,
      taps: BLANK_RECORD.taps,
    })
  }
  return sortNewestFirst(read)
}

type Line = [LocalDate, RecordType, LocalTime | null, LocalTime | null, LocalTime | null, number]

/** There are hundreds of thousands of lines, for which a schema would take seconds. */
function isLine(line: unknown): line is Line {
  if (!Array.isArray(line)) return false
  const [date, type, start, end, time, wakeUps]: unknown[] = line
  return (
    typeof date === 'string' &&
    TYPES.includes(type) &&
    [start, end, time].every((one) => one === null || typeof one === 'string') &&
    typeof wakeUps === 'number'
  )
}
