import * as v from 'valibot'
import { type Called, call } from '../../family/remote-families.ts'

const staffRoleSchema = v.object({
  role: v.nullable(v.picklist(['consultant', 'admin'])),
  name: v.string(),
  is_second_factor_given: v.boolean(),
})
export type StaffRole = v.InferOutput<typeof staffRoleSchema>

/** Somebody who works for the provider, as what, and what families read of them. */
export interface Staff {
  accountId: string
  role: 'consultant' | 'admin'
  name: string
}

/** What the account that is signed in is for the provider (decision 053). */
export function readStaffRole(accountId: string): Promise<Called<StaffRole>> {
  return call('my_staff_role', {}, staffRoleSchema, accountId)
}
