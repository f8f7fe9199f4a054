import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { chooseBrowser, findPostgres15 } from './programs.mjs'
import { fail, mustRun, ROOT, run, say } from './run.mjs'

/**
 * These fonts stand in for ours until it is there (app/ui/style/fonts.css). A story for each leaves it as the only one
 * on the device.
 * @type {Readonly<Record<string, string>>}
 */
const FONTS = {
  'fonts-dejavu-core': '/usr/share/fonts/truetype/dejavu',
  'fonts-liberation': '/usr/share/fonts/truetype/liberation',
  'fonts-roboto-unhinted': '/usr/share/fonts/truetype/roboto',
  'fonts-noto-core': '/usr/share/fonts/truetype/noto',
}

/** These are the engines of other phones: Debian's packages for engine and driver, and a program to know them by. */
const ENGINES = {
  // The second package makes it write dates and times as a Spanish phone does.
  Firefox: { program: '/usr/bin/firefox-esr', packages: ['firefox-esr', 'firefox-esr-l10n-es-es'] },
  // gjs puts a window of a phone's size around the engine, and xvfb is a screen for that window.
  WebKit: {
    program: '/usr/bin/WebKitWebDriver',
    packages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'gjs', 'xvfb', 'xauth'],
  },
}

/**
 * These make many machines of one database and its servers: packages, and a file of each to know it by.
 */
const CLUSTER_PARTS = {
  'etcd-server': '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  // Patroni speaks with etcd by it, and could do with others' in its place.
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd',
  pgbouncer: '/usr/sbin/pgbouncer',
  haproxy: '/usr/sbin/haproxy',
}

/**
 * Resolves to the browser that the tests drive, and installs one where there is none. CHROMIUM_PATH wins over all.
 * @param {{ isWhole?: boolean }} [wish] `isWhole` asks for a browser that can do what one without a window can't.
 */
export async function findBrowser({ isWhole = false } = {}) {
  const choice = chooseBrowser(machine(), { named: process.env.CHROMIUM_PATH, isWhole })
  if ('missing' in choice) fail(`CHROMIUM_PATH dice «${choice.missing}», pero ahí no hay nada.`)
  if ('found' in choice) return choice.found
  if ('install' in choice) {
    await aptInstall(choice.install)
    return choice.as
  }
  const { chromium } = await import('@playwright/test')
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  say('Aquí no hay ningún Chromium: se descarga el de Playwright (unos 150 MB, una sola vez)…')
  await mustRun(join(ROOT, 'node_modules/.bin/playwright'), ['install', 'chromium'])
  return chromium.executablePath()
}

/**
 * Installs the browser's Spanish, which Debian keeps apart: without it the pictures show dates and times in English.
 * @param {string} browser
 */
export async function ensureSpanishBrowser(browser) {
  if (browser === '/usr/bin/chromium')
    await installMissing({ 'chromium-l10n': '/usr/lib/chromium/locales/es.pak' })
}

/** Looks for the oldest PostgreSQL that the migrations promise to run on; tests use it beside the embedded one. */
export async function ensurePostgres15() {
  const find = () => findPostgres15(machine(), process.env.PG15_BIN)
  if (find() === null && installs()) await aptInstall('postgresql-15')
  const folder = find()
  if (folder === null) say('Sin pruebas con PostgreSQL 15: no está instalado (PG15_BIN dice dónde).')
  return folder ?? ''
}

/** Sees to a pooler that the falls put before a database. Where there is none, they say so. */
export async function ensurePooler() {
  await installMissing({ pgbouncer: CLUSTER_PARTS.pgbouncer })
}

/**
 * Sees to the parts of a cluster, and resolves to the folder of its PostgreSQL, or to null where parts are missing.
 * Nothing else stands in for them, and a line says so.
 */
export async function ensureClusterParts() {
  const missing = await installMissing(CLUSTER_PARTS)
  const bin = await ensurePostgres15()
  const left = [...missing, ...(bin === '' ? ['postgresql-15'] : [])]
  if (left.length > 0) say(`Sin prueba de muchas máquinas: falta ${left.join(', ')} (paquetes de Debian).`)
  return left.length > 0 ? null : bin
}

/**
 * Resolves to whether the stories can run in this engine. When they can't, a line says so, as no test may go missing
 * without a word.
 * @param {keyof typeof ENGINES} name
 */
export async function ensureEngine(name) {
  const { program, packages } = ENGINES[name]
  if (!existsSync(program) && installs()) await aptInstall(...packages)
  const isThere = existsSync(program)
  if (!isThere) say(`Sin historias en ${name}: falta ${packages.join(', ')} (paquetes de Debian).`)
  return isThere
}

