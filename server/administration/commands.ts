import { isUuid } from '../auth/accounts/users.ts'
import type { Config } from '../settings/config.ts'
import { accountTable } from './account-table.ts'
import { type Accounts, type Invitation, Refusal, type Staff, trialEnd } from './accounts.ts'
import { familyText, longDate } from './family-text.ts'
import { readablePassword } from './readable-password.ts'

interface AccountRequest {
  /** What was told: an address or an account's id. */
  email: string
  password: string | null
  /** How many days the trial lasts, or null when none was asked for. */
  trial: number | null
  /** True when a trial is to become an account like any other. */
  full: boolean
  /** What the account is to be for the provider; null for nothing. */
  staff: Staff | null
}

export interface AccountCommand {
  /** What it is told: a new account's address; an address or an id of one that is there; or nothing. */
  takes: 'address' | 'account' | null
  /** True when the command can't be undone, so that it asks for confirmation first. */
  destroys?: boolean
  run(accounts: Accounts, request: AccountRequest, config: Config): Promise<string>
}

/** Every command on accounts by its name. Each returns the text to print. */
export const ACCOUNT_COMMANDS: Readonly<Record<string, AccountCommand>> = {
  'create-user': {
    takes: 'address',
    async run(accounts, { email, password, trial }, config) {
      const chosen = password ?? readablePassword()
      await accounts.create({ email, password: chosen, trialDays: trial })
      const trialEndsAt = trial === null ? null : trialEnd(trial)
      const shown = { email, password: password === null ? chosen : null, trialEndsAt }
      return `Cuenta creada: ${email}${secret(password, chosen)}\n\n${BETTER_INVITE}\n\nPara enviar a la familia:\n\n${familyText(shown, accounts.siteUrl, config.brand)}`
    },
  },
  invite: {
    takes: 'address',
    async run(accounts, { email, trial }) {
      const invitation = await accounts.invite({ email, trialDays: trial })
      const until = trial === null ? '' : `\nDe prueba hasta el ${longDate(trialEnd(trial))}.`
      return `${invitationText(invitation, email)}${until}`
    },
  },
  extend: {
    takes: 'account',
    async run(accounts, { email, trial, full }) {
      if (full) {
        mustExist(await accounts.endTrialRules(email), email)
        return `Ya no es una cuenta de prueba: ${email}`
      }
      const end = await accounts.extendTrial(email, trial ?? 0)
      mustExist(end !== undefined, email)
      if (end == null) throw new Refusal(`${email} no es una cuenta de prueba.`)
      return `De prueba hasta el ${longDate(end)}: ${email}`
    },
  },
  'list-users': { takes: null, run: async (accounts) => accountTable(await accounts.list()) },
  staff: {
    takes: 'account',
    async run(accounts, { email, staff }) {
      mustExist(await accounts.setStaff(email, staff), email)
      return staff === null
        ? `Ya no trabaja para la consultoría: ${email}`
        : `${STAFF_WORDS[staff.role]} (${staff.name}): ${email}\nPara entrar en la consola (${accounts.siteUrl}/consola) necesita el segundo factor: se activa allí mismo.`
    },
  },
  'reset-password': {
    takes: 'account',
    async run(accounts, { email, password }) {
      const chosen = password ?? readablePassword()
      mustExist(await accounts.resetPassword(email, chosen), email)
      return `Contraseña cambiada: ${email}${secret(password, chosen)}`
    },
  },
  'remove-second-factor': {
    takes: 'account',
    async run(accounts, { email }) {
      mustExist(await accounts.removeFactors(email), email)
      return `Sin segundo factor, entra solo con la contraseña: ${email}`
    },
  },
  'disable-user': {
    takes: 'account',
    async run(accounts, { email }) {
      mustExist(await accounts.disable(email), email)
      return `Cuenta desactivada: ${email}`
    },
  },
  'enable-user': {
    takes: 'account',
    async run(accounts, { email }) {
      mustExist(await accounts.enable(email), email)
      return `Cuenta activada: ${email}`
    },
  },
  'delete-user': {
    takes: 'account',
    destroys: true,
    async run(accounts, { email }) {
      mustExist(await accounts.delete(email), email)
      return `Cuenta borrada con todos sus registros: ${email}`
    },
  },
}

const STAFF_WORDS = {
  consultant: 'Acompaña a las familias que la dejan',
  admin: 'Acompaña a familias y lleva las cuentas',
}

/** A password that travels through two people's hands is known to both, and often stays in a chat for ever. */
const BETTER_INVITE = 'Mejor «invite»: la familia elige su contraseña, y nadie más la conoce.'

/** Whoever gave the password on the command line knows it, so only an invented one is shown. */
function secret(given: string | null, password: string): string {
  return given === null ? `\nContraseña: ${password}` : ''
}

function mustExist(found: boolean, email: string): void {
  if (!found) throw new Refusal(`No hay ninguna cuenta con el ${isUuid(email) ? 'id' : 'email'} ${email}.`)
}

function invitationText(invitation: Invitation, email: string): string {
  switch (invitation.kind) {
    case 'sent':
      return `Invitación enviada a ${email}.`
    case 'written':
      return `Invitación para ${email} escrita en ${invitation.folder}.`
    case 'unsent':
      return `Cuenta creada: ${email}\nNo hay SMTP_URL, así que el email no ha salido. Envíaselo tú:\n\n${invitation.subject}\n\n${invitation.text}`
  }
}
