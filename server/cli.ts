import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  type Accounts,
  isTrialLength,
  LONGEST_STAFF_NAME,
  Refusal,
  type Staff,
} from './administration/accounts.ts'
import { ACCOUNT_COMMANDS, type AccountCommand } from './administration/commands.ts'
import {
  backupCommand,
  backupIntoFolder,
  noteRestoreCommand,
  restoreCommand,
  verifyCommand,
} from './administration/copies/backup-commands.ts'
import { openHostedAccounts } from './administration/hosted-accounts.ts'
import { openOwnAccounts } from './administration/own-accounts.ts'
import { messageOf } from './administration/refusal-words.ts'
import { leftToDo, rotateKeys } from './administration/rotate-keys.ts'
import { securityLogText } from './administration/security-log.ts'
import { takeOver as takeOverDatabase } from './administration/take-over.ts'
import { typedPassword } from './administration/typed-password.ts'
import { parseEmail } from './auth/accounts/addresses.ts'
import { refuseUnfitPassword } from './auth/accounts/passwords.ts'
import { isStaffRole } from './auth/accounts/provider-staff.ts'
import { isUuid } from './auth/accounts/users.ts'
import { HELP } from './cli-help.ts'
import { openAdminDatabase, WHICH_DATA_DIR } from './db/admin-database.ts'
import { newTrace, traced } from './log/request-trace.ts'
import { lastEvents } from './log/security-log.ts'
import { type Config, loadConfig } from './settings/config.ts'
import { ConfigError } from './settings/environment.ts'
import { hasSecrets, loadSecrets, type Secrets } from './settings/secrets.ts'

/** A command that was written wrong, which ends with exit code 2. A command that can't be carried out ends with 1. */
class UsageError extends Error {}

