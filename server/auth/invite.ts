import * as v from 'valibot'
import { HttpError } from '../errors.ts'
import type { Mail } from '../mail/mailer.ts'
import { accountMail, type MailDeps } from './account-mails.ts'
import { emailExists, insertUser } from './accounts.ts'
import { parseEmail } from './addresses.ts'
import type { AuthContext, AuthDeps } from './auth-deps.ts'
import { optionalObject, optionalText, readJsonBody } from './json-body.ts'
import { redirectTarget } from './redirects.ts'
import { requireAdmin } from './require-admin.ts'
import { transaction } from './transaction.ts'
import { refuseLargeMetadata } from './user-metadata.ts'
import { drawUser } from './user-object.ts'
import { findUserByEmail, findUserById, type Queryable, type UserRow } from './users.ts'

const bodySchema = v.object({ email: optionalText, data: optionalObject })

/** POST /invite: makes an account that waits for its password, and writes to it. */
export async function invite(c: AuthContext, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps)
  const request = await readJsonBody(c, bodySchema)
  const email = parseEmail(request.email)
  refuseLargeMetadata(Buffer.byteLength(JSON.stringify(request.data ?? {})))
  const redirectTo = redirectTarget(c, deps)
  const user = await transaction(deps.pool, async (db) => {
    const invitation = await inviteUser(db, deps, { email, data: request.data ?? {} }, redirectTo)
    deps.limits.takeMail()
    await sendOrRefuse(deps, invitation.mail)
    return invitation.user
  })
  return c.json(drawUser(user))
}

interface Invited {
  email: string
  data: Record<string, unknown>
  appData?: Record<string, unknown>
}

/** Makes the account unless it waits already, and writes the mail. Throws 422 email_exists for a confirmed one. */
export async function inviteUser(
  db: Queryable,
  deps: MailDeps,
  invited: Invited,
  redirectTo: string,
): Promise<{ user: UserRow; mail: Mail }> {
  const created = await insertUser(db, { ...invited, passwordHash: null, confirmed: false })
  const account = created ?? (await findUserByEmail(db, invited.email))
  if (account === null || account.email_confirmed_at !== null) throw emailExists()
  const mail = await accountMail(db, deps, account, 'invite', { redirectTo, challenge: null })
  return { user: (await findUserById(db, account.id)) ?? account, mail }
}

/** An invitation that couldn't be sent was none: the account isn't made either. */
async function sendOrRefuse(deps: AuthDeps, mail: Mail): Promise<void> {
  try {
    await deps.postOffice.send(mail)
  } catch (error) {
    console.error(`${new Date().toISOString()} mail`, error)
    throw new HttpError(500, 'unexpected_failure', 'Error sending invite email')
  }
}
