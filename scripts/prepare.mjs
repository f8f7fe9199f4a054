import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, mustRun, ROOT, say } from './run.mjs'

const LOCK_STAMP = join(ROOT, 'node_modules/.nana-lock')
const BUILD_STAMP = join(ROOT, 'dist/.built-from')
const BUILD_INPUTS = [
  'app',
  'core',
  'demo',
  'server',
  'package-lock.json',
  'scripts',
  'tsconfig.base.json',
  'vite.config.ts',
]

/** Installs the packages of the lockfile, unless exactly these are there. */
export async function install() {
  checkNode()
  await unlessStamped(LOCK_STAMP, hashOf(['package-lock.json']), async () => {
    say('Instalando paquetes (npm ci)…')
    await mustRun('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  })
}

/** Compiles server and app into dist/, unless dist/ was made from exactly these sources. */
export async function build() {
  await unlessStamped(BUILD_STAMP, hashOf(BUILD_INPUTS), compile)
}

async function compile() {
  await install()
  say('Compilando el servidor y la app…')
  const bin = (/** @type {string} */ name) => join(ROOT, 'node_modules/.bin', name)
  await mustRun(bin('tsc'), ['-b', 'core', 'server', 'demo'])
  await mustRun(bin('vite'), ['build', '--logLevel', 'warn'])
  await mustRun(bin('vite'), ['build', '--logLevel', 'warn', '--ssr', 'prerender.ts'])
  const { prerenderPage } = await import('./page/prerender.mjs')
  await prerenderPage()
  const { buildServiceWorker } = await import('./page/service-worker.mjs')
  await buildServiceWorker(join(ROOT, 'dist/app'))
  const { buildConsolePage } = await import('./page/console-page.mjs')
  await buildConsolePage(join(ROOT, 'dist/app/consola'))
  const { compressFolder } = await import('./page/compress.mjs')
  await compressFolder(join(ROOT, 'dist/app'))
}

/**
 * Does the work, unless the stamp says that what is there was made from exactly this. Work that breaks off leaves no
 * stamp, not even the one of before: some of what that was about has been written over.
 * @param {string} stamp
 * @param {string} wanted
 * @param {() => Promise<void>} work
 */
export async function unlessStamped(stamp, wanted, work) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  rmSync(stamp, { force: true })
  await work()
  writeFileSync(stamp, wanted)
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Nana necesita Node 20.19 o posterior; aquí hay ${process.versions.node}.`)
  }
}

/** @param {readonly string[]} paths */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) addToHash(hash, path)
  return hash.digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} path
 */
function addToHash(hash, path) {
  const full = join(ROOT, path)
  if (!statSync(full).isDirectory()) {
    if (!path.endsWith('.test.ts')) hash.update(path).update(readFileSync(full))
    return
  }
  for (const name of readdirSync(full).sort()) addToHash(hash, `${path}/${name}`)
}
