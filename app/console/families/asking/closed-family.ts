import * as v from 'valibot'

export const closedSchema = v.object({
  /** The one that was asked; null: it had invited the consultant. */
  email: v.nullable(v.string()),
  /** It said no, or its access is over. */
  why: v.picklist(['refused', 'ended']),
  at: v.string(),
})
/** A family that doesn't let the consultant in, or not any more, as she heard lately. */
export type ClosedFamily = v.InferOutput<typeof closedSchema>
