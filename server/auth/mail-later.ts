import { HttpError } from '../errors.ts'
import type { Mail } from '../mail/mailer.ts'
import type { AuthDeps } from './auth-deps.ts'
import { transaction } from './transaction.ts'
import { findUserByEmail, type Queryable, type UserRow } from './users.ts'

/**
 * Writes to an address after the answer, which is the same and as quick for everybody. `compose` says what, to whoever
 * has the address (null: nobody), in the transaction that keeps the mails' tokens. Whoever asks too soon gets no mail
 * and isn't told so. Throws 429 when the server has sent enough for now.
 */
export function mailLater(
  deps: AuthDeps,
  email: string,
  compose: (db: Queryable, user: UserRow | null) => Promise<Mail[]>,
): void {
  deps.limits.refuseWithoutMails()
  deps.postOffice.later(async () => {
    const mails = await transaction(deps.pool, async (db) => {
      const user = await findUserByEmail(db, email)
      const written = await compose(db, user)
      if (written.length > 0) deps.limits.takeMail()
      return written
    }).catch(noneIfTooSoon)
    for (const mail of mails) deps.postOffice.post(mail)
  })
}

function noneIfTooSoon(error: unknown): Mail[] {
  if (error instanceof HttpError && error.status === 429) return []
  throw error
}
