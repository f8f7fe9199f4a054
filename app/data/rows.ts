import * as v from 'valibot'
import type { BabyInfo } from '../../core/age.ts'
import type { NapsCount, SleepPlan } from '../../core/plan.ts'
import { DISTURBANCES, QUALITIES, type SleepRecord } from '../../core/sleep-record.ts'
import { isLocalDate, isLocalTime } from '../../core/time.ts'

export interface RowOf {
  baby_info: BabyInfo
  sleep_plans: SleepPlan
  sleep_records: SleepRecord
}
export type Table = keyof RowOf
const TABLES = ['baby_info', 'sleep_plans', 'sleep_records'] as const satisfies readonly Table[]

export function isTable(name: string): name is Table {
  return TABLES.some((table) => table === name)
}

/** What every row from the server has; `rev` numbers the changes of one user, without gaps in time. */
const wireRowSchema = v.looseObject({ id: v.string(), rev: v.number() })
export type WireRow = v.InferOutput<typeof wireRowSchema>

const tombstoneSchema = v.object({ table_name: v.string(), id: v.string(), rev: v.number() })
export type Tombstone = v.InferOutput<typeof tombstoneSchema>

const localDate = v.pipe(v.string(), v.check(isLocalDate))
/** A database may answer 'HH:mm:ss' for the same minute. */
const localTime = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, 5)),
  v.check(isLocalTime),
)
const optionalTime = v.nullish(localTime, null)
const count = v.nullish(v.number(), 0)

const parsers: { [T in Table]: v.GenericSchema<unknown, RowOf[T]> } = {
  baby_info: v.object({ id: v.string(), user_id: v.string(), name: v.string(), birth_date: localDate }),
  sleep_plans: v.object({
    id: v.string(),
    user_id: v.string(),
    first_wake_window: v.string(),
    naps_count: v.picklist([2, 3, 4] satisfies NapsCount[]),
    naps: v.array(v.object({ duration: v.number(), wakeWindow: v.string() })),
    night_bedtime: localTime,
    reminders: v.boolean(),
  }),
  sleep_records: v.object({
    id: v.string(),
    user_id: v.string(),
    date: localDate,
    type: v.picklist(['siesta', 'noche', 'despertar']),
    start_time: optionalTime,
    end_time: optionalTime,
    time: optionalTime,
    duration: v.nullish(v.number(), null),
    wake_ups: count,
    // '' is how other clients may say "none".
    quality: v.fallback(v.nullable(v.picklist(QUALITIES)), null),
    disturbances: v.pipe(
      v.nullish(v.array(v.string()), []),
      v.transform((sent) => DISTURBANCES.filter((known) => sent.includes(known))),
    ),
    feedings: count,
    diaper_changes: count,
  }),
}

/** Null when the row isn't one this version of the app can show. */
export function parseRow<T extends Table>(table: T, raw: unknown): RowOf[T] | null {
  const parsed = v.safeParse(parsers[table], raw)
  return parsed.success ? parsed.output : null
}

/** Null when the answer isn't a page of rows at all. */
export function parsePage(raw: unknown): WireRow[] | null {
  const parsed = v.safeParse(v.array(wireRowSchema), raw)
  return parsed.success ? parsed.output : null
}

/** Tombstones of tables this version doesn't know are among them. */
export function parseTombstones(raw: unknown): Tombstone[] | null {
  const parsed = v.safeParse(v.array(tombstoneSchema), raw)
  return parsed.success ? parsed.output : null
}

/** The number of the user's latest change: 0 before the first one; null when the answer is something else. */
export function parseHead(raw: unknown): number | null {
  const parsed = v.safeParse(v.array(v.object({ rev: v.number() })), raw)
  return parsed.success ? (parsed.output[0]?.rev ?? 0) : null
}
