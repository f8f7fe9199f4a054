import { chmod, lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { UpgradeFailed } from '../../db/database-away.ts'
import type { BeforeUpgrade } from '../../db/open.ts'
import type { Config } from '../../settings/config.ts'
import { makeFolders } from '../../settings/data-dir.ts'
import { backup } from './backup.ts'
import { isBackup } from './backup-file.ts'

/** What a copy that was made before an upgrade is called: by the upgrade, so that a start in a loop makes one. */
const NAME = /^nana-antes-de-[\w-]+\.copia$/
const KEEP_DAYS = 30
const DAY_MS = 86_400_000

/** Where copies are made before an upgrade: the first of these that is set. */
function upgradeFolders({ copies, dataDir }: Config): string[] {
  return [...(copies.dir === null ? [] : [copies.dir]), join(dataDir, 'copies')]
}

/**
 * Opens the database by `open`, which is given what makes a copy first where migrations are to be applied to accounts.
 * When the upgrade fails nothing of it is left; it is said then, with the file of the copy.
 */
export async function withUpgradeCopy<T>(
  config: Config,
  signal: AbortSignal,
  open: (beforeUpgrade: BeforeUpgrade) => Promise<T>,
): Promise<T> {
  const waiting: string[] = []
  try {
    return await open(async (owner, pending) => {
      waiting.push(await copyBefore(config, owner, pending.at(-1) ?? '', signal))
      return () => void waiting.pop()
    })
  } catch (error) {
    const file = waiting.at(-1)
    if (file === undefined || !(error instanceof Error)) throw error
    throw new UpgradeFailed(
      `${error.message}\nLa base de datos ha quedado como estaba: la versión anterior puede seguir con ella. La copia de antes está en ${file}.`,
      { cause: error },
    )
  }
}

async function copyBefore(
  config: Config,
  owner: Parameters<BeforeUpgrade>[0],
  version: string,
  signal: AbortSignal,
): Promise<string> {
  const [folder = ''] = upgradeFolders(config)
  const file = join(folder, `nana-antes-de-${version.replace(/\W/g, '-')}.copia`)
  console.error(`Esta versión tiene que poner al día la base de datos. Antes se copia en ${file}.`)
  try {
    if (config.copies.dir === null) {
      makeFolders(folder)
      await chmod(folder, 0o700)
    }
    await backup(owner, file, () => undefined, { force: true, passphrase: config.backupPassphrase, signal })
    return file
  } catch (error) {
    if (!(error instanceof Error) || signal.aborted) throw error
    throw new UpgradeFailed(
      `No se pone al día la base de datos, porque antes no se ha podido copiar: ${error.message} No se ha cambiado nada. Con BACKUP_DIR se copia en otra carpeta.`,
      { cause: error },
    )
  }
}

/**
 * Deletes copies that were made before an upgrade a month ago: families that have left since are in them. BACKUP_DIR
 * may have been set only after one was made.
 */
export async function deleteOldUpgradeCopies(config: Config, now: Date): Promise<void> {
  const inFolder = async (folder: string) =>
    (await readdir(folder).catch(() => []))
      .filter((name) => NAME.test(name))
      .map((name) => join(folder, name))
  for (const file of (await Promise.all(upgradeFolders(config).map(inFolder))).flat()) {
    const { mtimeMs } = await lstat(file)
    if (now.getTime() - mtimeMs > KEEP_DAYS * DAY_MS && (await isBackup(file))) await rm(file)
  }
}
