import { existsSync } from 'node:fs'
import { fail, run, say } from './run.mjs'

const CHROMIUM_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const POSTGRES_15 = '/usr/lib/postgresql/15/bin/postgres'

/** The browser that the tests drive. CHROMIUM_PATH wins; as root, Debian's package is installed when none is found. */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : fail(`CHROMIUM_PATH dice «${named}», pero ahí no hay nada.`)
  const found = () => CHROMIUM_PLACES.find((path) => existsSync(path))
  if (!found() && isRoot()) await aptInstall('chromium')
  return (
    found() ??
    fail('No hay Chromium. Instálalo («apt-get install chromium») o di dónde está con CHROMIUM_PATH.')
  )
}

/** Debian keeps the browser's languages apart. Without Spanish the pictures show dates and times in English. */
export async function ensureSpanishBrowser(browser) {
  const spanish = '/usr/lib/chromium/locales/es.pak'
  if (browser === '/usr/bin/chromium' && !existsSync(spanish) && isRoot()) await aptInstall('chromium-l10n')
}

/** The oldest PostgreSQL that the migrations promise to run on is tested beside the embedded one. */
export async function ensurePostgres15() {
  if (!existsSync(POSTGRES_15) && isRoot()) await aptInstall('postgresql-15')
}

async function aptInstall(name) {
  say(`Instalando ${name} (paquete de Debian)…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env, output: 'ignore' })
  const code = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
    env,
    output: 'ignore',
  })
  if (code !== 0) fail(`No se pudo instalar ${name} con apt-get.`)
}

function isRoot() {
  return process.getuid?.() === 0
}
