import { givenBackLetter, type Voided } from '../../mail/change-letter.ts'
import { drawLetter } from '../../mail/letter.ts'
import { writeMail } from '../../mail/letters.ts'
import type { Mail } from '../../mail/mailer.ts'
import type { Config } from '../../settings/config.ts'
import type { Queryable, UserRow } from '../accounts/users.ts'
import { CHANGE_LINK_SECONDS, keepChangeLink } from './change-links.ts'
import { pageLink } from './mail-links.ts'

export interface ChangeDeps {
  config: Pick<Config, 'siteUrl' | 'auth' | 'brand'>
}

/** The account that was changed, with its addresses as they are after the change. */
interface Changed {
  id: string
  email: string | null
}

export type AccountChange =
  | { what: 'password' | 'factor-off' | 'codes' }
  | { what: 'password-by-mail' | 'password-by-administration'; voided: Voided }
  | { what: 'factor-on'; factorId: string }
  /** `before`: the address until now. */
  | { what: 'email'; before: string }

/**
 * Writes to an account's owner that it has changed, with a link that says «it wasn't me»; of another address to the old
 * one too. Made inside the transaction of the change, which has locked the account, and sent when it is committed:
 * neither a full mailbox nor the limit of mails stands in the change's way, or keeps it quiet.
 */
export async function changeMails(
  db: Queryable,
  { config }: ChangeDeps,
  { id, email }: Changed,
  change: AccountChange,
): Promise<Mail[]> {
  // Beside the reference's auth API alone there is no page for the link to lead to.
  if (config.auth.atRoot) return []
  const mailboxes = change.what === 'email' ? [change.before, email] : [email]
  const mails: Mail[] = []
  for (const address of mailboxes) {
    if (!address) continue
    const token = await keepChangeLink(db, id, change.what === 'factor-on' ? change.factorId : null)
    if (token === null) continue
    // Only the account's own address can ask for another password, once the sessions are closed.
    const link = pageLink(config, token, 'disown', address === email ? address : null)
    const told = { ...change, link, lifeSeconds: CHANGE_LINK_SECONDS, email: email ?? '' }
    mails.push(writeMail({ kind: 'changed', ...told }, address, config.brand))
  }
  return mails
}

/** @param before the address until now; null: it is the one that the account had. */
export async function changedEmailMails(
  db: Queryable,
  deps: ChangeDeps,
  user: Changed,
  before: string | null,
): Promise<Mail[]> {
  return before ? changeMails(db, deps, user, { what: 'email', before }) : []
}

/**
 * Of a password that the administration has set; with another address in the same call also to the one of before, but
 * without a link and without naming the other: that mailbox may be the stranger's. Whoever is given their first one,
 * with a new account, isn't written to, nor is an address that nobody has confirmed.
 * @param before the account as it was; `email` is the address that it has now.
 */
export async function givenPasswordMails(
  db: Queryable,
  deps: ChangeDeps,
  before: UserRow,
  email: string | null,
  voided: Voided,
): Promise<Mail[]> {
  const isNew = before.encrypted_password === null && before.last_sign_in_at === null
  const { brand, auth } = deps.config
  if (isNew || before.email_confirmed_at === null || auth.atRoot) return []
  const mails = await changeMails(
    db,
    deps,
    { id: before.id, email },
    { what: 'password-by-administration', voided },
  )
  if (before.email && before.email !== email) {
    mails.push(drawLetter(givenBackLetter(brand), before.email, brand))
  }
  return mails
}
