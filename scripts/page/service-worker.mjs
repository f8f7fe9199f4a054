import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { ROOT } from '../run.mjs'

/** The app asks for these files while it runs. Other icons are fetched by the system when it installs the app. */
const PRECACHED = /^\/(?:assets\/.+|[^/]+\.svg|icons\/icon\.svg)$/

const VERSION_PLACE = /(<meta name="build" content=")[^"]*(">)/

/**
 * Marks the page in `folder` with its version, and builds the worker that keeps exactly these files on the phone.
 * @param {string} folder
 */
export async function buildServiceWorker(folder) {
  const files = Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path, address: encodeURI(path.slice(join(folder).length).replaceAll('\\', '/')) }))
      .filter(({ address }) => PRECACHED.test(address))
      .sort((one, other) => (one.address < other.address ? -1 : 1))
      .map(({ path, address }) => [address, `sha256-${sha256(readFileSync(path)).toString('base64')}`]),
  )
  const page = join(folder, 'index.html')
  const html = readFileSync(page, 'utf8')
  const worker = readFileSync(join(ROOT, 'app/sw.ts'))
  if (!VERSION_PLACE.test(html)) throw new Error('La página no tiene sitio para su versión.')
  const unmarked = html.replace(VERSION_PLACE, '$1$2')
  const version = sha256(unmarked + JSON.stringify(files) + worker)
    .toString('hex')
    .slice(0, 16)
  writeFileSync(page, html.replace(VERSION_PLACE, `$1${version}$2`))
  await build({
    configFile: false,
    root: join(ROOT, 'app'),
    logLevel: 'warn',
    define: { BUILD: JSON.stringify({ version, files }) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(ROOT, 'app/sw.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
        checks: { pluginTimings: false },
      },
    },
  })
}

/** @param {string | Buffer} content */
function sha256(content) {
  return createHash('sha256').update(content).digest()
}
