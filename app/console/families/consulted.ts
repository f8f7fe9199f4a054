import * as v from 'valibot'
import type { LocalDate } from '../../../core/time/time.ts'
import { type Called, call } from '../../family/remote-families.ts'

const supportSchema = v.object({ starts_on: v.string(), ends_on: v.string(), hours: v.string() })

const familySchema = v.object({
  family_id: v.string(),
  email: v.string(),
  /** Null: the family has never opened the app. */
  baby_name: v.nullable(v.string()),
  owner_name: v.nullable(v.string()),
  birth_date: v.nullable(v.string()),
  time_zone: v.nullable(v.string()),
  time_zone_since: v.nullable(v.string()),
  until: v.nullable(v.string()),
  trial_ends_at: v.nullable(v.string()),
  support: v.nullable(supportSchema),
  rev: v.number(),
  open_questions: v.number(),
})
/** A family that has let the consultant in. */
export type Consulted = v.InferOutput<typeof familySchema>

const requestSchema = v.object({ id: v.string(), email: v.string(), asked_at: v.string() })
/** What was asked of a family that hasn't answered yet. */
export type OpenRequest = v.InferOutput<typeof requestSchema>

// Families, plans and records are read where they are taken, a few at a time: all in one go would hold the page up.

const familiesSchema = v.object({ families: v.array(v.unknown()), requests: v.array(requestSchema) })
export type ConsultedFamilies = v.InferOutput<typeof familiesSchema>

/** Reads one of the families; null: it is nothing of the kind. */
export function consultedOf(family: unknown): Consulted | null {
  const parsed = v.safeParse(familySchema, family)
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

/** What the list asks of the server. */
export interface RemoteFamilies {
  families: () => Promise<Called<ConsultedFamilies>>
  summaries: (families: readonly string[], since: LocalDate) => Promise<Called<Summary[]>>
  revs: (families: readonly string[]) => Promise<Called<[string, number][]>>
}

export function remoteFamilies(accountId: string): RemoteFamilies {
  return {
    families: () => call('consulted_families', {}, familiesSchema, accountId),
    summaries: (families, since) =>
      call('consulted_summaries', { families, since }, v.array(summarySchema), accountId),
    revs: (families) =>
      call('consulted_revs', { families }, v.array(v.tuple([v.string(), v.number()])), accountId),
  }
}

const askedSchema = v.union([
  v.object({ id: v.string() }),
  v.object({ refused: v.picklist(['unknown', 'own', 'in', 'asked', 'refused']) }),
])

export interface Asking {
  email: string
  purpose: string
  starts_on: LocalDate
  ends_on: LocalDate
  hours: string
}

export function askFamily(
  asking: Asking,
  accountId: string,
): Promise<Called<v.InferOutput<typeof askedSchema>>> {
  return call('ask_family', { ...asking }, askedSchema, accountId)
}

export function withdrawRequest(id: string, accountId: string): Promise<Called<unknown>> {
  return call('withdraw_request', { id }, v.unknown(), accountId)
}
