import * as v from 'valibot'
import type { PlanVersion } from '../../../core/plan/plan-history.ts'
import { isLocalDate } from '../../../core/time/time.ts'
import { readRows } from '../../family/remote-families.ts'

const versionsSchema = v.array(
  v.object({
    last_day: v.pipe(v.string(), v.check(isLocalDate)),
    first_wake_window: v.string(),
    naps_count: v.picklist([2, 3, 4]),
    naps: v.array(v.object({ duration: v.number(), wakeWindow: v.string() })),
    night_bedtime: v.pipe(
      v.string(),
      v.transform((time) => time.slice(0, 5)),
    ),
  }),
)

/** The plans that were in force before, the latest hundred; null: the server didn't say. */
export async function readPlanVersions(accountId: string, familyId: string): Promise<PlanVersion[] | null> {
  const query = `select=*&family_id=eq.${familyId}&order=last_day.desc&limit=100`
  return (await readRows(`plan_versions?${query}`, versionsSchema, accountId)).data
}
