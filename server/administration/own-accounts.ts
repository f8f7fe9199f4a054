import { createUser } from '../auth/accounts/accounts.ts'
import { markPasswordAsGiven } from '../auth/accounts/stored-password.ts'
import { TRIAL_ENDS_AT } from '../auth/accounts/trial.ts'
import type { Queryable } from '../auth/accounts/users.ts'
import { inviteUser } from '../auth/endpoints/admin/invite.ts'
import type { MailDeps } from '../auth/mails/account-mails.ts'
import { oneTimeKey } from '../auth/sessions/one-time-tokens.ts'
import { transaction } from '../auth/sessions/transaction.ts'
import { openAdminDatabase } from '../db/admin-database.ts'
import { fingerprintOf, OTHER_SECRETS, serverOf } from '../db/this-server.ts'
import { recordEvent } from '../log/security-events.ts'
import { createMailer, type Mail } from '../mail/mailer.ts'
import { addressOf, type Config } from '../settings/config.ts'
import { loadSecrets } from '../settings/secrets.ts'
import { type Accounts, type Invitation, prolonged, Refusal, trialEnd } from './accounts.ts'
import { keepErased } from './erased-accounts.ts'
import {
  changeAccount,
  deleteAccount,
  disableAccount,
  enableAccount,
  listAccounts,
  removeFactors,
  resetPassword,
} from './own-account-changes.ts'

/** Opens the accounts of this server's own database, whether the server is running or not. */
export async function openOwnAccounts(config: Config): Promise<Accounts> {
  const database = await openAdminDatabase(config)
  const { pool } = database
  const server = await serverOf(pool).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  // A command is seldom given the server's SITE_URL, HOST and PORT, but what it prints is sent to families.
  const isStated = config.siteUrl !== addressOf(config.host, config.port)
  const siteUrl = isStated || server === null ? config.siteUrl : server.siteUrl
  return {
    siteUrl,
    close: () => database.close(),
    async create({ email, password, trialDays }) {
      await transaction({ pool, liveSessions: null }, async (db) => {
        const { id } = await createUser(db, { email, password })
        await markPasswordAsGiven(db, id)
        if (trialDays !== null) await setTrial(db, id, trialEnd(trialDays))
        await recordEvent(db, 'command', id, 'create-user')
      })
    },
    async invite({ email, trialDays }) {
      const { jwtSecret } = await loadSecrets(config)
      // With other secrets than the server's the link would be worth nothing.
      if (server !== null && server.secretsFingerprint !== fingerprintOf(jwtSecret)) {
        throw new Refusal(OTHER_SECRETS)
      }
      const deps = { config: { ...config, siteUrl }, oneTimeKey: oneTimeKey(jwtSecret) }
      // One transaction holds all of it, so that an invitation that couldn't be sent leaves no account behind.
      return transaction({ pool, liveSessions: null }, async (db) => {
        const { user, mail } = await inviteUser(db, deps, { email, data: {} }, siteUrl)
        if (trialDays !== null) await setTrial(db, user.id, trialEnd(trialDays))
        await recordEvent(db, 'command', user.id, 'invite')
        return send(deps, mail)
      })
    },
    list: () => listAccounts(pool),
    resetPassword: (email, password) => resetPassword(pool, email, password),
    removeFactors: (email) => removeFactors(pool, email),
    disable: (email) => disableAccount(pool, email),
    enable: (email) => enableAccount(pool, email),
    async delete(email) {
      const wasThere = await deleteAccount(pool, email)
      await keepErased(pool, config.dataDir).catch((error: unknown) =>
        console.error(
          `La cuenta se ha borrado, pero no se ha podido apuntar en ${config.dataDir}: ${String(error)}`,
        ),
      )
      return wasThere
    },
    async extendTrial(email, days) {
      let end: string | null | undefined
      await changeAccount(pool, email, 'extend', async (db, user) => {
        const present = user.raw_app_meta_data[TRIAL_ENDS_AT]
        end = typeof present === 'string' ? prolonged(present, days) : null
        if (end !== null) await setTrial(db, user.id, end)
      })
      return end
    },
    endTrialRules: (email) => changeAccount(pool, email, 'extend', (db, user) => setTrial(db, user.id, null)),
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
