import type { Pool } from 'pg'
import { asRole } from '../../../server/db/as-role.ts'
import { type Caller, user } from '../../../server/testing/callers.ts'

export type GuestRole = 'carer' | 'viewer' | 'consultant'

/** Invites into a family, a consultant until a day far away, and answers the token of the link. */
export async function invite(pool: Pool, family: string, role = 'carer', name = 'Abuela'): Promise<string> {
  const { rows } = await user(pool, family)(
    'select public.invite_to_family($1, $2, $3) as made',
    role,
    name,
    role === 'consultant' ? '2090-01-01' : null,
  )
  return rows[0].made.token
}

/** Lets an account into a family, by the family's own invitation. A consultant becomes staff and looks at once. */
export async function letIn(pool: Pool, family: string, account: string, role: GuestRole): Promise<void> {
  const token = await invite(pool, family, role, `La ${role}`)
  if (role === 'consultant') await makeStaff(pool, account)
  const guest = role === 'consultant' ? staff(pool, account) : user(pool, account)
  const { rows } = await guest('select public.accept_invitation($1) as answer', token)
  if (rows[0].answer.family_id !== family) throw new Error(JSON.stringify(rows[0].answer))
  if (role === 'consultant') await guest(`select public.open_family($1, 'diary')`, family)
}

/** Gives an account a role at the provider, as an administrator's command does. */
export async function makeStaff(pool: Pool, account: string, role = 'consultant'): Promise<void> {
  await pool.query(
    `update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}')
       || jsonb_build_object('staff_role', $2::text, 'staff_name', 'Marta Ruiz') where id = $1`,
    [account, role],
  )
}

/** Makes a caller who is signed in to the account with this id and has given a second factor. */
export function staff(pool: Pool, id: string): Caller {
  return (text, ...values) => asRole(pool, { role: 'authenticated', sub: id, aal: 'aal2' }, { text, values })
}
