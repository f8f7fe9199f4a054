import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Accounts, Refusal } from './administration/accounts.ts'
import { backupCommand, backupIntoFolder, restoreCommand } from './administration/backup-commands.ts'
import { ACCOUNT_COMMANDS, type AccountCommand } from './administration/commands.ts'
import { openHostedAccounts } from './administration/hosted-accounts.ts'
import { openOwnAccounts } from './administration/own-accounts.ts'
import { rotateKeys } from './administration/rotate-keys.ts'
import { securityLogText } from './administration/security-log.ts'
import { takeOver as takeOverDatabase } from './administration/take-over.ts'
import { typedPassword } from './administration/typed-password.ts'
import { parseEmail } from './auth/accounts/addresses.ts'
import { refuseUnfitPassword } from './auth/accounts/passwords.ts'
import { openAdminDatabase, WHICH_DATA_DIR } from './db/admin-database.ts'
import { HttpError } from './http/errors.ts'
import { newTrace, traced } from './log/request-trace.ts'
import { lastEvents } from './log/security-log.ts'
import { type Config, loadConfig } from './settings/config.ts'
import { ConfigError } from './settings/environment.ts'
import { hasSecrets, loadSecrets, type Secrets } from './settings/secrets.ts'

const HELP = `Uso: npm run admin -- ORDEN

  create-user EMAIL [--password CLAVE] [--trial DÍAS]
                                           Crea una cuenta y escribe qué enviar a la familia. Sin --password inventa una.
                                           Con --password - se escribe aparte: como argumento la ven otros en la máquina.
  invite EMAIL [--trial DÍAS]              Crea una cuenta y le envía un email para que elija su contraseña.
  extend EMAIL --trial DÍAS | --full       Alarga una prueba, o la convierte en una cuenta normal.
  list-users                               Lista las cuentas.
  reset-password EMAIL [--password CLAVE]  Cambia la contraseña y cierra todas sus sesiones.
  remove-second-factor EMAIL               Quita el segundo factor a quien ha perdido el móvil de los códigos.
  disable-user EMAIL                       Desactiva la cuenta: no puede entrar ni seguir dentro.
  enable-user EMAIL                        Vuelve a activarla.
  delete-user EMAIL [--yes]                Borra la cuenta y todos sus registros. Pide confirmación, o --yes.
  backup FICHERO [--force]                 Copia todos los datos en un fichero, también con el servidor en marcha.
                                           Con --force reemplaza el fichero que ya hay.
  backup CARPETA --keep N                  Hace ahí una copia con la fecha por nombre, y borra las más viejas de las
                                           hechas así: quedan N.
  restore FICHERO                          Los devuelve a una base de datos vacía: todo o nada.
  security-log [--last N]                  Muestra qué ha pasado con las cuentas: lo último, 50 líneas si no se dice.
  take-over --yes                          Deja arrancar con estos secretos, y solo con estos, cuando se han perdido
                                           los de antes. Cierra todas las sesiones.
  keys                                     Muestra las claves de la API en JSON.
  rotate-keys [--anon] [--service]         Hace otras claves de la API: las de antes dejan de valer en el acto.
  rotate-keys --sessions                   Además otro secreto: cierra todas las sesiones. El segundo factor se queda.

Funciona con el servidor en marcha y sin él. Usa los mismos ajustes: DATA_DIR, DATABASE_URL…
Con SUPABASE_URL y SUPABASE_SERVICE_KEY administra las cuentas de ese proyecto.
`

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
  if (name === 'backup' || name === 'restore') return onFile(name, rest, values)
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
        last: { type: 'string' },
        keep: { type: 'string' },
        full: { type: 'boolean', default: false },
        anon: { type: 'boolean', default: false },
        service: { type: 'boolean', default: false },
        sessions: { type: 'boolean', default: false },
        force: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
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
  if (rest.length > 1 || (email !== undefined) !== command.takesEmail) {
    throw new UsageError(`«${name}» espera ${command.takesEmail ? 'un email' : 'solo la orden'}.\n\n${HELP}`)
  }
  const trial = trialDays(name, options)
  const { config, open } = administration(process.env)
  const password = options.password === '-' ? await typedPassword() : (options.password ?? null)
  if (password !== null) refuseUnfitPassword(password, config, email ?? '')
  const request = {
    email: email === undefined ? '' : parseEmail(email),
    password,
    trial,
    full: options.full,
  }
  if (command.destroys === true && !options.yes) await confirmDeletion(request.email)
  const accounts = await open()
  try {
    return await command.run(accounts, request, config)
  } finally {
    await accounts.close()
  }
}

const LONGEST_TRIAL = 3650

