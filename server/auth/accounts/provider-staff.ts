import type { UserRow } from './users.ts'

/** What an account may be for the provider. It is written into app_metadata, and SQL asks there (decision 053). */
const STAFF_ROLES = ['consultant', 'admin'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

export function isStaffRole(value: unknown): value is StaffRole {
  return STAFF_ROLES.some((role) => role === value)
}

const ADMIN_ROLES: readonly unknown[] = ['service_role', 'supabase_admin']

/** Whether an account with this role may administer others by the calls for administrators. */
export function isAdministrator(role: unknown): boolean {
  return ADMIN_ROLES.includes(role)
}

/** Whether an account may do more than a family's: of the console, or with the calls for administrators. */
export function worksForProvider(user: Pick<UserRow, 'role' | 'raw_app_meta_data'>): boolean {
  return isStaffRole(user.raw_app_meta_data.staff_role) || isAdministrator(user.role)
}
