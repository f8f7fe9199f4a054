import type { Staff } from '../staff/staff-role.ts'

/** The plans that the staff begins a proposal with, by age. */
export function TemplatesPage({ staff }: { staff: Staff }) {
  return <p>{staff.name}</p>
}
