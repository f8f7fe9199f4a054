import * as v from 'valibot'
import { printFailure } from '../../../log/lines.ts'
import type { Mail } from '../../../mail/mailer.ts'
import { insertUser } from '../../accounts/accounts.ts'
import { parseEmail } from '../../accounts/addresses.ts'
import { refuseLargeMetadata } from '../../accounts/user-metadata.ts'
import { drawUser } from '../../accounts/user-object.ts'
import { findUserByEmail, findUserById, type Queryable, type UserRow } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { optionalObject, optionalText, readJsonBody } from '../../calls/json-body.ts'
import { emailExists, inviteNotSent } from '../../calls/refusals.ts'
import { accountMail, type MailDeps } from '../../mails/account-mails.ts'
import { redirectTarget } from '../../mails/redirects.ts'
import { transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { requireAdmin } from './require-admin.ts'

type Deps = Pick<
  AuthDeps,
  'config' | 'pool' | 'jwt' | 'apiKeys' | 'limits' | 'liveSessions' | 'oneTimeKey' | 'postOffice'
>

const bodySchema = v.object({ email: optionalText, data: optionalObject })

/** POST /invite: makes an account without a password and mails its owner a link to set one. */
export async function invite(c: AuthContext, deps: Deps): Promise<Response> {
  await requireAdmin(c, deps)
  const request = await readJsonBody(c, bodySchema)
  const email = parseEmail(request.email)
  refuseLargeMetadata(Buffer.byteLength(JSON.stringify(request.data ?? {})))
  const redirectTo = redirectTarget(c, deps)
  const user = await transaction(deps, async (db) => {
    const invitation = await inviteUser(db, deps, { email, data: request.data ?? {} }, redirectTo)
    await deps.limits.takeMail(null)
    await sendOrRefuse(deps, invitation.mail)
    return invitation.user
  })
  return c.json(drawUser(user))
}

interface Invited {
  email: string
  data: Record<string, unknown>
  appData?: Record<string, unknown>
  /** Whether somebody who was invited before is refused as well. */
  onlyNew?: boolean
}

/**
 * Makes an account and writes its invitation, which the caller sends. An account that wasn't confirmed yet is invited
 * again, unless `onlyNew` is true. Throws 422 email_exists for a confirmed one.
 */
export async function inviteUser(
  db: Queryable,
  deps: MailDeps,
  invited: Invited,
  redirectTo: string,
): Promise<{ user: UserRow; mail: Mail }> {
  const created = await insertUser(db, { ...invited, passwordHash: null, confirmed: false, byAdmin: true })
  if (created === null && invited.onlyNew === true) throw emailExists()
  const account = created ?? (await findUserByEmail(db, invited.email))
  if (account === null || account.email_confirmed_at !== null) throw emailExists()
  const mail = await accountMail(db, deps, account, 'invite', { redirectTo, challenge: null })
  return { user: (await findUserById(db, account.id)) ?? account, mail }
}

/**
 * Sends the mail before the transaction is committed: if it can't be sent, the account isn't made either. Throws 500
 * unexpected_failure.
 */
export async function sendOrRefuse(deps: Pick<Deps, 'postOffice'>, mail: Mail): Promise<void> {
  try {
    await deps.postOffice.send(mail)
  } catch (error) {
    printFailure('mail_not_sent', { message: 'email no enviado' }, error)
    throw inviteNotSent()
  }
}
