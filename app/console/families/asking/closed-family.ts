import * as v from 'valibot'

export const closedSchema = v.object({
  /** The one that was asked; null: it had invited the consultant. */
  email: v.nullable(v.string()),
  /** It said no, or its access is over. */
  why: v.picklist(['refused', 'ended']),
  /** Its trial is over, or its account was put out of use. A database of before doesn't say. */
  is_account_closed: v.optional(v.boolean(), false),
  at: v.string(),
})
/** A family that doesn't let the consultant in, or not any more, as she heard lately. */
export type ClosedFamily = v.InferOutput<typeof closedSchema>
