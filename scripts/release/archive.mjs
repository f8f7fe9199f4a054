import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fail, run } from '../run.mjs'

/**
 * Packs a folder so that the same files come to the same bytes: sorted, of one owner and one time, and without the name
 * and the moment that gzip would note.
 * @param {string} folder
 * @param {string} file
 * @param {number} epoch The time in seconds.
 */
export async function packFolder(folder, file, epoch) {
  const pack =
    'tar --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mtime="@$3" -C "$1" -cf - "$2" | gzip -n > "$0"'
  const code = await run('sh', ['-c', pack, file, dirname(folder), basename(folder), String(epoch)])
  if (code !== 0) fail(`No se ha podido hacer ${file}.`)
}

/**
 * Writes SHA256SUMS of the files of a folder, as `sha256sum --check` reads it.
 * @param {string} folder
 */
export function writeChecksums(folder) {
  const files = readdirSync(folder).filter(
    (name) => name !== 'SHA256SUMS' && lstatSync(join(folder, name)).isFile(),
  )
  const lines = files.sort().map((name) => `${checksumOf(join(folder, name))}  ${name}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
}

/** @param {string} file */
export function checksumOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
