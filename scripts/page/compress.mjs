import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(html|js|css|svg|json|webmanifest|txt)$/

/**
 * Writes .br and .gz beside every text file, once, so that the server never compresses while it serves.
 * @param {string} folder
 * @returns {Promise<void>}
 */
export async function compressFolder(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await compressFolder(path)
    else if (COMPRESSIBLE.test(entry.name)) await compressFile(path)
  }
}

/** @param {string} path */
async function compressFile(path) {
  const content = await readFile(path)
  const brotli = promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  })
  const gzipped = promisify(gzip)(content, { level: 9 })
  await Promise.all([writeFile(`${path}.br`, await brotli), writeFile(`${path}.gz`, await gzipped)])
}
