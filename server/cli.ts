import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { createUser } from './auth/accounts.ts'
import { parseEmail } from './auth/addresses.ts'
import {
  deleteAccount,
  disableAccount,
  enableAccount,
  listAccounts,
  resetPassword,
} from './auth/administer.ts'
import { refuseUnfitPassword } from './auth/passwords.ts'
import { type Config, loadConfig } from './config.ts'
import { openAdminDatabase } from './db/admin-database.ts'
import { HttpError } from './errors.ts'
import { readablePassword } from './readable-password.ts'
import { loadSecrets } from './secrets.ts'

const HELP = `Uso: npm run admin -- ORDEN

  create-user EMAIL [--password CLAVE]     Crea una cuenta. Sin --password inventa una contraseña y la muestra.
  list-users                               Lista las cuentas.
  reset-password EMAIL [--password CLAVE]  Cambia la contraseña y cierra todas sus sesiones.
  disable-user EMAIL                       Desactiva la cuenta: no puede entrar ni seguir dentro.
  enable-user EMAIL                        Vuelve a activarla.
  delete-user EMAIL [--yes]                Borra la cuenta y todos sus registros. Pide confirmación, o --yes.
  keys                                     Muestra las claves de la API en JSON.

Funciona con el servidor en marcha y sin él. Usa los mismos ajustes: DATA_DIR, DATABASE_URL…
`

/** Written wrong: exit code 2. What can't be done: exit code 1. */
class UsageError extends Error {}
class Refusal extends Error {}

interface Request {
  email: string
  password: string | null
  yes: boolean
}

interface Command {
  takesEmail: boolean
  run(pool: pg.Pool, request: Request): Promise<string>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  'create-user': {
    takesEmail: true,
    async run(pool, { email, password }) {
      const chosen = password ?? readablePassword()
      await createUser(pool, { email, password: chosen })
      return `Cuenta creada: ${email}${shown(password, chosen)}`
    },
  },
  'list-users': { takesEmail: false, run: async (pool) => accountTable(await listAccounts(pool)) },
  'reset-password': {
    takesEmail: true,
    async run(pool, { email, password }) {
      const chosen = password ?? readablePassword()
      mustExist(await resetPassword(pool, email, chosen), email)
      return `Contraseña cambiada: ${email}${shown(password, chosen)}`
    },
  },
  'disable-user': {
    takesEmail: true,
    async run(pool, { email }) {
      mustExist(await disableAccount(pool, email), email)
      return `Cuenta desactivada: ${email}`
    },
  },
  'enable-user': {
    takesEmail: true,
    async run(pool, { email }) {
      mustExist(await enableAccount(pool, email), email)
      return `Cuenta activada: ${email}`
    },
  },
  'delete-user': {
    takesEmail: true,
    async run(pool, { email, yes }) {
      if (!yes) await confirmDeletion(email)
      mustExist(await deleteAccount(pool, email), email)
      return `Cuenta borrada con todos sus registros: ${email}`
    },
  },
}

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
  const [name, email, ...rest] = positionals
  if (values.help || name === undefined || name === 'help') return HELP
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined && name !== 'keys')
    throw new UsageError(`No existe la orden «${name}».\n\n${HELP}`)
  if (rest.length > 0 || (email !== undefined) !== (command?.takesEmail ?? false)) {
    throw new UsageError(`«${name}» espera ${command?.takesEmail ? 'un email' : 'solo la orden'}.\n\n${HELP}`)
  }
  const config = loadConfig(process.env)
  if (config.hosted !== null) {
    throw new Refusal(`Las cuentas están en ${config.hosted.url} y se administran allí.`)
  }
  if (command === undefined) return keys(config)
  const password = values.password ?? null
  if (password !== null) refuseUnfitPassword(password, config, email ?? '')
  const request = { email: email === undefined ? '' : parseEmail(email), password, yes: values.yes }
  const db = await openAdminDatabase(config)
  try {
    return await command.run(db.pool, request)
  } finally {
    await db.close()
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        password: { type: 'string' },
        yes: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch {
    throw new UsageError(`No entiendo «${args.join(' ')}».\n\n${HELP}`)
  }
}

async function keys(config: Config): Promise<string> {
  const { anonKey, serviceKey } = await loadSecrets(config)
  return JSON.stringify({ anon_key: anonKey, service_key: serviceKey, url: config.siteUrl }, null, 2)
}

/** A password that was given is known, and needs not stand on the screen. */
function shown(given: string | null, password: string): string {
  return given === null ? `\nContraseña: ${password}` : ''
}

function mustExist(found: boolean, email: string): void {
  if (!found) throw new Refusal(`No hay ninguna cuenta con el email ${email}.`)
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

function accountTable(accounts: Awaited<ReturnType<typeof listAccounts>>): string {
  if (accounts.length === 0) return 'No hay cuentas.'
  const rows = accounts.map(({ email, created_at, last_sign_in_at, disabled }) => [
    email,
    created_at.slice(0, 10),
    last_sign_in_at?.slice(0, 10) ?? 'nunca',
    disabled ? 'desactivada' : 'activa',
  ])
  const table = [['EMAIL', 'CREADA', 'ÚLTIMA ENTRADA', 'ESTADO'], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The refusals of the wire, in the words of whoever types here. */
function messageOf(error: Error): string {
  if (!(error instanceof HttpError)) return error.message
  if (error.code === 'email_exists') return 'Ya hay una cuenta con ese email.'
  if (error.code === 'weak_password') return 'La contraseña es demasiado corta.'
  if (error.message.startsWith('Password'))
    return 'La contraseña es demasiado larga: 72 caracteres como mucho.'
  return 'Ese email no vale.'
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runCli(process.argv.slice(2))
