import * as v from 'valibot'
import { isLocalDate, type LocalDate } from '../../../core/time/time.ts'
import { type Called, call } from '../../family/remote-families.ts'
import { closedSchema } from './asking/closed-family.ts'

const localDate = v.pipe(v.string(), v.check(isLocalDate))

const familySchema = v.object({
  family_id: v.string(),
  email: v.nullable(v.string()),
  /** Null: the family has never opened the app. */
  baby_name: v.nullable(v.string()),
  owner_name: v.nullable(v.string()),
  /** Null: not known. */
  birth_date: v.nullable(localDate),
  time_zone: v.nullable(v.string()),
  time_zone_since: v.nullable(v.string()),
  /** The instant at which the access ends; the database has none without. */
  until: v.string(),
  trial_ends_at: v.nullable(v.string()),
  /** Null: none was agreed on. */
  support: v.nullable(v.object({ starts_on: localDate, ends_on: localDate, hours: v.string() })),
  rev: v.number(),
  /** The number of the latest change of who is in. */
  access_rev: v.number(),
  open_questions: v.number(),
  /** What it was asked for since, more time, and hasn't granted; null: nothing. A database of before doesn't say. */
  asked: v.optional(v.nullable(v.object({ asked_at: v.string(), refused_at: v.nullable(v.string()) })), null),
})
/** A family that has let the consultant in, as far as the console may say it without a look. */
export type ConsultedFamily = v.InferOutput<typeof familySchema>

const requestSchema = v.object({ id: v.string(), email: v.string(), asked_at: v.string() })
/** What was asked of a family that hasn't answered yet. */
export type OpenRequest = v.InferOutput<typeof requestSchema>

// Families, plans and records are read where they are taken, a few at a time: all in one go would hold the page up.

const familiesSchema = v.object({
  /** Another text when somebody has come or left, asked or answered. */
  all: v.string(),
  families: v.array(v.unknown()),
  requests: v.array(requestSchema),
  closed: v.optional(v.array(closedSchema), []),
})
export type ConsultedFamilies = v.InferOutput<typeof familiesSchema>

/** Reads one of the families; null: it is nothing of the kind. */
export function consultedOf(row: unknown): ConsultedFamily | null {
  const parsed = v.safeParse(familySchema, row)
  return parsed.success ? parsed.output : null
}

const summarySchema = v.object({
  family_id: v.string(),
  rev: v.number(),
  plan: v.unknown(),
  records: v.array(v.unknown()),
})
/** What a family has logged lately, as it came. */
export type Summary = v.InferOutput<typeof summarySchema>

const changesSchema = v.object({
  /** The number of the latest change of each family that was asked after. */
  revs: v.array(v.tuple([v.string(), v.number()])),
  /** As the families have it. */
  all: v.string(),
})
type Changes = v.InferOutput<typeof changesSchema>

/** What the list asks of the server. */
export interface RemoteFamilies {
  families: () => Promise<Called<ConsultedFamilies>>
  summaries: (families: readonly string[], since: LocalDate) => Promise<Called<Summary[]>>
  changes: (families: readonly string[]) => Promise<Called<Changes>>
}

export function remoteFamilies(accountId: string): RemoteFamilies {
  return {
    families: () => call('consulted_families', {}, familiesSchema, accountId),
    summaries: (families, since) =>
      call('consulted_summaries', { families, since }, v.array(summarySchema), accountId),
    changes: (families) => call('consulted_changes', { families }, changesSchema, accountId),
  }
}
