import type { Staff } from '../staff/staff-role.ts'

/** The families that have let the consultant in. */
export function FamiliesPage({ staff }: { staff: Staff }) {
  return <p>{staff.name}</p>
}
