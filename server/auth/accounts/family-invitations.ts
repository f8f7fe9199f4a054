import { TRIAL_ENDS_AT } from './trial.ts'
import type { Queryable } from './users.ts'

/** An invitation of a family that may make an account. */
export interface FamilyInvitation {
  id: string
  /** What the account gets from the family, for its app_metadata: nobody outlives a trial by inviting themselves. */
  appData: Record<string, unknown>
}

/**
 * Finds the open invitation that a link's token is of. Null when it is no more, or has made an account for another
 * address than this one: whoever repeats a sign-up whose answer was lost is told that the account is there.
 */
export async function findFamilyInvitation(
  db: Queryable,
  token: string,
  email: string,
): Promise<FamilyInvitation | null> {
  const { rows } = await db.query<{ id: string; trial: unknown }>(
    `select i.id, family.raw_app_meta_data -> '${TRIAL_ENDS_AT}' as trial
       from public.invitation_of($1) as i join auth.users as family on family.id = i.family_id
         left join nana.invited_sign_ups as used on used.invitation_id = i.id
         left join auth.users as made on made.id = used.account_id
      where used.invitation_id is null or made.email = lower($2)`,
    [token, email],
  )
  const [found] = rows
  if (found === undefined) return null
  return { id: found.id, appData: found.trial === null ? {} : { [TRIAL_ENDS_AT]: found.trial } }
}

/**
 * Notes that an invitation has made an account. Answers false when it had made one before. A family that has sent an
 * invitation again (`invite_to_family`) keeps it open for another week: no note goes before nobody does that any more.
 */
export async function noteInvitedSignUp(
  db: Queryable,
  invitationId: string,
  accountId: string,
): Promise<boolean> {
  await db.query(`delete from nana.invited_sign_ups where signed_up_at < now() - interval '1 year'`)
  const { rowCount } = await db.query(
    'insert into nana.invited_sign_ups (invitation_id, account_id) values ($1, $2) on conflict do nothing',
    [invitationId, accountId],
  )
  return rowCount === 1
}
