import * as v from 'valibot'
import { isLocalDate } from '../../../../core/time/time.ts'

const localDate = v.pipe(v.string(), v.check(isLocalDate))

const supportSchema = v.object({ starts_on: localDate, ends_on: localDate, hours: v.string() })
export type Support = v.InferOutput<typeof supportSchema>

const consultedFamilySchema = v.object({
  family_id: v.string(),
  email: v.nullable(v.string()),
  baby_name: v.nullable(v.string()),
  owner_name: v.nullable(v.string()),
  /** Null: not known. */
  birth_date: v.nullable(localDate),
  /** An instant; null: until the family ends it. */
  until: v.nullable(v.string()),
  /** Null: none was agreed on. */
  support: v.nullable(supportSchema),
  access_rev: v.number(),
})

/** A family that has let the consultant in, as far as the console may say it without a look. */
export type ConsultedFamily = v.InferOutput<typeof consultedFamilySchema>

/** The answer of `consulted_families`, as far as one family needs it. */
export const consultedFamiliesSchema = v.object({ families: v.array(consultedFamilySchema) })
