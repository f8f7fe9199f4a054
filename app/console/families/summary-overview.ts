import * as v from 'valibot'
import { type FamilyOverview, familyOverview } from '../../../core/overview/family-overview.ts'
import type { PlanRhythm } from '../../../core/plan/plan.ts'
import { BLANK_RECORD, type SleepRecord, sortNewestFirst } from '../../../core/records/sleep-record.ts'
import type { Consulted, Summary } from './consulted.ts'
import { zoneOf } from './rows.ts'

const time = v.nullable(v.string())
const recordSchema = v.tuple([
  v.string(),
  v.picklist(['siesta', 'noche', 'despertar']),
  time,
  time,
  time,
  v.number(),
  v.string(),
])
const planSchema = v.object({
  first_wake_window: v.string(),
  naps_count: v.picklist([2, 3, 4]),
  naps: v.array(v.object({ duration: v.number(), wakeWindow: v.string() })),
})

/** What a summary comes to. A line that can't be read is left out. @param now epoch milliseconds. */
export function overviewOf(summary: Summary, family: Consulted, now: number): FamilyOverview {
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
  const read = records.flatMap((line, index): SleepRecord[] => {
    const parsed = v.safeParse(recordSchema, line)
    if (!parsed.success) return []
    const [date, type, start_time, end_time, at, wake_ups] = parsed.output
    // Lines have no id, and two that begin together are told apart by their place.
    const id = String(index).padStart(4, '0')
    return [{ ...BLANK_RECORD, id, user_id: family_id, date, type, start_time, end_time, time: at, wake_ups }]
  })
  return sortNewestFirst(read)
}
