import * as v from 'valibot'
import { MAX_BABY_NAME_LENGTH } from '../../core/baby/age.ts'
import {
  NAP_DURATION_MAX,
  NAP_DURATION_MIN,
  NAP_DURATION_STEP,
  type NapsCount,
} from '../../core/plan/plan.ts'
import { MAX_COUNT, MAX_WAKE_UPS } from '../../core/records/count-limits.ts'
import { DISTURBANCES, QUALITIES } from '../../core/records/sleep-record.ts'
import { MAX_TAPS, TAP_KINDS, tapsUnited, withTapsCounted } from '../../core/records/taps.ts'
import { isLocalDate, isLocalTime } from '../../core/time/time.ts'
import type { FoundBaby, FoundPlan, FoundRecord } from './file-content.ts'

/*
 * Exactly what the database takes: a file may come from anywhere, and a row that the database refuses later would stand
 * in the diary as one that can't be sent. The rules are plain `check` functions, because valibot's own validators that
 * only this part uses would be bundled with the rest of valibot into the first screen.
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

const uuid = v.pipe(
  v.string(),
  v.transform(uuidIn),
  v.check((id) => id !== null),
  v.transform(String),
)
const taps = v.pipe(
  v.array(v.object({ id: uuid, kind: v.picklist(TAP_KINDS), time })),
  v.transform((found) => tapsUnited(found, [])),
  v.check((found) => found.length <= MAX_TAPS),
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
  taps: v.nullish(taps, []),
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
  const { disturbances, ...fields } = parsed.output
  const record = withTapsCounted({ ...fields, disturbances: [...new Set(disturbances)] })
  if (hasItsTimes(record)) return { record }
  return { field: record.type === 'despertar' ? 'time' : 'start_time' }
}

const namedSchema = v.object({
  name: v.pipe(
    v.string(),
    v.check((name) => /\S/.test(name) && Array.from(name).length <= MAX_BABY_NAME_LENGTH),
  ),
})
const babySchema = v.object({
  ...namedSchema.entries,
  birth_date: date,
  birth_date_known: v.nullish(v.boolean(), true),
  time_zone: v.exactOptional(v.pipe(v.string(), v.regex(/^(?=.{1,64}$)[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/))),
  time_zone_since: v.exactOptional(v.nullable(date)),
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

/** The baby's data in a file; null when the database wouldn't take it. */
export function checkBaby(raw: unknown): FoundBaby | null {
  const parsed = v.safeParse(babySchema, raw)
  return parsed.success ? parsed.output : null
}

/** The baby's name alone in a file; null when the database wouldn't take it. */
export function checkBabyName(raw: unknown): FoundBaby | null {
  const parsed = v.safeParse(namedSchema, raw)
  return parsed.success ? parsed.output : null
}

/** The plan in a file; null when the database wouldn't take it. */
export function checkPlan(raw: unknown): FoundPlan | null {
  const parsed = v.safeParse(planSchema, raw)
  return parsed.success ? parsed.output : null
}

/** The id of a row, in small letters as the database writes it; null when it is something else. */
export function uuidIn(text: string): string | null {
  return /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text) ? text.toLowerCase() : null
}
