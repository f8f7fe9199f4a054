import * as v from 'valibot'
import type { BabyInfo } from '../../core/baby/age.ts'
import type { NapsCount, SleepPlan } from '../../core/plan/plan.ts'
import { DISTURBANCES, QUALITIES, type SleepRecord } from '../../core/records/sleep-record.ts'
import { TAP_KINDS, tapsUnited } from '../../core/records/taps.ts'
import { isLocalDate, isLocalTime } from '../../core/time/time.ts'

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

/** What every row from the server has: `rev` numbers the changes of one user, and none appears after a higher one. */
export interface WireRow {
  id: string
  rev: number
}
/** It looks at these two alone and copies nothing, because a page is looked through before its rows are read. */
const wireRowSchema = v.custom<WireRow>((raw) => {
  const { id, rev }: Partial<Record<keyof WireRow, unknown>> = Object(raw)
  return typeof id === 'string' && typeof rev === 'number'
})

const tombstoneSchema = v.object({ table_name: v.string(), id: v.string(), rev: v.number() })
export type Tombstone = v.InferOutput<typeof tombstoneSchema>

const localDate = v.pipe(v.string(), v.check(isLocalDate))
/** A time column may come back as 'HH:mm:ss'; the seconds are dropped. */
const localTime = v.pipe(
  v.string(),
  v.transform((text) => text.slice(0, 5)),
  v.check(isLocalTime),
)
const optionalTime = v.nullish(localTime, null)
const count = v.nullish(v.number(), 0)
const taps = v.pipe(
  v.optional(
    v.array(
      v.object({
        id: v.string(),
        kind: v.picklist(TAP_KINDS),
        time: v.pipe(v.string(), v.check(isLocalTime)),
      }),
    ),
    [],
  ),
  v.transform((sent) => tapsUnited(sent, [])),
)

const sleepRecord = v.object({
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
  taps,
  logged_by: v.exactOptional(v.nullable(v.string())),
})

/** What the app asks for of a record: all that it reads. The rest is a quarter of the text of a row. */
export const RECORD_COLUMNS = [...Object.keys(sleepRecord.entries), 'rev'].join()

const parsers: { [T in Table]: v.GenericSchema<unknown, RowOf[T]> } = {
  baby_info: v.object({
    id: v.string(),
    user_id: v.string(),
    name: v.string(),
    birth_date: localDate,
    birth_date_known: v.optional(v.boolean(), true),
    time_zone: v.exactOptional(v.string()),
    time_zone_since: v.exactOptional(v.nullable(localDate)),
    owner_name: v.exactOptional(v.nullable(v.string())),
  }),
  sleep_plans: v.object({
    id: v.string(),
    user_id: v.string(),
    first_wake_window: v.string(),
    naps_count: v.picklist([2, 3, 4] satisfies NapsCount[]),
    naps: v.array(v.object({ duration: v.number(), wakeWindow: v.string() })),
    night_bedtime: localTime,
    reminders: v.boolean(),
  }),
  sleep_records: sleepRecord,
}

/** A row as the app uses it; null when this version of the app can't show it. */
export function parseRow<T extends Table>(table: T, raw: unknown): RowOf[T] | null {
  const parsed = v.safeParse(parsers[table], raw)
  return parsed.success ? parsed.output : null
}

/** The rows of an answer, their fields unchecked; null when it isn't a page of rows at all. */
export function parsePage(raw: unknown): WireRow[] | null {
  const parsed = v.safeParse(v.array(wireRowSchema), raw)
  return parsed.success ? parsed.output : null
}

/** The tombstones of an answer, with those of tables this version doesn't know; null when it isn't a page of them. */
export function parseTombstones(raw: unknown): Tombstone[] | null {
  const parsed = v.safeParse(v.array(tombstoneSchema), raw)
  return parsed.success ? parsed.output : null
}

/** One time that the server's database was brought back to what it was before. */
export interface Restore {
  id: string
  /** The number of the family's latest change that was still there; those with a higher one were gone. */
  rev: number
}

export interface Head {
  /** The number of the family's latest change. */
  rev: number
  /** The number of its latest change of who may open the diary. */
  accessRev: number
  /** The first one first. */
  restores: Restore[]
}

/** The head of a family; null: it has made no change, or isn't open to the caller. Undefined: not an answer at all. */
export function parseHead(raw: unknown): Head | null | undefined {
  const restore = v.object({ id: v.string(), rev: v.number() })
  const head = v.object({
    rev: v.number(),
    access_rev: v.optional(v.number(), 0),
    restores: v.optional(v.array(restore), []),
  })
  const parsed = v.safeParse(v.array(head), raw)
  if (!parsed.success) return undefined
  const [first] = parsed.output
  if (first === undefined) return null
  const { access_rev: accessRev, ...rest } = first
  return { ...rest, accessRev }
}