/** Stories hold that nothing moves with only one of four fonts there. A line says which fonts, and so stories, lack. */
export async function ensureFonts() {
  const missing = await installMissing(FONTS)
  if (missing.length > 0) say(`Sin historias de letra: falta ${missing.join(', ')} (paquetes de Debian).`)
}

/** Installs the programs that make a root of Debian in half a minute, and boot it. It takes an administrator. */
export async function ensureBareRoots() {
  if (!isRoot()) fail('Hace falta ser root para montar una raíz nueva.')
  await installMissing({
    mmdebstrap: '/usr/bin/mmdebstrap',
    'systemd-container': '/usr/bin/systemd-nspawn',
  })
}

/**
 * These programs of others try out the files of `deploy/`. Debian's packages of them aren't installed but unpacked,
 * with those of the libraries that they need: services would come along and start.
 * @type {Readonly<Record<'promtool' | 'nginx' | 'caddy' | 'haproxy', readonly string[]>>}
 */
const OTHERS = {
  promtool: ['prometheus'],
  nginx: ['nginx', 'libpcre2-8-0'],
  caddy: ['caddy'],
  haproxy: ['haproxy', 'liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1'],
}
/** An administrator or Homebrew has put them here, and Debian's packages have them in the first two. */
const PLACES = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin']
const UNPACKED = join(ROOT, 'node_modules/.cache/debian')
/** Where unpacked programs find unpacked libraries. */
export const UNPACKED_LIBRARIES = join(UNPACKED, 'usr/lib/x86_64-linux-gnu')

/**
 * Resolves to one of these programs, or null where there is none.
 * @param {keyof typeof OTHERS} name
 */
export async function findProgram(name) {
  const unpacked = PLACES.slice(0, 2).map((folder) => join(UNPACKED, folder))
  const find = () => [...PLACES, ...unpacked].map((folder) => join(folder, name)).find(existsSync) ?? null
  if (find() !== null || !installs()) return find()
  say(`Sacando ${name} de ${OTHERS[name].join(', ')} (paquetes de Debian)…`)
  await run('apt-get', ['update', '-qq'], { output: 'ignore' })
  const unpack =
    'folder="$0"; mkdir -p "$folder" && cd "$folder" && apt-get download -qq "$@" && for file in *.deb; do dpkg-deb -x "$file" . && rm "$file"; done'
  await run('sh', ['-c', unpack, UNPACKED, ...OTHERS[name]], { output: 'ignore' })
  return find()
}

/** systemd's own tools look at the unit, and speak for the server. No service comes with them and starts. */
export async function findSystemd() {
  const isThere = () =>
    ['systemd-analyze', 'systemd-notify'].every((name) => existsSync(join('/usr/bin', name)))
  if (!isThere() && installs()) await aptInstall('systemd')
  return isThere()
}

/**
 * Installs packages that aren't here, where it can. Resolves to the names of those that are missing still.
 * @param {Readonly<Record<string, string>>} packages Their names, and of each a path to know it by.
 */
async function installMissing(packages) {
  const missing = () =>
    Object.entries(packages)
      .filter(([, path]) => !existsSync(path))
      .map(([name]) => name)
  if (missing().length > 0 && installs()) await aptInstall(...missing())
  return missing()
}

/** @param {string[]} names */
async function aptInstall(...names) {
  say(`Instalando ${names.join(', ')} (paquetes de Debian)…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env, output: 'ignore' })
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...names]
  const code = await withoutServices(() => run('apt-get', install, { env, output: 'ignore' }))
  if (code !== 0) fail(`No se pudo instalar ${names.join(', ')} con apt-get.`)
}

/**
 * Debian starts the service of what it installs, unless this program says no: a pooler or a database that nobody asked
 * for would run on from then on. What an administrator has put there stays.
 * @template T
 * @param {() => Promise<T>} work
 */
async function withoutServices(work) {
  const policy = '/usr/sbin/policy-rc.d'
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return await work()
  } finally {
    if (isOurs) rmSync(policy)
  }
}

function machine() {
  return { platform: process.platform, home: homedir(), exists: existsSync, installs: installs() }
}

/** Returns whether packages can be installed here, for which it takes a Debian and its administrator. */
function installs() {
  return isRoot() && existsSync('/usr/bin/apt-get') && existsSync('/etc/debian_version')
}

function isRoot() {
  return process.getuid?.() === 0
}
