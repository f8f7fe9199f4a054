import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/*
 * This file knows where each system keeps the programs that the tests drive. What is asked of the machine comes in as
 * an argument, so that the choice for a system can be tested on any other.
 */

/**
 * @typedef {object} Machine
 * @property {string} platform The system, as Node names it.
 * @property {string} home
 * @property {(path: string) => boolean} exists
 * @property {boolean} installs It is true where Debian's packages can be installed.
 *
 * @typedef {object} Wish
 * @property {string | undefined} [named] A browser that the user has named is taken before all others.
 * @property {boolean} [isWhole] Some work needs a whole browser, because one without a window can't do it.
 *
 * @typedef {{ found: string } | { missing: string } | { install: string, as: string } | { download: true }} Choice
 */

/** This browser has no window and is half as heavy as the whole one, which counts: a story's time is mostly its. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

const BROWSERS_OF_LINUX = [
  // Debian, Ubuntu without snaps, and Arch keep it here.
  '/usr/bin/chromium',
  // Fedora keeps it here; the rest are the browsers' makers' own packages.
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
]
const BROWSERS_OF_MACOS = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]

/** @type {Readonly<Record<string, readonly string[]>>} */
const POSTGRES_15 = {
  // The first is Debian's folder, the second that of PostgreSQL's own packages for Fedora.
  linux: ['/usr/lib/postgresql/15/bin', '/usr/pgsql-15/bin'],
  // Homebrew has a folder for Apple's processors and one for Intel's; the third is that of Postgres.app.
  darwin: [
    '/opt/homebrew/opt/postgresql@15/bin',
    '/usr/local/opt/postgresql@15/bin',
    '/Applications/Postgres.app/Contents/Versions/15/bin',
  ],
}

/**
 * Lists where browsers of Chromium's kind may be, the best first. Windows runs Nana in WSL, which is a Linux.
 * @param {string} platform
 * @param {string} home
 * @param {boolean} isWhole
 */
function browserPlaces(platform, home, isWhole) {
  if (platform === 'darwin') {
    return ['/Applications', join(home, 'Applications')].flatMap((folder) =>
      BROWSERS_OF_MACOS.map((name) => join(folder, name)),
    )
  }
  return isWhole ? BROWSERS_OF_LINUX : [HEADLESS_SHELL, ...BROWSERS_OF_LINUX]
}

/**
 * Chooses what to do about a browser: use the one `found`, report that the one that was `named` is `missing`, `install`
 * Debian's package, or `download` Playwright's own.
 * @param {Machine} machine
 * @param {Wish} [wish]
 * @returns {Choice}
 */
export function chooseBrowser({ platform, home, exists, installs }, { named, isWhole = false } = {}) {
  if (named) return exists(named) ? { found: named } : { missing: named }
  const places = browserPlaces(platform, home, isWhole)
  const found = places.find(exists)
  // Tests are faster on the light browser, so it is worth its install even where the whole one lies already.
  if (installs && (found === undefined || (!isWhole && found !== HEADLESS_SHELL))) {
    return isWhole
      ? { install: 'chromium', as: '/usr/bin/chromium' }
      : { install: 'chromium-headless-shell', as: HEADLESS_SHELL }
  }
  return found === undefined ? { download: true } : { found }
}

/**
 * Returns the browser that is there already, or undefined where the one that Playwright brings has to be used.
 * @param {{ isWhole?: boolean }} [wish]
 */
export function presentBrowser({ isWhole = false } = {}) {
  const machine = { platform: process.platform, home: homedir(), exists: existsSync, installs: false }
  const choice = chooseBrowser(machine, { named: process.env.CHROMIUM_PATH, isWhole })
  return 'found' in choice ? choice.found : undefined
}

/**
 * Returns the folder of PostgreSQL 15's programs, or null where there is none.
 * @param {Pick<Machine, 'platform' | 'exists'>} machine
 * @param {string} [named] The folder that the user has named; no other is looked at then.
 */
export function findPostgres15({ platform, exists }, named) {
  const places = named ? [named] : (POSTGRES_15[platform] ?? [])
  return places.find((folder) => exists(join(folder, 'postgres'))) ?? null
}
