import type { UserRow } from '../auth/accounts/users.ts'
import { inviteUser } from '../auth/endpoints/admin/invite.ts'
import type { MailDeps } from '../auth/mails/account-mails.ts'
import { transaction } from '../auth/sessions/transaction.ts'
import type { Mail } from '../mail/mailer.ts'
import { type Invitation, trialEnd } from './accounts.ts'
import { type Desk, setTrial } from './own-account-changes.ts'

/** Where invitations are written, for the command line and for the console. */
export interface InvitationDesk extends Desk {
  deps: MailDeps
  /** Hands a mail over, and throws when that can't be done: then no account is made. */
  send(mail: Mail): Promise<void>
}

export interface Guest {
  email: string
  /** How many days the trial lasts; null leaves things as they are. */
  trialDays: number | null
  /** Whether somebody who was invited before, and has no password yet, gets another mail. */
  again: boolean
}

/**
 * Makes an account without a password and sends its owner a link to choose one. Throws 422 email_exists. One
 * transaction holds all of it, so that an invitation that couldn't be sent leaves no account behind.
 * @param refuse throws if it is an account that is not to be invited.
 */
export function inviteAccount(
  desk: InvitationDesk,
  { email, trialDays, again }: Guest,
  refuse: (user: UserRow) => void = () => {},
): Promise<{ user: UserRow; invitation: Invitation }> {
  return transaction(desk, async (db) => {
    const guest = { email, data: {}, onlyNew: !again }
    const { user, mail } = await inviteUser(db, desk.deps, guest, desk.deps.config.siteUrl)
    refuse(user)
    if (trialDays !== null) await setTrial(db, user.id, trialEnd(trialDays))
    await desk.note(db, user.id, 'invite')
    return { user, invitation: await handOver(desk, mail) }
  })
}

async function handOver(desk: InvitationDesk, mail: Mail): Promise<Invitation> {
  const { smtpUrl, dir } = desk.deps.config.mail
  if (smtpUrl === null && dir === null) return { kind: 'unsent', subject: mail.subject, text: mail.text }
  await desk.send(mail)
  return smtpUrl === null && dir !== null ? { kind: 'written', folder: dir } : { kind: 'sent' }
}
