import { recordEvent } from '../../log/security-events.ts'
import type { Voided } from '../../mail/change-letter.ts'
import type { Queryable } from '../accounts/users.ts'
import { withdrawEmailChange } from './email-change.ts'
import { endFlowsOf } from './flow-state.ts'

/**
 * Which ways in by a provider are the stranger's: those since the change that its owner disowns, or those at another
 * address than the administration says to be the owner's.
 */
type Theirs = { since: string } | { notAt: string }

/**
 * Voids what somebody else may have begun in an account that comes back to its owner: another address that waits, and
 * the invitations of its family that nobody has taken. `theirs` are the ways in by a provider that go, too; null where
 * who takes the account back proves nothing but its present mailbox, which may be the stranger's (decision 031).
 * Answers what there was. The caller has locked the account.
 */
export async function takeBack(
  db: Queryable,
  accountId: string,
  theirs: Theirs | null = null,
): Promise<Voided> {
  await endFlowsOf(db, accountId)
  return {
    emailChange: await withdrawEmailChange(db, accountId),
    invitations: await voidInvitations(db, accountId),
    identities: theirs !== null && (await removeIdentities(db, accountId, theirs)),
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

/** A company's people have no other way in, and nobody else's identity ever comes to their accounts. */
async function removeIdentities(db: Queryable, accountId: string, theirs: Theirs): Promise<boolean> {
  const [isTheirs, value] =
    'since' in theirs
      ? ['i.created_at >= $2', theirs.since]
      : [
          `(lower(i.identity_data ->> 'email') = lower($2) and i.identity_data -> 'email_verified' = 'true') is not true`,
          theirs.notAt,
        ]
  const removed = await db.query<{ provider: string }>(
    `delete from auth.identities as i using auth.users as u
      where u.id = $1 and i.user_id = u.id and not u.is_sso_user and i.provider not in ('email', 'phone')
        and ${isTheirs}
      returning i.provider`,
    [accountId, value],
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
  const providers = new Set(removed.rows.map(({ provider }) => provider))
  await recordEvent(db, 'identities_removed', accountId, [...providers].join(' '))
  return true
}
