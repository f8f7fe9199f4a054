import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

const VERSION_PLACE = /(<meta name="build" content=")[^"]*(">)/

/**
 * Writes its version into a page, and returns it. The page names its files by what is in them.
 * @param {string} page
 * @param {string} [more] what else makes another version.
 */
export function markPage(page, more = '') {
  const html = readFileSync(page, 'utf8')
  if (!VERSION_PLACE.test(html)) throw new Error('La página no tiene sitio para su versión.')
  const unmarked = html.replace(VERSION_PLACE, '$1$2')
  const version = createHash('sha256')
    .update(unmarked + more)
    .digest('hex')
    .slice(0, 16)
  writeFileSync(page, html.replace(VERSION_PLACE, `$1${version}$2`))
  return version
}
