import type { MailDeps } from '../auth/account-mails.ts'
import { createUser } from '../auth/accounts.ts'
import {
  changeAccount,
  deleteAccount,
  disableAccount,
  enableAccount,
  listAccounts,
  removeFactors,
  resetPassword,
} from '../auth/administer.ts'
import { inviteUser } from '../auth/invite.ts'
import { oneTimeKey } from '../auth/one-time-tokens.ts'
import { transaction } from '../auth/transaction.ts'
import { TRIAL_ENDS_AT } from '../auth/trial.ts'
import type { Queryable } from '../auth/users.ts'
import type { Config } from '../config.ts'
import { openAdminDatabase } from '../db/admin-database.ts'
import { createMailer, type Mail } from '../mail/mailer.ts'
import { loadSecrets } from '../secrets.ts'
import { type Accounts, type Invitation, prolonged, Refusal, trialEnd } from './accounts.ts'

/** The accounts of this server's own database, with the server running or not. */
export async function openOwnAccounts(config: Config): Promise<Accounts> {
  const database = await openAdminDatabase(config)
  const { pool } = database
  return {
    close: () => database.close(),
    async create({ email, password, trialDays }) {
      const { id } = await createUser(pool, { email, password })
      if (trialDays !== null) await setTrial(pool, id, trialEnd(trialDays))
    },
    async invite({ email, trialDays }) {
      const deps = { config, oneTimeKey: oneTimeKey((await loadSecrets(config)).jwtSecret) }
      // All or nothing: an invitation that couldn't be sent leaves no account behind.
      return transaction(pool, async (db) => {
        const { user, mail } = await inviteUser(db, deps, { email, data: {} }, config.siteUrl)
        if (trialDays !== null) await setTrial(db, user.id, trialEnd(trialDays))
        return send(deps, mail)
      })
    },
    list: () => listAccounts(pool),
    resetPassword: (email, password) => resetPassword(pool, email, password),
    removeFactors: (email) => removeFactors(pool, email),
    disable: (email) => disableAccount(pool, email),
    enable: (email) => enableAccount(pool, email),
    delete: (email) => deleteAccount(pool, email),
    async extendTrial(email, days) {
      let end: string | null | undefined
      await changeAccount(pool, email, async (db, user) => {
        const present = user.raw_app_meta_data[TRIAL_ENDS_AT]
        end = typeof present === 'string' ? prolonged(present, days) : null
        if (end !== null) await setTrial(db, user.id, end)
      })
      return end
    },
    endTrialRules: (email) => changeAccount(pool, email, (db, user) => setTrial(db, user.id, null)),
  }
}

async function setTrial(db: Queryable, userId: string, end: string | null): Promise<void> {
  await db.query(
    `update auth.users
        set raw_app_meta_data = jsonb_strip_nulls(raw_app_meta_data || jsonb_build_object($2::text, $3::text)),
            updated_at = now()
      where id = $1`,
    [userId, TRIAL_ENDS_AT, end],
  )
}

async function send({ config }: MailDeps, mail: Mail): Promise<Invitation> {
  const { smtpUrl, dir } = config.mail
  if (smtpUrl === null && dir === null) return { kind: 'unsent', subject: mail.subject, text: mail.text }
  const mailer = createMailer(config.mail)
  try {
    await mailer.send(mail)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Refusal(`No se ha podido enviar el email, y no se ha creado la cuenta: ${reason}`)
  } finally {
    mailer.close()
  }
  return smtpUrl === null && dir !== null ? { kind: 'written', folder: dir } : { kind: 'sent' }
}
