import * as v from 'valibot'
import { type Consulted, consultedOf } from '../../families/consulted.ts'

/** A consultant's access ends on a day that the family knows. */
const openSchema = v.object({ until: v.string(), access_rev: v.number() })

/** A family that has let the consultant in, as far as the console may say it without a look. */
export type ConsultedFamily = Consulted & v.InferOutput<typeof openSchema>
export type Support = NonNullable<ConsultedFamily['support']>

/** The answer of `consulted_families`, whose rows are read one by one. */
export const consultedFamiliesSchema = v.object({ families: v.array(v.unknown()) })

/** Finds a family among those of the answer; null: it isn't there. How the rows of others read doesn't matter to it. */
export function familyAmong(
  rows: readonly unknown[],
  familyId: string,
): ConsultedFamily | null | 'unreadable' {
  const isIts = v.object({ family_id: v.literal(familyId) })
  const row = rows.find((one) => v.is(isIts, one))
  if (row === undefined) return null
  const [family, open] = [consultedOf(row), v.safeParse(openSchema, row)]
  return family === null || !open.success ? 'unreadable' : { ...family, ...open.output }
}
