import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Accounts, Refusal } from './administration/accounts.ts'
import { backup } from './administration/backup.ts'
import { ACCOUNT_COMMANDS, type AccountCommand } from './administration/commands.ts'
import { longDate } from './administration/family-text.ts'
import { openHostedAccounts } from './administration/hosted-accounts.ts'
import { openOwnAccounts } from './administration/own-accounts.ts'
import { restore } from './administration/restore.ts'
import { parseEmail } from './auth/addresses.ts'
import { refuseUnfitPassword } from './auth/passwords.ts'
import { type Config, loadConfig } from './config.ts'
import { openAdminDatabase } from './db/admin-database.ts'
import { HttpError } from './errors.ts'
import { loadSecrets } from './secrets.ts'

const HELP = `Uso: npm run admin -- ORDEN

  create-user EMAIL [--password CLAVE] [--trial DÍAS]
                                           Crea una cuenta y escribe qué enviar a la familia. Sin --password inventa una.
  invite EMAIL [--trial DÍAS]              Crea una cuenta y le envía un email para que elija su contraseña.
  extend EMAIL --trial DÍAS | --full       Alarga una prueba, o la convierte en una cuenta normal.
  list-users                               Lista las cuentas.
  reset-password EMAIL [--password CLAVE]  Cambia la contraseña y cierra todas sus sesiones.
  remove-second-factor EMAIL               Quita el segundo factor a quien ha perdido el móvil de los códigos.
  disable-user EMAIL                       Desactiva la cuenta: no puede entrar ni seguir dentro.
  enable-user EMAIL                        Vuelve a activarla.
  delete-user EMAIL [--yes]                Borra la cuenta y todos sus registros. Pide confirmación, o --yes.
  backup FICHERO                           Copia todos los datos en un fichero, también con el servidor en marcha.
  restore FICHERO                          Los devuelve a una base de datos vacía: todo o nada.
  keys                                     Muestra las claves de la API en JSON.

Funciona con el servidor en marcha y sin él. Usa los mismos ajustes: DATA_DIR, DATABASE_URL…
Con SUPABASE_URL y SUPABASE_SERVICE_KEY administra las cuentas de ese proyecto.
`

/** Written wrong: exit code 2. What can't be done: exit code 1. */
class UsageError extends Error {}

/** Runs one administrator's command and sets the exit code. */
export async function runCli(args: string[]): Promise<void> {
  try {
    console.log(await perform(args))
  } catch (error) {
    console.error(error instanceof Error ? messageOf(error) : error)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

async function perform(args: string[]): Promise<string> {
  const { values, positionals } = parse(args)
  const [name, ...rest] = positionals
  if (values.help || name === undefined || name === 'help') return HELP
  if (name === 'keys') return keys(rest)
  if (name === 'backup' || name === 'restore') return onFile(name, rest)
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
        full: { type: 'boolean', default: false },
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
  const password = options.password ?? null
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

/** Where the accounts are: in another project when one is set, else here. */
function administration(env: NodeJS.ProcessEnv): { config: Config; open: () => Promise<Accounts> } {
  const { SUPABASE_URL: url = '', SUPABASE_SERVICE_KEY: serviceKey = '', ...own } = env
  // The public key is for the app alone.
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

async function onFile(name: 'backup' | 'restore', rest: string[]): Promise<string> {
  const [stated] = rest
  if (stated === undefined || rest.length > 1) throw new UsageError(`«${name}» espera un fichero.\n\n${HELP}`)
  // npm runs commands in the package's folder; the file is meant from where the person is.
  const file = resolve(process.env.INIT_CWD ?? '.', stated)
  const config = loadConfig(process.env)
  if (config.hosted !== null) {
    throw new Refusal(`Los datos están en ${config.hosted.url}: usa sus copias de seguridad.`)
  }
  const db = await openAdminDatabase(config)
  // Apart from the result, so that it can be read by another program.
  const progress = (line: string) => process.stderr.write(`${line}\n`)
  try {
    if (name === 'backup') {
      const rows = await backup(db.pool, file, progress)
      return `Copia hecha: ${file} (${rows} filas).\nGuarda también ${join(config.dataDir, 'secrets.json')}: sin él se cierran las sesiones y no valen los segundos factores.`
    }
    const { at, rows } = await restore(db.pool, file, progress)
    return `Copia del ${longDate(at)} restaurada: ${rows} filas.`
  } finally {
    await db.close()
  }
}

async function keys(rest: string[]): Promise<string> {
  if (rest.length > 0) throw new UsageError(`«keys» espera solo la orden.\n\n${HELP}`)
  const config = loadConfig(process.env)
  if (config.hosted !== null) throw new Refusal(`Las claves son las de ${config.hosted.url}.`)
  const { anonKey, serviceKey } = await loadSecrets(config)
  return JSON.stringify({ anon_key: anonKey, service_key: serviceKey, url: config.siteUrl }, null, 2)
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

/** The refusals of the wire, in the words of whoever types here. */
function messageOf(error: Error): string {
  if (!(error instanceof HttpError)) return error.message
  if (error.code === 'email_exists') return 'Ya hay una cuenta con ese email.'
  if (error.code === 'over_email_send_rate_limit') return 'Demasiados emails por ahora: prueba más tarde.'
  if (error.code === 'weak_password') return weaknessOf(error)
  if (error.message.startsWith('Password'))
    return 'La contraseña es demasiado larga: 72 caracteres como mucho.'
  return error.code === 'validation_failed' ? 'Ese email no vale.' : error.message
}

function weaknessOf(error: HttpError): string {
  return error.message.includes('easy to guess')
    ? 'La contraseña es demasiado fácil de adivinar.'
    : 'La contraseña es demasiado corta.'
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runCli(process.argv.slice(2))
