import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { openAdminDatabase } from '../../db/admin-database.ts'
import type { Database } from '../../db/open.ts'
import { recordEvent } from '../../log/security-events.ts'
import type { Config } from '../../settings/config.ts'
import { SECRETS_NAME, secretsFile } from '../../settings/data-dir.ts'
import { Refusal } from '../accounts.ts'
import { readEnded } from '../ended-accesses.ts'
import { readErased } from '../erased-accounts.ts'
import { longDate } from '../family-text.ts'
import { backup } from './backup.ts'
import { openBackup } from './backup-file.ts'
import { backupName, deleteOlderBackups, prepareTarget } from './backup-target.ts'
import { type DoneAgain, noteRestore, refuseNewer, restore, UnsureRestore } from './restore.ts'
import { lastVerifiedCopy, noteVerifiedCopy } from './verified-copy.ts'
import { type Verified, verify } from './verify.ts'

type Progress = (line: string) => void

/** Writes a backup of everything and answers what to tell whoever asked for it. */
export function backupCommand(
  config: Config,
  file: string,
  force: boolean,
  progress: Progress,
): Promise<string> {
  return untilTold('Interrumpido: no se ha hecho ninguna copia.', async (signal) => {
    // A name that can't be used is told before a database is started.
    await prepareTarget(file, force)
    const rows = await withDatabase(config, { signal }, async (db) => {
      const done = await backup(db.pool, file, progress, {
        force,
        passphrase: config.backupPassphrase,
        signal,
      })
      await recordOrSay(db, 'backup', progress)
      return done
    })
    return `Copia hecha: ${file} (${rows} filas).\n${alsoKept(config)}`
  })
}

/** The lists grow each day. */
function alsoKept({ dataDir }: Config): string {
  return `Guarda también ${secretsFile(dataDir)}: sin él no valen los segundos factores. Y cada día, de la misma carpeta, erased-accounts.json y ended-accesses.json (los que haya): sin ellos, restaurar una copia devuelve lo que se borró o se quitó después.`
}

/** Makes a backup in `folder`, and then deletes the oldest of those made so, until `keep` are left with the new one. */
export async function backupIntoFolder(
  config: Config,
  folder: string,
  keep: number,
  progress: Progress,
): Promise<string> {
  const made = backupName(new Date())
  const said = await backupCommand(config, join(folder, made), false, progress)
  // Only a backup that is whole takes the place of an older one: until then nothing is deleted.
  const deleted = await deleteOlderBackups(folder, made, keep - 1, progress)
  return deleted === 0 ? said : `${said}\nCopias más viejas borradas: ${deleted}.`
}

/** Brings a backup back and answers what to tell whoever asked for it. */
export function restoreCommand(config: Config, file: string, progress: Progress): Promise<string> {
  return untilTold(
    'Interrumpido: no se ha restaurado nada.',
    (signal) =>
      restoring(config, file, progress, signal).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        throw new Refusal(`${error.message} No se ha restaurado nada.`, { cause: error.cause })
      }),
    (error) => error instanceof UnsureRestore,
  )
}

