import type { Pool } from 'pg'
import { user } from '../../../server/testing/callers.ts'

export type GuestRole = 'carer' | 'viewer' | 'consultant'

/** Invites into a family and answers the token of the link. */
export async function invite(pool: Pool, family: string, role = 'carer', name = 'Abuela'): Promise<string> {
  const { rows } = await user(pool, family)(
    'select public.invite_to_family($1, $2, null) as made',
    role,
    name,
  )
  return rows[0].made.token
}

/** Lets an account into a family, by the family's own invitation. */
export async function letIn(pool: Pool, family: string, account: string, role: GuestRole): Promise<void> {
  const token = await invite(pool, family, role, `La ${role}`)
  const { rows } = await user(pool, account)('select public.accept_invitation($1) as answer', token)
  if (rows[0].answer.family_id !== family) throw new Error(JSON.stringify(rows[0].answer))
}
