import * as v from 'valibot'
import { refuseEndedTrial } from '../auth/accounts/trial.ts'
import type { AuthContext } from '../auth/calls/auth-context.ts'
import { notAdmin, secondFactorNeeded } from '../auth/calls/refusals.ts'
import { authenticate, type Caller } from '../auth/sessions/authenticate.ts'
import { asRole } from '../db/as-role.ts'
import type { ConsoleDeps } from './console-deps.ts'

const staffSchema = v.object({ role: v.nullable(v.string()), is_second_factor_given: v.boolean() })

/**
 * The caller, who works for the provider as an administrator and has given the second factor. Throws what
 * `authenticate` throws, 403 trial_ended, not_admin or insufficient_aal.
 */
export async function administratorOf(c: AuthContext, deps: ConsoleDeps): Promise<Caller> {
  const caller = await authenticate(c, deps)
  refuseEndedTrial(caller.user)
  await refuseUnlessAdministrator(deps, caller)
  return caller
}

/**
 * Asks the database, as the caller: a token says for the rest of its hour what somebody was when it was made. Throws
 * 403 not_admin or insufficient_aal.
 */
export async function refuseUnlessAdministrator(
  { pool }: Pick<ConsoleDeps, 'pool'>,
  { claims, session }: Caller,
): Promise<void> {
  if (session === null || claims.role !== 'authenticated') throw notAdmin()
  const statement = { name: 'my-staff-role', text: 'select public.my_staff_role() as staff', values: [] }
  const { rows } = await asRole(pool, { ...claims, role: claims.role }, statement)
  const staff = v.parse(staffSchema, rows[0]?.staff)
  if (staff.role !== 'admin') throw notAdmin()
  // The session falls back when its factor is taken away, while a token that is out still names it.
  if (!staff.is_second_factor_given || session.aal === 'aal1') throw secondFactorNeeded('administer accounts')
}
