import { describe, expect, it } from 'vitest'
import { chooseBrowser, findPostgres15 } from './programs.mjs'

/**
 * @param {string} platform
 * @param {readonly string[]} paths
 */
const machine = (platform, paths, installs = false) => ({
  platform,
  home: platform === 'darwin' ? '/Users/ana' : '/home/ana',
  exists: (/** @type {string} */ path) => paths.includes(path),
  installs,
})
const SHELL = '/usr/bin/chromium-headless-shell'
const DEBIANS = '/usr/bin/chromium'
const MACS = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

describe('the browser that the tests drive', () => {
  it.each([
    ['Debian, the light one', machine('linux', [DEBIANS, SHELL]), {}, { found: SHELL }],
    [
      'Debian, where only the whole one will do',
      machine('linux', [DEBIANS, SHELL]),
      { isWhole: true },
      { found: DEBIANS },
    ],
    ['Debian, an ordinary user', machine('linux', [DEBIANS]), {}, { found: DEBIANS }],
    ['Fedora', machine('linux', ['/usr/bin/chromium-browser']), {}, { found: '/usr/bin/chromium-browser' }],
    [
      'WSL with Google’s',
      machine('linux', ['/usr/bin/google-chrome-stable']),
      {},
      { found: '/usr/bin/google-chrome-stable' },
    ],
    ['macOS', machine('darwin', [MACS]), {}, { found: MACS }],
    [
      'macOS, a user’s own',
      machine('darwin', ['/Users/ana/Applications/Chromium.app/Contents/MacOS/Chromium']),
      {},
      { found: '/Users/ana/Applications/Chromium.app/Contents/MacOS/Chromium' },
    ],
    [
      'a named one before all',
      machine('linux', [SHELL, '/opt/mine']),
      { named: '/opt/mine' },
      { found: '/opt/mine' },
    ],
  ])('is found: %s', (_what, on, wish, choice) => {
    expect(chooseBrowser(on, wish)).toEqual(choice)
  })

  it('is never another than the one that was named', () => {
    expect(chooseBrowser(machine('linux', [SHELL], true), { named: '/opt/none' })).toEqual({
      missing: '/opt/none',
    })
  })

  it('is Debian’s package where packages can be installed: the light one also beside the whole one', () => {
    const light = { install: 'chromium-headless-shell', as: SHELL }
    expect(chooseBrowser(machine('linux', [], true))).toEqual(light)
    expect(chooseBrowser(machine('linux', [DEBIANS], true))).toEqual(light)
    expect(chooseBrowser(machine('linux', [SHELL], true), { isWhole: true })).toEqual({
      install: 'chromium',
      as: DEBIANS,
    })
  })

  it.each(['linux', 'darwin', 'win32'])('is Playwright’s own where there is none: %s', (platform) => {
    expect(chooseBrowser(machine(platform, []))).toEqual({ download: true })
  })
})

describe('PostgreSQL 15', () => {
  it.each([
    ['linux', '/usr/lib/postgresql/15/bin'],
    ['linux', '/usr/pgsql-15/bin'],
    ['darwin', '/opt/homebrew/opt/postgresql@15/bin'],
    ['darwin', '/usr/local/opt/postgresql@15/bin'],
    ['darwin', '/Applications/Postgres.app/Contents/Versions/15/bin'],
  ])('is found where %s has it: %s', (platform, folder) => {
    expect(findPostgres15(machine(platform, [`${folder}/postgres`]))).toBe(folder)
  })

  it('is only looked for where it was said to be', () => {
    const on = machine('linux', ['/usr/lib/postgresql/15/bin/postgres'])
    expect(findPostgres15(on, '/opt/pg15')).toBeNull()
  })

  it('is nothing to fail for where a system has it nowhere', () => {
    expect(findPostgres15(machine('win32', []))).toBeNull()
  })
})
