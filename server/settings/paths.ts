import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The package's folder. It is looked for upwards, because the compiled server lies two folders deeper than the source.
 */
export const PACKAGE_ROOT = nearestPackage(dirname(fileURLToPath(import.meta.url)))

function nearestPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder)
    throw new Error('Este archivo está fuera de su paquete: no hay ningún package.json por encima.')
  return nearestPackage(parent)
}
