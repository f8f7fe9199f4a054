import { createHash } from 'node:crypto'
import { existsSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Config } from '../../settings/config.ts'
import { secretsFile } from '../../settings/data-dir.ts'
import { ConfigError } from '../../settings/environment.ts'
import { ADMIN_COMMAND, PACKAGE_ROOT } from '../../settings/paths.ts'
import { isBackup } from './backup-file.ts'
import { COPY_NAME } from './backup-target.ts'

/**
 * Throws when the embedded database is missing where there has been one: a disk that isn't mounted looks like a new
 * folder, and families would find it empty. That there was one is known by DATA_EXPECTED, by copies in BACKUP_DIR, and
 * by a note beside the place where the disk is mounted.
 */
export async function refuseMissingData(config: Config): Promise<void> {
  const { dataDir, databaseUrl, hosted } = config
  if (databaseUrl !== null || hosted !== null || existsSync(join(dataDir, 'database'))) return
  const sign = await signOfData(config)
  if (sign === null) return
  throw new ConfigError(
    `En DATA_DIR=${dataDir} no hay ninguna base de datos, y tendría que haberla (${sign}): ¿falta montar un disco? No se estrena otra, porque las familias la encontrarían vacía. Monta el disco, o devuelve una copia con «${ADMIN_COMMAND} restore FICHERO». Si quieres una vacía, arranca una vez con DATA_EXPECTED=off.`,
  )
}

/** Answers in Spanish by what it is known that there has been a database of ours; null: there may be none yet. */
export async function signOfData({ dataDir, dataExpected, copies }: Config): Promise<string | null> {
  if (dataExpected !== null) return dataExpected ? 'DATA_EXPECTED=on' : null
  const note = notesAbove(realOf(dataDir)).find((file) => existsSync(file))
  // A first start that was broken off has left its secrets, on a disk that is mounted.
  if (note !== undefined && !existsSync(secretsFile(dataDir))) return `lo dice ${note}`
  if (copies.dir === null) return null
  for (const name of await readdir(copies.dir).catch(() => [])) {
    if (COPY_NAME.test(name) && (await isBackup(join(copies.dir, name))))
      return `hay copias suyas en ${copies.dir}`
  }
  return null
}

/**
 * Where the data folder lies on a disk of its own, notes beside the place where that is mounted that there is one.
 * Answers in Spanish what to set where the note can't be written; null where all is well. `deviceOf` says on which
 * disk a file is.
 */
export function noteDataFolder(
  { dataDir, databaseUrl, hosted, dataExpected }: Config,
  deviceOf: (file: string) => number = (file) => statSync(file).dev,
): string | null {
  if (databaseUrl !== null || hosted !== null || dataExpected !== null) return null
  const real = realOf(dataDir)
  const mounted = mountOf(real, deviceOf)
  if (mounted === null) return null
  const note = noteBeside(mounted, real)
  if (existsSync(note)) return null
  try {
    writeFileSync(note, `${dataDir} tiene una base de datos de Nana: si falta, no se estrena otra.\n`)
    return null
  } catch {
    return `DATA_DIR=${dataDir} está en un disco aparte, montado en ${mounted}: pon DATA_EXPECTED=on, y un arranque sin ese disco no estrenará otra base de datos.`
  }
}

/**
 * Answers where the disk of a folder is mounted. Null for the system's own disk, for the program's, without which
 * nothing starts, and for what is thrown away anyway.
 */
function mountOf(folder: string, deviceOf: (file: string) => number): string | null {
  if (!relative(realpathSync(tmpdir()), folder).startsWith('..')) return null
  let place = existingPart(folder)
  const device = deviceOf(place)
  if (device === deviceOf(PACKAGE_ROOT)) return null
  while (place !== dirname(place) && deviceOf(dirname(place)) === device) place = dirname(place)
  return place === dirname(place) ? null : place
}

function existingPart(folder: string): string {
  return existsSync(folder) ? folder : existingPart(dirname(folder))
}

/** The folder without links on the way to it, whether it is there or not. */
function realOf(folder: string): string {
  const there = existingPart(folder)
  return join(realpathSync(there), relative(there, folder))
}

/** A note is called by its data folder, because a disk may have several. */
function noteBeside(folder: string, dataDir: string): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 8)
  return join(dirname(folder), `.nana-data-${name}`)
}

/** The disk may be mounted at the data folder, or at any above it. */
function notesAbove(dataDir: string, folder = dataDir): string[] {
  const above = dirname(folder)
  return above === folder ? [] : [noteBeside(folder, dataDir), ...notesAbove(dataDir, above)]
}