function trialDays(name: string, { trial, full }: Options): number | null {
  if (
    trial !== undefined &&
    !(/^\d{1,4}$/.test(trial) && Number(trial) >= 1 && Number(trial) <= LONGEST_TRIAL)
  ) {
    throw new UsageError(`--trial=${trial} no vale: son los días que dura la prueba.`)
  }
  if (name === 'extend' && (trial === undefined) !== full) {
    throw new UsageError(`«extend» espera --trial DÍAS o --full.\n\n${HELP}`)
  }
  return trial === undefined ? null : Number(trial)
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
  const project = {
    url: url.trim().replace(/\/+$/, ''),
    serviceKey: serviceKey.trim(),
    siteUrl: config.siteUrl,
  }
  return { config, open: () => Promise.resolve(openHostedAccounts(project)) }
}

async function onFile(name: 'backup' | 'restore', rest: string[], { force, keep }: Options): Promise<string> {
  const [stated] = rest
  if (stated === undefined || rest.length > 1) throw new UsageError(`«${name}» espera un fichero.\n\n${HELP}`)
  if (force && name === 'restore') throw new UsageError(`«restore» no conoce --force.\n\n${HELP}`)
  if (keep !== undefined && (name === 'restore' || force || !/^[1-9]\d{0,3}$/.test(keep))) {
    throw new UsageError(`--keep=${keep} no vale: «backup CARPETA --keep N» dice cuántas copias quedan.`)
  }
  // npm runs commands in the package's folder, but a relative path is meant from where the person typed the command.
  const file = resolve(process.env.INIT_CWD ?? '.', stated)
  const config = loadConfig(process.env)
  if (config.hosted !== null) {
    throw new Refusal(`Los datos están en ${config.hosted.url}: usa sus copias de seguridad.`)
  }
  // Progress goes to stderr, so that another program can read the result from stdout.
  const progress = (line: string) => process.stderr.write(`${line}\n`)
  if (name === 'restore') return restoreCommand(config, file, progress)
  return keep === undefined
    ? backupCommand(config, file, force, progress)
    : backupIntoFolder(config, file, Number(keep), progress)
}

async function securityLog(rest: string[], last = '50'): Promise<string> {
  if (rest.length > 0) throw new UsageError(`«security-log» espera solo la orden.\n\n${HELP}`)
  if (!/^[1-9]\d{0,4}$/.test(last))
    throw new UsageError(`--last=${last} no vale: son las líneas que se muestran.`)
  const config = loadConfig(process.env)
  if (config.hosted !== null)
    throw new Refusal(`Las cuentas están en ${config.hosted.url}: mira su registro.`)
  const db = await openAdminDatabase(config)
  try {
    return securityLogText(await lastEvents(db.pool, Number(last)))
  } finally {
    await db.close()
  }
}

async function takeOver(rest: string[], { yes }: Options): Promise<string> {
  if (rest.length > 0 || !yes) {
    throw new UsageError(
      'Con otros secretos se cierran todas las sesiones y no valen los segundos factores: confirma con «take-over --yes».',
    )
  }
  const config = loadConfig(process.env)
  if (config.hosted !== null) throw new Refusal(`Los datos están en ${config.hosted.url}.`)
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
  const config = loadConfig(process.env)
  if (config.hosted !== null) throw new Refusal(`Las claves son las de ${config.hosted.url}.`)
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
  const config = loadConfig(process.env)
  if (config.hosted !== null) throw new Refusal(`Las claves son las de ${config.hosted.url}.`)
  const both = !anon && !service && !sessions
  const db = await openAdminDatabase(config)
  try {
    const rotation = { anon: anon || both, service: service || both, sessions }
    return keysText(await rotateKeys(db.pool, config, rotation), config)
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

/** Says in Spanish, for whoever typed the command, what the API refuses in English. */
function messageOf(error: Error): string {
  if (!(error instanceof HttpError)) return error.message
  if (error.code === 'email_exists') return 'Ya hay una cuenta con ese email.'
  if (error.code === 'over_email_send_rate_limit') return 'Demasiados emails por ahora: prueba más tarde.'
  if (error.code === 'weak_password') return weaknessOf(error)
  if (error.message.startsWith('Password'))
    return 'La contraseña es demasiado larga: 72 caracteres como mucho.'
  return error.code === 'validation_failed' ? 'Ese email no vale.' : `El servidor responde: ${error.message}`
}

function weaknessOf(error: HttpError): string {
  return error.message.includes('easy to guess')
    ? 'La contraseña es demasiado fácil de adivinar.'
    : 'La contraseña es demasiado corta.'
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runCli(process.argv.slice(2))
