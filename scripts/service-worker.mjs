import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { ROOT } from './run.mjs'

/** What the app asks for while it runs. Icons are the system's, which fetches them when it installs the app. */
const PRECACHED = /^\/(?:assets\/.+|[^/]+\.svg|icons\/icon\.svg)$/

const VERSION_PLACE = /(<meta name="build" content=")[^"]*(">)/

/** Marks the page in `folder` with its version, and builds the worker that keeps exactly these files on the phone. */
export async function buildServiceWorker(folder) {
  const files = Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [encodeURI(path.slice(join(folder).length).replaceAll('\\', '/')), path])
      .filter(([address]) => PRECACHED.test(address))
      .map(([address, file]) => [address, `sha256-${sha256(readFileSync(file)).toString('base64')}`])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
  const page = join(folder, 'index.html')
  const html = readFileSync(page, 'utf8')
  const worker = readFileSync(join(ROOT, 'app/sw.ts'))
  if (!VERSION_PLACE.test(html)) throw new Error('The page has no place for its version.')
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

function sha256(content) {
  return createHash('sha256').update(content).digest()
}
