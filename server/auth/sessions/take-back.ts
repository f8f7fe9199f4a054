import { recordEvent } from '../../log/security-events.ts'
import type { Voided } from '../../mail/change-letter.ts'
import type { Queryable } from '../accounts/users.ts'
import { withdrawEmailChange } from './email-change.ts'
import { endFlowsOf } from './flow-state.ts'

/**
 * Voids what somebody else may have begun in an account that comes back to its owner: another address that waits, the
 * invitations of its family that nobody has taken, and the ways in by a provider at another address than the account
 * has. It belongs to every change that takes an account back, after another address that this gives it. Answers what
 * there was. The caller has locked the account.
 */
export async function takeBack(db: Queryable, accountId: string): Promise<Voided> {
  await endFlowsOf(db, accountId)
  return {
    emailChange: await withdrawEmailChange(db, accountId),
    invitations: await voidInvitations(db, accountId),
    identities: await removeForeignIdentities(db, accountId),
  }
}

async function voidInvitations(db: Queryable, accountId: string): Promise<boolean> {
  const { rows } = await db.query<{ voided: number }>('select public.void_invitations($1) as voided', [
    accountId,
  ])
  const voided = rows[0]?.voided ?? 0
  if (voided === 0) return false
  await recordEvent(db, 'invitations_voided', accountId, String(voided))
  return true
}

/**
 * An identity that the provider knows by the account's own address stays: it would lead in anew. A company's people
 * have no other way in, and nobody else's identity ever comes to their accounts.
 */
async function removeForeignIdentities(db: Queryable, accountId: string): Promise<boolean> {
  const removed = await db.query<{ provider: string }>(
    `delete from auth.identities as i using auth.users as u
      where u.id = $1 and i.user_id = u.id and not u.is_sso_user and i.provider not in ('email', 'phone')
        and (lower(i.identity_data ->> 'email') = lower(u.email) and i.identity_data -> 'email_verified' = 'true')
          is not true
      returning i.provider`,
    [accountId],
  )
  if (removed.rows.length === 0) return false
  await db.query(
    `update auth.users
        set raw_app_meta_data = (raw_app_meta_data - 'provider') || jsonb_strip_nulls(jsonb_build_object(
              'provider', case when left_over.providers ? (raw_app_meta_data ->> 'provider')
                then raw_app_meta_data ->> 'provider' else left_over.providers ->> 0 end,
              'providers', left_over.providers)), updated_at = now()
       from (select coalesce(jsonb_agg(distinct provider), '[]') as providers from auth.identities where user_id = $1)
         as left_over
      where id = $1`,
    [accountId],
  )
  await recordEvent(
    db,
    'identities_removed',
    accountId,
    removed.rows.map(({ provider }) => provider).join(' '),
  )
  return true
}
