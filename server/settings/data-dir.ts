import { existsSync, lchownSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const SECRETS_NAME = 'secrets.json'

/** The file of secrets that this server has made for itself. */
export function secretsFile(dataDir: string): string {
  return join(dataDir, SECRETS_NAME)
}

/**
 * Makes a folder and those missing above it, one by one, because Node's own recursion never ends below /proc. Where
 * root makes them they are root's, or `likeAbove` whose the folder above is.
 */
export function makeFolders(folder: string, { likeAbove = false } = {}): void {
  if (existsSync(folder)) return
  makeFolders(dirname(folder), { likeAbove })
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process that started at the same moment may have made the folder already.
    if (!existsSync(folder)) throw error
    return
  }
  const owner = likeAbove ? ownerAt(dirname(folder)) : null
  // Where somebody has put a link in its place meanwhile, what that leads to isn't given away.
  if (owner !== null) lchownSync(folder, owner.uid, owner.gid)
}

/**
 * Answers whose a file has to be that is made beside or in place of `path`, where an administrator makes it as root: it
 * has to stay the server's. Null where this process isn't root.
 */
export function ownerAt(path: string): { uid: number; gid: number } | null {
  return process.getuid?.() === 0 ? statSync(path) : null
}

const REASONS: Record<string, string> = {
  ENOSPC: 'no queda espacio en el disco',
  EACCES: 'no hay permiso para escribir ahí',
  EPERM: 'no hay permiso para cambiarla',
  EROFS: 'ahí no se puede escribir: el disco es de solo lectura, o systemd no deja (ReadWritePaths=)',
  ENOTDIR: 'no es una carpeta',
  EEXIST: 'no es una carpeta',
}

/**
 * Turns the system's error about a folder into one in Spanish for whoever chose it. Answers any other error unchanged.
 */
export function explainedFolder(error: unknown, dataDir: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const file = error instanceof Error && 'path' in error ? String(error.path) : dataDir
  const reason = code === 'EACCES' && file !== dataDir && existsSync(file) ? closedFile(file) : REASONS[code]
  return reason ? new Error(`DATA_DIR=${dataDir} no sirve: ${reason}.`, { cause: error }) : error
}

function closedFile(file: string): string {
  return statSync(file).uid === process.getuid?.()
    ? `no hay permiso para ${file}. Dáselo a su dueño con chmod u+rw`
    : `no hay permiso para ${file}, que es de otro usuario. Dáselo al del servidor con chown`
}
