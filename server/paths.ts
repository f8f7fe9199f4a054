import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The package's folder: the same from source and from the compiled server, which lies two folders deeper. */
export const PACKAGE_ROOT = nearestPackage(dirname(fileURLToPath(import.meta.url)))

function nearestPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('This file lies outside of its package: no package.json above it.')
  return nearestPackage(parent)
}
