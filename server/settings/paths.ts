import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where it is linked for the archive as a service, and where Debian's package has it, as a shell looks for it. */
const COMMANDS = ['/usr/local/bin/nana-admin', '/usr/bin/nana-admin']

/**
 * The package's folder. It is looked for upwards, because the compiled server lies two folders deeper than the source.
 */
export const PACKAGE_ROOT = nearestPackage(dirname(fileURLToPath(import.meta.url)))

/** What an administrator's command begins with on this machine. */
export const ADMIN_COMMAND = adminCommandAt(PACKAGE_ROOT)

/** The service's command has the service's settings and needs no npm. It is a link to a file of the program it runs. */
export function adminCommandAt(packageRoot: string, commands: readonly string[] = COMMANDS): string {
  const own = join(packageRoot, 'deploy/systemd/nana-admin')
  const first = commands.find(existsSync)
  return first !== undefined && realpathSync(first) === own ? 'nana-admin' : 'npm run admin --'
}

function nearestPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder)
    throw new Error('Este archivo está fuera de su paquete: no hay ningún package.json por encima.')
  return nearestPackage(parent)
}
