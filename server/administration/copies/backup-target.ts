import { createHash, randomBytes } from 'node:crypto'
import { link, lstat, readdir, rename, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { thisUser } from '../../db/database-user.ts'
import { isLeftBehind } from '../../db/embedded-cluster.ts'
import { Refusal } from '../accounts.ts'
import { isBackup } from './backup-file.ts'

/** Where a backup is written: into a draft, which gets the backup's name only when it is whole. */
export interface BackupTarget {
  draft: string
  /** Gives the draft its name. */
  keep(): Promise<void>
  /** Removes the draft, if it is still there. */
  remove(): Promise<void>
  /** Turns an error of the system into a sentence about the file. */
  explained(error: unknown): unknown
}

/** Throws a Refusal when the backup can't have this name. Also removes the drafts of backups that were killed. */
export async function prepareTarget(file: string, force: boolean): Promise<BackupTarget> {
  try {
    await refuseTaken(file, force)
    await removeStaleDrafts(dirname(file))
  } catch (error) {
    throw explained(error, file)
  }
  const draft = join(
    dirname(file),
    `${basename(file)}${DRAFT}${process.pid}-${randomBytes(4).toString('hex')}`,
  )
  return {
    draft,
    keep: async () => {
      // Somebody else may have made a file of that name meanwhile.
      await refuseTaken(file, force)
      await (force ? rename(draft, file) : linkUnlessThere(draft, file))
    },
    remove: () => rm(draft, { force: true }),
    explained: (error) => explained(error, file),
  }
}

async function refuseTaken(file: string, force: boolean): Promise<void> {
  // A link isn't followed: replacing it would take away the link and leave what it leads to.
  const found = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  if (found === null) return
  if (found.isDirectory()) {
    throw new Refusal(`${file} es una carpeta: añade --keep N, o el nombre del fichero que se hará en ella.`)
  }
  if (!found.isFile()) throw new Refusal(`${file} no es un fichero normal: elige otro nombre para la copia.`)
  if (!force) throw new Refusal(`Ya existe ${file}: elige otro nombre, o añade --force para reemplazarlo.`)
}

/** Linking fails where a file of that name came up at the last moment, whereas renaming would replace it. */
async function linkUnlessThere(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file)
  } catch (error) {
    // Some file systems, as those of memory sticks, know no second name for a file.
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) throw error
    await rename(draft, file)
  }
}

/** What backups that are made into a folder are called, by their moment in UTC, so that their names sort by age. */
export const COPY_NAME = /^nana-\d{4}-\d\d-\d\d-\d{6}\.copia$/

export function backupName(now: Date): string {
  const [day = '', time = ''] = now.toISOString().split('T')
  return `nana-${day}-${time.slice(0, 8).replaceAll(':', '')}.copia`
}

const DAY_MS = 86_400_000
const MONTH_MS = 31 * DAY_MS

/**
 * Deletes the oldest of the backups in `folder` that have such a name, until `keep` are left besides the one just made.
 * One of more than a month to come counts as the oldest: it was made while the clock was ahead, and would keep its
 * place till then. Of fewer days it may as well be the clock of now that is behind.
 * `spared` stays in any case: a name, or null.
 * Nothing is deleted but plain files that begin as backups do. Answers how many are gone.
 */
export async function deleteOlderBackups(
  folder: string,
  made: string,
  keep: number,
  progress: (line: string) => void,
  spared: string | null = null,
): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && COPY_NAME.test(entry.name))
    .map(({ name }) => name)
  const farAhead = backupName(new Date(Date.now() + MONTH_MS))
  const byAge = names.sort().reverse()
  const newestFirst = [
    ...byAge.filter((name) => name <= farAhead),
    ...byAge.filter((name) => name > farAhead),
  ]
  const backups: string[] = []
  for (const name of newestFirst) {
    if (name !== made && (await isBackup(join(folder, name)))) backups.push(join(folder, name))
  }
  let deleted = 0
  for (const file of backups.slice(keep)) {
    if (basename(file) === spared) continue
    try {
      await rm(file)
      deleted += 1
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      progress(`Aviso: no se ha podido borrar ${file}: ${reason}`)
    }
  }
  return deleted
}

/** A folder may be shared with other machines, where the same process id is another process. */
export const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const DRAFT = `.nana-draft-${MACHINE}-`
const ANY_DRAFT = /\.nana-draft-([0-9a-f]{8})-(\d+)-[0-9a-f]{8}$/
/** No machine writes a copy for so long without a byte of it. A container may have another name each time. */
const OTHERS_STALE_AFTER_MS = DAY_MS

async function removeStaleDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, machine, pid] = ANY_DRAFT.exec(name) ?? []
    if (machine === undefined) continue
    const draft = join(folder, name)
    const isStale = machine === MACHINE ? await isLeftBehind(draft, Number(pid)) : await isOld(draft)
    if (isStale) await rm(draft, { force: true })
  }
}

async function isOld(draft: string): Promise<boolean> {
  const found = await lstat(draft).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > OTHERS_STALE_AFTER_MS
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no existe la carpeta',
  ENOTDIR: 'no existe la carpeta',
  EROFS: 'ahí no se puede escribir: el disco es de solo lectura, o systemd no deja (ReadWritePaths=)',
  ENOSPC: 'no queda espacio en el disco',
  EDQUOT: 'no queda espacio en el disco',
  EFBIG: 'ahí no cabe un fichero tan grande',
  EEXIST: 'ya existe',
}

function explained(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isDenied = code === 'EACCES' || code === 'EPERM'
  // The package's command works as the server's user, also where root has typed it.
  const reason = isDenied ? `el usuario «${thisUser()}» no tiene permiso para escribir ahí` : REASONS[code]
  return reason ? new Refusal(`No se puede escribir ${file}: ${reason}.`, { cause: error }) : error
}