/** Runs one administrator's command, prints its result or what went wrong, and sets the exit code. */
export async function runCli(args: string[]): Promise<void> {
  try {
    // What it does is recorded under one id, as a request is.
    console.log(await traced(newTrace(`command-${randomUUID()}`, null), () => runCommand(args)))
  } catch (error) {
    console.error(error instanceof Error ? messageOf(error) : error)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

async function runCommand(args: string[]): Promise<string> {
  const { values, positionals } = parse(args)
  const [name, ...rest] = positionals
  if (values.help || name === undefined || name === 'help') return HELP
  if (name === 'keys') return keys(rest)
  if (name === 'rotate-keys') return rotate(rest, values)
  if (name === 'security-log') return securityLog(rest, values.last)
  if (name === 'take-over') return takeOver(rest, values)
  if (name === 'note-restore') return noteRestore(rest, values.late)
  if (name === 'backup' || name === 'restore' || name === 'verify') return onFile(name, rest, values)
  const command = Object.hasOwn(ACCOUNT_COMMANDS, name) ? ACCOUNT_COMMANDS[name] : undefined
  if (command === undefined) throw new UsageError(`No existe la orden «${name}».\n\n${HELP}`)
  return onAccounts(name, command, rest, values)
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        password: { type: 'string' },
        trial: { type: 'string' },
        role: { type: 'string' },
        name: { type: 'string' },
        last: { type: 'string' },
        keep: { type: 'string' },
        full: { type: 'boolean', default: false },
        anon: { type: 'boolean', default: false },
        service: { type: 'boolean', default: false },
        sessions: { type: 'boolean', default: false },
        force: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        late: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch {
    throw new UsageError(`No entiendo «${args.join(' ')}».\n\n${HELP}`)
  }
}

type Options = ReturnType<typeof parse>['values']

async function onAccounts(
  name: string,
  command: AccountCommand,
  rest: string[],
  options: Options,
): Promise<string> {
  const [email] = rest
  if (rest.length > 1 || (email === undefined) !== (command.takes === null)) {
    const awaited = command.takes === null ? 'solo la orden' : 'un email'
    throw new UsageError(`«${name}» espera ${awaited}.\n\n${HELP}`)
  }
  const trial = trialDays(name, options)
  const staff = staffOf(name, options)
  const { config, open } = administration(process.env)
  const password = options.password === '-' ? await typedPassword() : (options.password ?? null)
  if (password !== null) refuseUnfitPassword(password, config, email ?? '')
  const request = {
    email: accountMeant(command, email ?? ''),
    password,
    trial,
    full: options.full,
    staff,
  }
  if (command.destroys === true && !options.yes) await confirmDeletion(request.email)
  const accounts = await open()
  try {
    return await command.run(accounts, request, config)
  } finally {
    await accounts.close()
  }
}

/** What was told for an account, in the form in which it is stored. Throws 400 validation_failed. */
function accountMeant({ takes }: AccountCommand, told: string): string {
  if (takes === null) return ''
  return takes === 'account' && isUuid(told) ? told.toLowerCase() : parseEmail(told)
}

function trialDays(name: string, { trial, full }: Options): number | null {
  if (trial !== undefined && !(/^\d{1,4}$/.test(trial) && isTrialLength(Number(trial)))) {
    throw new UsageError(`--trial=${trial} no vale: son los días que dura la prueba.`)
  }
  if (name === 'extend' && (trial === undefined) !== full) {
    throw new UsageError(`«extend» espera --trial DÍAS o --full.\n\n${HELP}`)
  }
  return trial === undefined ? null : Number(trial)
}

/** What «staff» is to make of the account; null takes its role away, and is what every other command gets. */
function staffOf(command: string, { role, name }: Options): Staff | null {
  if (command !== 'staff') {
    if (role === undefined && name === undefined) return null
    throw new UsageError(`«${command}» no conoce --role ni --name.\n\n${HELP}`)
  }
  if (role === 'none' && name === undefined) return null
  if (role === 'none') throw new UsageError('Con --role none no hace falta --name.')
  if (role === undefined || !isStaffRole(role)) {
    throw new UsageError(`--role=${role ?? ''} no vale: es consultant, admin o none.`)
  }
  const shown = name?.trim() ?? ''
  if (shown === '') throw new UsageError('Falta --name: es el nombre que leen las familias, como «Marta».')
  if (Array.from(shown).length > LONGEST_STAFF_NAME || /\p{C}/u.test(shown)) {
    throw new UsageError(`--name no vale: ${LONGEST_STAFF_NAME} letras como mucho, en una línea.`)
  }
  return { role, name: shown }
}

/** Chooses the accounts to administer: those of the project in SUPABASE_URL when it is set, else the server's own. */
function administration(env: NodeJS.ProcessEnv): { config: Config; open: () => Promise<Accounts> } {
  const { SUPABASE_URL: url = '', SUPABASE_SERVICE_KEY: serviceKey = '', ...own } = env
  // The public key is for the app. It is left out here because the settings refuse it without the SUPABASE_URL taken
  // out above.
  const config = loadConfig({ ...own, SUPABASE_ANON_KEY: undefined })
  if (url.trim() === '') return { config, open: () => openOwnAccounts(config) }
  if (serviceKey.trim() === '') {
    throw new Refusal(
      `Las cuentas están en ${url}: pon en SUPABASE_SERVICE_KEY su clave secreta (service_role) para administrarlas.`,
    )
  }
  const { siteUrl, isSiteUrlSet } = config
  const linksTo = isSiteUrlSet ? siteUrl : null
  const project = { url: url.trim().replace(/\/+$/, ''), serviceKey: serviceKey.trim(), siteUrl, linksTo }
  return { config, open: () => Promise.resolve(openHostedAccounts(project)) }
}

/** Progress goes to stderr, so that another program can read the result from stdout. */
const progress = (line: string) => process.stderr.write(`${line}\n`)

async function onFile(
  name: 'backup' | 'restore' | 'verify',
  rest: string[],
  { force, keep }: Options,
): Promise<string> {
  const [stated] = rest
  if (stated === undefined || rest.length > 1) throw new UsageError(`«${name}» espera un fichero.\n\n${HELP}`)
  if (force && name !== 'backup') throw new UsageError(`«${name}» no conoce --force.\n\n${HELP}`)
  if (keep !== undefined && (name !== 'backup' || force || !/^[1-9]\d{0,3}$/.test(keep))) {
    throw new UsageError(`--keep=${keep} no vale: «backup CARPETA --keep N» dice cuántas copias quedan.`)
  }
  // npm runs commands in the package's folder, but a relative path is meant from where the person typed the command.
  const file = resolve(process.env.INIT_CWD ?? '.', stated)
  if (name === 'verify') return verifyCommand(loadConfig(process.env), file, progress)
  const config = ownConfig((url) => `Los datos están en ${url}: usa sus copias de seguridad.`)
  if (name === 'restore') return restoreCommand(config, file, progress)
  return keep === undefined
    ? backupCommand(config, file, force, progress)
    : backupIntoFolder(config, file, Number(keep), progress)
}

async function securityLog(rest: string[], last = '50'): Promise<string> {
  if (rest.length > 0) throw new UsageError(`«security-log» espera solo la orden.\n\n${HELP}`)
  if (!/^[1-9]\d{0,4}$/.test(last))
    throw new UsageError(`--last=${last} no vale: son las líneas que se muestran.`)
  const db = await openAdminDatabase(ownConfig((url) => `Las cuentas están en ${url}: mira su registro.`))
  try {
    return securityLogText(await lastEvents(db.pool, Number(last)))
  } finally {
    await db.close()
  }
}

/** The settings of a server of our own. For a hosted project `said` tells, with its address, where to look instead. */
function ownConfig(said = (url: string) => `Los datos están en ${url}.`): Config {
  const config = loadConfig(process.env)
  if (config.hosted !== null) throw new Refusal(said(config.hosted.url))
  return config
}

async function noteRestore(rest: string[], late: boolean): Promise<string> {
  if (rest.length > 0) throw new UsageError(`«note-restore» espera solo la orden.\n\n${HELP}`)
  return noteRestoreCommand(ownConfig(), late, progress)
}

async function takeOver(rest: string[], { yes }: Options): Promise<string> {
  if (rest.length > 0 || !yes) {
    throw new UsageError(
      'Con otros secretos se cierran todas las sesiones y, salvo con el factorKey de antes, no valen los segundos factores: confirma con «take-over --yes».',
    )
  }
  const config = ownConfig()
  const db = await openAdminDatabase(config)
  try {
    await takeOverDatabase(db.pool, config)
    return `La base de datos es ahora del servidor con los secretos de ${config.dataDir}.`
  } finally {
    await db.close()
  }
}

async function keys(rest: string[]): Promise<string> {
  if (rest.length > 0) throw new UsageError(`«keys» espera solo la orden.\n\n${HELP}`)
  const config = ownConfig((url) => `Las claves son las de ${url}.`)
  // With a mistyped DATA_DIR others would be made here, which open nothing.
  if (!hasSecrets(config))
    throw new ConfigError(`En DATA_DIR=${config.dataDir} no hay ninguna clave: ${WHICH_DATA_DIR}.`)
  return keysText(await loadSecrets(config), config)
}

function keysText({ anonKey, serviceKey }: Secrets, { siteUrl }: Config): string {
  return JSON.stringify({ anon_key: anonKey, service_key: serviceKey, url: siteUrl }, null, 2)
}

/** Both keys are made anew when none is named. */
async function rotate(rest: string[], { anon, service, sessions }: Options): Promise<string> {
  if (rest.length > 0) throw new UsageError(`«rotate-keys» espera solo la orden.\n\n${HELP}`)
  const config = ownConfig((url) => `Las claves son las de ${url}.`)
  const both = !anon && !service && !sessions
  const db = await openAdminDatabase(config)
  try {
    const rotation = { anon: anon || both, service: service || both, sessions }
    const made = await rotateKeys(db.pool, config, rotation)
    progress(leftToDo(config, rotation))
    return keysText(made, config)
  } finally {
    await db.close()
  }
}

async function confirmDeletion(email: string): Promise<void> {
  if (!process.stdin.isTTY) {
    throw new UsageError('Borrar una cuenta no se puede deshacer: confirma con --yes.')
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`Se borrarán todos los registros. Escribe ${email} para confirmar: `)
  terminal.close()
  if (answer.trim().toLowerCase() !== email) throw new Refusal('No se ha borrado nada.')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runCli(process.argv.slice(2))
