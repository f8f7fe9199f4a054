import * as v from 'valibot'
import { type ConsultedFamily, consultedOf } from '../../families/consulted.ts'

/** The answer of `consulted_families`, whose rows are read one by one. */
export const consultedFamiliesSchema = v.object({ families: v.array(v.unknown()) })

/** Finds a family among those of the answer; null: it isn't there. How the rows of others read doesn't matter to it. */
export function familyAmong(
  rows: readonly unknown[],
  familyId: string,
): ConsultedFamily | null | 'unreadable' {
  const isIts = v.object({ family_id: v.literal(familyId) })
  const row = rows.find((one) => v.is(isIts, one))
  return row === undefined ? null : (consultedOf(row) ?? 'unreadable')
}
