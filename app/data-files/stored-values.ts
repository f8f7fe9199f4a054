import * as v from 'valibot'
import { MAX_BABY_NAME_LENGTH } from '../../core/age.ts'
import { NAP_DURATION_MAX, NAP_DURATION_MIN, NAP_DURATION_STEP, type NapsCount } from '../../core/plan.ts'
import { DISTURBANCES, MAX_COUNT, MAX_WAKE_UPS, QUALITIES } from '../../core/sleep-record.ts'
import { isLocalDate, isLocalTime } from '../../core/time.ts'
import type { FoundBaby, FoundPlan, FoundRecord } from './file-content.ts'

/*
 * What the database takes, no more and no less: a file may come from anywhere, and a row it refuses later would
 * stand in the diary as one that can't be sent. Rules are written as plain checks: what only this part asked of
 * valibot would load with the first screen, where the rest of it is.
 */

const date = v.pipe(
  v.string(),
  v.check((text) => isLocalDate(text) && text >= '2000-01-01' && text <= '2100-12-31'),
)
const time = v.pipe(v.string(), v.check(isLocalTime))
const optionalTime = v.nullish(time, null)
const whole = (max: number) =>
  v.pipe(
    v.number(),
    v.check((count) => Number.isInteger(count) && count >= 0 && count <= max),
  )

const recordFields = v.object({
  date,
  type: v.picklist(['siesta', 'noche', 'despertar']),
  start_time: optionalTime,
  end_time: optionalTime,
  time: optionalTime,
  duration: v.nullish(whole(1500), null),
  wake_ups: v.nullish(whole(MAX_WAKE_UPS), 0),
  quality: v.nullish(v.picklist(QUALITIES), null),
  disturbances: v.nullish(v.array(v.picklist(DISTURBANCES)), []),
  feedings: v.nullish(whole(MAX_COUNT), 0),
  diaper_changes: v.nullish(whole(MAX_COUNT), 0),
})

// Object.keys loses the key type; these keys are the schema's.
const FIELDS = Object.keys(recordFields.entries) as (keyof FoundRecord)[]

function hasItsTimes(record: FoundRecord): boolean {
  if (record.type === 'despertar')
    return record.time !== null && record.start_time === null && record.end_time === null
  return (record.start_time ?? record.time) !== null
}

/** The record, or the first field that isn't as it must be. */
export function checkRecord(raw: unknown): { record: FoundRecord } | { field: keyof FoundRecord } {
  const parsed = v.safeParse(recordFields, raw)
  if (!parsed.success) {
    const key = parsed.issues[0].path?.[0].key
    return { field: FIELDS.find((field) => field === key) ?? 'date' }
  }
  const record = { ...parsed.output, disturbances: [...new Set(parsed.output.disturbances)] }
  if (hasItsTimes(record)) return { record }
  return { field: record.type === 'despertar' ? 'time' : 'start_time' }
}

const babySchema = v.object({
  name: v.pipe(
    v.string(),
    v.check((name) => /\S/.test(name) && Array.from(name).length <= MAX_BABY_NAME_LENGTH),
  ),
  birth_date: date,
})

const windowText = v.pipe(
  v.string(),
  v.check((text) => /^.{1,60}$/u.test(text)),
)
const isOnSlider = (minutes: number) =>
  minutes >= NAP_DURATION_MIN && minutes <= NAP_DURATION_MAX && minutes % NAP_DURATION_STEP === 0

const planSchema = v.object({
  first_wake_window: windowText,
  naps_count: v.picklist([2, 3, 4] satisfies NapsCount[]),
  naps: v.pipe(
    v.array(
      v.object({
        duration: v.pipe(v.number(), v.check(isOnSlider)),
        wakeWindow: windowText,
      }),
    ),
    v.check((naps) => naps.length >= 2 && naps.length <= 4),
  ),
  night_bedtime: time,
  reminders: v.boolean(),
})

/** Null when the database wouldn't take it. */
export function checkBaby(raw: unknown): FoundBaby | null {
  const parsed = v.safeParse(babySchema, raw)
  return parsed.success ? parsed.output : null
}

/** Null when the database wouldn't take it. */
export function checkPlan(raw: unknown): FoundPlan | null {
  const parsed = v.safeParse(planSchema, raw)
  return parsed.success ? parsed.output : null
}

/** The id of a row, in small letters as the database writes it; null when it is something else. */
export function uuidIn(text: string): string | null {
  return /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text) ? text.toLowerCase() : null
}
