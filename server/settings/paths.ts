import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Where Debian's package of this app lies, and where the archive does as a service. Both have a command of their own
 * for the administrator, with the service's settings, and need no npm.
 */
const SERVICE_HOME = /^\/(usr\/lib|opt)\/nana(-[^/]+)?$/

/**
 * The package's folder. It is looked for upwards, because the compiled server lies two folders deeper than the source.
 */
export const PACKAGE_ROOT = nearestPackage(dirname(fileURLToPath(import.meta.url)))

/** What an administrator's command begins with on this machine. */
export const ADMIN_COMMAND = adminCommandAt(PACKAGE_ROOT)

export function adminCommandAt(packageRoot: string): string {
  return SERVICE_HOME.test(packageRoot) ? 'nana-admin' : 'npm run admin --'
}

function nearestPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder)
    throw new Error('Este archivo está fuera de su paquete: no hay ningún package.json por encima.')
  return nearestPackage(parent)
}
