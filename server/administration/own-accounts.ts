import { createUser } from '../auth/accounts/accounts.ts'
import { markPasswordAsGiven } from '../auth/accounts/stored-password.ts'
import { isUuid } from '../auth/accounts/users.ts'
import { oneTimeKey } from '../auth/sessions/one-time-tokens.ts'
import { transaction } from '../auth/sessions/transaction.ts'
import { openAdminDatabase } from '../db/admin-database.ts'
import { fingerprintOf, OTHER_SECRETS, serverOf } from '../db/this-server.ts'
import { createMailer, type Mail } from '../mail/mailer.ts'
import { addressOf, type Config } from '../settings/config.ts'
import type { MailSettings } from '../settings/mail-settings.ts'
import { loadSecrets } from '../settings/secrets.ts'
import { type Accounts, Refusal, trialEnd } from './accounts.ts'
import { keepErased } from './erased-accounts.ts'
import { inviteAccount } from './invitations.ts'
import {
  commandDesk,
  type Desk,
  deleteAccount,
  disableAccount,
  enableAccount,
  endTrialRules,
  extendTrial,
  listAccounts,
  removeFactors,
  resetPassword,
  setStaff,
  setTrial,
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
  const { smtpUrl, dir } = config.mail
  const mailing: Desk['mailing'] = {
    deps: { config: { ...config, siteUrl } },
    send: (mail) => handOver(config.mail, mail).catch(sayUnsent),
  }
  const desk = commandDesk(pool, smtpUrl === null && dir === null ? null : mailing)
  return {
    siteUrl,
    close: () => database.close(),
    async create({ email, password, trialDays }) {
      await transaction(desk, async (db) => {
        const { id } = await createUser(db, { email, password })
        await markPasswordAsGiven(db, id)
        if (trialDays !== null) await setTrial(db, id, trialEnd(trialDays))
        await desk.note(db, id, 'create-user')
      })
    },
    async invite({ email, trialDays }) {
      const { jwtSecret } = await loadSecrets(config)
      // With other secrets than the server's the link would be worth nothing.
      if (server !== null && server.secretsFingerprint !== fingerprintOf(jwtSecret)) {
        throw new Refusal(OTHER_SECRETS)
      }
      const deps = { config: { ...config, siteUrl }, oneTimeKey: oneTimeKey(jwtSecret) }
      const send = (mail: Mail) => sendOrRefuse(config.mail, mail)
      return (await inviteAccount({ ...desk, deps, send }, { email, trialDays, again: true })).invitation
    },
    list: () => listAccounts(pool),
    resetPassword: (whose, password) => resetPassword(desk, wanted(whose), password),
    removeFactors: (whose) => removeFactors(desk, wanted(whose)),
    disable: (whose) => disableAccount(desk, wanted(whose)),
    enable: (whose) => enableAccount(desk, wanted(whose)),
    async delete(whose) {
      const wasThere = await deleteAccount(desk, wanted(whose))
      await keepErased(pool, config.dataDir).catch((error: unknown) =>
        console.error(
          `La cuenta se ha borrado, pero no se ha podido apuntar en ${config.dataDir}: ${String(error)}`,
        ),
      )
      return wasThere
    },
    extendTrial: (whose, days) => extendTrial(desk, wanted(whose), days),
    endTrialRules: (whose) => endTrialRules(desk, wanted(whose)),
    setStaff: (whose, staff) => setStaff(desk, wanted(whose), staff),
  }
}

const wanted = (whose: string) => (isUuid(whose) ? { id: whose } : { email: whose })

async function handOver(settings: MailSettings, mail: Mail): Promise<void> {
  const mailer = createMailer(settings)
  try {
    await mailer.send(mail)
  } finally {
    mailer.close()
  }
}

async function sendOrRefuse(settings: MailSettings, mail: Mail): Promise<void> {
  try {
    await handOver(settings, mail)
  } catch (error) {
    throw new Refusal(`No se ha podido enviar el email, y no se ha creado la cuenta: ${reasonOf(error)}`)
  }
}

function sayUnsent(error: unknown): void {
  console.error(
    `El cambio está hecho, pero no se ha podido avisar por email a la familia: ${reasonOf(error)}`,
  )
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
