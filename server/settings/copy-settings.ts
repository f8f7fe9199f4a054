import { statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { ConfigError, type Environment, integer, text } from './environment.ts'

/** When the server makes copies by itself, and where. */
export interface CopySettings {
  /** The absolute path of the folder. Null means that the server makes none by itself. */
  dir: string | null
  /** The time of day, by the server's own clock. */
  at: { hour: number; minute: number }
  /** How many are kept. */
  keep: number
}

/** Reads BACKUP_DIR, BACKUP_AT and BACKUP_KEEP. `isHosted` says that the data are another project's. */
export function loadCopySettings(env: Environment, dataDir: string, isHosted: boolean): CopySettings {
  const dir = text(env, 'BACKUP_DIR')
  for (const name of ['BACKUP_AT', 'BACKUP_KEEP']) {
    if (dir === null && text(env, name) !== null) throw new ConfigError(`${name} no vale sin BACKUP_DIR.`)
  }
  if (dir !== null && isHosted) {
    throw new ConfigError(
      'BACKUP_DIR no vale con SUPABASE_URL: los datos son de ese proyecto, que hace sus copias.',
    )
  }
  return {
    dir: dir === null ? null : copyFolder(resolve(dir), dataDir),
    at: timeOfDay(env),
    keep: integer(env, 'BACKUP_KEEP', 14, 1, 9999),
  }
}

function copyFolder(dir: string, dataDir: string): string {
  // Whatever takes the data folder away would take its copies along.
  if (!relative(dataDir, dir).startsWith('..')) {
    throw new ConfigError(
      `BACKUP_DIR=${dir} no vale: está dentro de DATA_DIR. Elige una carpeta en otro disco.`,
    )
  }
  // One that is missing may be on a disk that is away, which is no reason not to serve families.
  if (isOther(dir)) throw new ConfigError(`BACKUP_DIR=${dir} no vale: no es una carpeta.`)
  return dir
}

function isOther(dir: string): boolean {
  try {
    return statSync(dir, { throwIfNoEntry: false })?.isDirectory() === false
  } catch (error) {
    throw new ConfigError(`BACKUP_DIR=${dir} no vale: no se puede llegar hasta ahí.`, { cause: error })
  }
}

function timeOfDay(env: Environment): CopySettings['at'] {
  const value = text(env, 'BACKUP_AT') ?? '04:00'
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value) ?? []
  if (hour !== undefined && minute !== undefined) return { hour: Number(hour), minute: Number(minute) }
  throw new ConfigError(`BACKUP_AT=${value} no vale: escribe una hora del día, como 04:00.`)
}
