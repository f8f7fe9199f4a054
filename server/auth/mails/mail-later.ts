import { HttpError } from '../../http/errors.ts'
import type { Mail } from '../../mail/mailer.ts'
import type { PostOffice } from '../../mail/post-office.ts'
import { findUserByEmail, type Queryable, type UserRow } from '../accounts/users.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { type Place, transaction } from '../sessions/transaction.ts'

interface LaterDeps extends Place {
  limits: Pick<RateLimits, 'refuseWithoutMails' | 'takeMail'>
  postOffice: Pick<PostOffice, 'later' | 'post'>
}

/**
 * Writes to an address after the request is answered, so that the answer is the same and as quick whether or not
 * somebody has the address. `compose` gets the account, or null, and writes the mails in the transaction that keeps
 * their tokens. Whoever asks too soon gets no mail and isn't told. Throws 429 when the server has no mail left.
 */
export async function mailLater(
  deps: LaterDeps,
  email: string,
  compose: (db: Queryable, user: UserRow | null) => Promise<Mail[]>,
): Promise<void> {
  await deps.limits.refuseWithoutMails()
  deps.postOffice.later(async () => {
    const mails = await transaction(deps, async (db) => {
      const user = await findUserByEmail(db, email)
      const written = await compose(db, user)
      const whose = user && { account: user.id, by: 'anybody' as const }
      for (const _ of written) await deps.limits.takeMail(whose)
      return written
    }).catch(noneIfTooSoon)
    for (const mail of mails) deps.postOffice.post(mail)
  })
}

function noneIfTooSoon(error: unknown): Mail[] {
  if (error instanceof HttpError && error.status === 429) return []
  throw error
}
