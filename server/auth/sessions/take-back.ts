import { recordEvent } from '../../log/security-events.ts'
import type { Voided } from '../../mail/change-letter.ts'
import type { Queryable } from '../accounts/users.ts'
import { withdrawEmailChange } from './email-change.ts'

/**
 * Voids what somebody else may have begun in an account that comes back to its owner: another address that waits, and
 * the invitations of its family that nobody has taken. It belongs to every change that takes an account back. Answers
 * what there was. The caller has locked the account.
 */
export async function takeBack(db: Queryable, accountId: string): Promise<Voided> {
  return {
    emailChange: await withdrawEmailChange(db, accountId),
    invitations: await voidInvitations(db, accountId),
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