async function restoring(
  config: Config,
  file: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<string> {
  // A damaged backup is told before a database is started, which could be the first start of a new folder.
  const backup = await openBackup(file, config.backupPassphrase)
  try {
    if (config.backupPassphrase !== null && !backup.isSealed) {
      progress('Aviso: esta copia no está cifrada, así que cualquiera ha podido cambiarla.')
    }
    await refuseNewer(backup.head)
    sayMissing(config, BROUGHT_ALONG, BRING_IT_FIRST, progress)
    return await withDatabase(config, { signal, mayMake: true }, async (db) => {
      const lists = await readLists(config)
      const { at, rows, ...doneAgain } = await restore(db.pool, backup, progress, { signal, ...lists })
      sayAgain(doneAgain, progress)
      await recordOrSay(db, 'restore', progress)
      return `Copia del ${longDate(at)} restaurada: ${rows} filas.`
    })
  } finally {
    await backup.close()
  }
}

/** What was done since, and what comes back without it. A folder that has nothing to list has no list. */
const LISTS = {
  'erased-accounts.json': 'vuelven las cuentas que se borraron después de la copia',
  'ended-accesses.json': 'vuelven los accesos que se quitaron después de la copia',
}
/** What no copy has, and what a restore does without it. */
const BROUGHT_ALONG = { [SECRETS_NAME]: 'no valen los segundos factores', ...LISTS }

const BRING_IT_FIRST = 'Si la copia es de otra carpeta y allí está, tráelo antes de restaurar'
const BRING_IT_AND_REPEAT = 'Si lo había, tráelo y repite la orden'

/** A new folder, as after a disaster, on another machine or with an older version, begins with none of these. */
function sayMissing(
  { dataDir }: Config,
  wanted: Record<string, string>,
  bringIt: string,
  progress: Progress,
): void {
  for (const [name, without] of Object.entries(wanted)) {
    if (existsSync(join(dataDir, name))) continue
    progress(`Aviso: en DATA_DIR=${dataDir} no está ${name}. ${bringIt}: sin él ${without}.`)
  }
}

const readLists = async ({ dataDir }: Config) => ({
  erased: await readErased(dataDir),
  ended: await readEnded(dataDir),
})

function sayAgain({ erased, ended }: DoneAgain, progress: Progress): void {
  if (erased > 0) progress(`Cuentas borradas después de la copia, y borradas otra vez: ${erased}`)
  if (ended > 0) progress(`Accesos quitados o recortados después de la copia, y otra vez ahora: ${ended}`)
}

/**
 * Notes for the phones that the database was brought back in another way than by `restore`, and does again what the
 * lists beside it say was done since. `late`: people have written to it since.
 */
export function noteRestoreCommand(config: Config, late: boolean, progress: Progress): Promise<string> {
  return untilTold('Interrumpido: no se ha apuntado nada.', (signal) =>
    withDatabase(config, { signal }, async (db) => {
      sayMissing(config, LISTS, BRING_IT_AND_REPEAT, progress)
      const lists = await readLists(config)
      sayAgain(await noteRestore(db.pool, lists, late), progress)
      await recordOrSay(db, 'note-restore', progress)
      return 'Apuntado: los móviles de las familias devolverán lo que falta en cuanto se abran con conexión.'
    }),
  )
}

/** Tries whether a backup could be brought back, and answers what to tell whoever asked for it. */
export function verifyCommand(config: Config, file: string, progress: Progress): Promise<string> {
  return untilTold('Interrumpido: no se ha comprobado la copia.', async (signal) => {
    const found = await verify(file, config.backupPassphrase, progress, signal)
    return `${verifiedText(file, found)}\n${await noteInBackupDir(config, file, found)}`
  })
}

/**
 * Whoever watches the server is told of the last good copy in BACKUP_DIR, which may be this one. Answers whether it is,
 * in Spanish.
 */
async function noteInBackupDir({ copies }: Config, file: string, found: Verified): Promise<string> {
  const folder = await realpath(copies.dir ?? '').catch(() => null)
  if (copies.dir === null || folder !== (await realpath(dirname(file)))) {
    return 'No cuenta como la última buena: no está en BACKUP_DIR.'
  }
  const last = await lastVerifiedCopy({ copies })
  const lastAt = Date.parse(last?.madeAt ?? '')
  // One of a day to come was made by a clock that was ahead.
  const isLater = lastAt > Date.parse(found.at) && lastAt <= Date.now()
  if (last !== null && isLater && existsSync(join(copies.dir, basename(last.file)))) {
    return `No cuenta como la última buena: ${last.file} es posterior.`
  }
  try {
    await noteVerifiedCopy(join(copies.dir, basename(file)), found)
    return `Queda apuntada como la última buena en ${copies.dir}.`
  } catch (error) {
    return `No cuenta como la última buena: no se ha podido apuntar en ${copies.dir} (${reasonOf(error)}).`
  }
}

const NUMBER = new Intl.NumberFormat('es', { useGrouping: 'always' })

function verifiedText(file: string, { at, isSealed, bytes, ...found }: Verified): string {
  const [rows, accounts, records, left] = [found.rows, found.accounts, found.records, found.leftOut].map(
    (count) => NUMBER.format(count),
  )
  const sealed = isSealed ? 'cifrada' : 'sin cifrar'
  const without = found.leftOut === 0 ? '' : ` Otras ${left}, de sesiones y enlaces, no se restauran nunca.`
  return `La copia vale: ${file}
Hecha el ${longDate(at)}, a las ${at.slice(11, 16)} UTC; ${sealed}; ${NUMBER.format(Math.ceil(bytes / 1024))} KB.
Cuentas: ${accounts}
Registros de sueño: ${records}
Filas: ${rows}, todas las que dice el fichero.${without}`
}

async function withDatabase<T>(
  config: Config,
  options: { signal: AbortSignal; mayMake?: boolean },
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openAdminDatabase(config, options)
  try {
    options.signal.throwIfAborted()
    return await work(db)
  } finally {
    await db.close()
  }
}

/** What was done stays done when it can't be written down: a failure would say that there is no backup. */
async function recordOrSay({ pool }: Database, command: string, progress: Progress): Promise<void> {
  try {
    await recordEvent(pool, 'command', null, command)
  } catch (error) {
    progress(`Aviso: no se ha podido apuntar en el registro de seguridad: ${reasonOf(error)}`)
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Ends the work in good order, with nothing half done left behind, when the process is told to end. That is `said`
 * then, unless the error says more than it.
 */
async function untilTold<T>(
  said: string,
  work: (signal: AbortSignal) => Promise<T>,
  saysMore: (error: unknown) => boolean = () => false,
): Promise<T> {
  const ending = new AbortController()
  const end = () => ending.abort(new Refusal(said))
  for (const name of SIGNALS) process.on(name, end)
  try {
    return await work(ending.signal)
  } catch (error) {
    if (!saysMore(error)) ending.signal.throwIfAborted()
    throw error
  } finally {
    for (const name of SIGNALS) process.off(name, end)
  }
}
