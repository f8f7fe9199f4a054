import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { ROOT } from '../run.mjs'
import { markPage } from './mark-page.mjs'

/** The app asks for these files while it runs. Other icons are fetched by the system when it installs the app. */
const PRECACHED = /^\/(?:assets\/.+|[^/]+\.svg|icons\/icon\.svg)$/

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
      .map(({ path, address }) => [address, `sha256-${sha256(readFileSync(path))}`]),
  )
  const worker = readFileSync(join(ROOT, 'app/sw.ts'))
  const version = markPage(join(folder, 'index.html'), JSON.stringify(files) + worker)
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

/** @param {Buffer} content */
function sha256(content) {
  return createHash('sha256').update(content).digest('base64')
}
