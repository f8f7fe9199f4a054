import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { presentBrowser } from '../programs.mjs'
import { listen, ROOT } from '../run.mjs'

/*
 * Small projects are made here and played by the real runners, in a process of their own as a whole run is.
 */

/** So many pass in each project that one or two of them are no more than one in fifty. */
const STEADY = 100
const FLAGS = ['--no-sandbox', '--disable-gpu']

let folder = ''

beforeEach(() => {
  mkdirSync(join(ROOT, 'test-results'), { recursive: true })
  folder = mkdtempSync(join(ROOT, 'test-results/sample-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe('a run of stories', () => {
  beforeEach(() => {
    const launchOptions = JSON.stringify({ executablePath: presentBrowser(), args: FLAGS })
    write(
      'stories.config.mjs',
      `export default { testMatch: '*.e2e.mjs', use: { launchOptions: ${launchOptions} } }`,
    )
    stories('steady', `for (let n = 0; n < ${STEADY}; n += 1) test('steady ' + n, () => {})`)
  })

  it('names what failed once or killed its browser, and is green', async () => {
    stories('blinks', `test('blinks', () => { if (isFirst('blinks')) throw new Error('only once') })`)
    stories(
      'kills',
      `test('kills its browser', async ({ browser, page }) => {
        if (!isFirst('kills')) return
        await (await browser.newBrowserCDPSession()).send('Browser.crash').catch(() => {})
        await page.title()
      })`,
    )
    const { code, lines, unsteady } = await playStories()
    expect(code).toBe(0)
    expect(lines.at(-1)).toBe(`${STEADY + 2} passed, 0 failed`)
    expect(unsteady.map(({ name }) => name)).toEqual([
      'blinks.e2e.mjs › blinks',
      'kills.e2e.mjs › kills its browser',
    ])
    expect(lines).toContain('    Error: only once')
  })

  it('says of what fails again the place, the message and what the page said last', async () => {
    stories(
      'fails',
      `test.describe('a group', () => {
        test('always fails', async () => {
          await test.info().attach('page-said', { body: 'first word\\nlast word' })
          throw new Error('as ever')
        })
      })
      test('is listed', () => { throw new Error('known') })`,
    )
    const { code, lines, unsteady } = await playStories(['fails.e2e.mjs › is listed'])
    expect(code).toBe(1)
    expect(lines.at(-1)).toBe(`${STEADY} passed, 1 failed`)
    const from = lines.indexOf('✗ Historias: fails.e2e.mjs › a group › always fails')
    const told = lines.slice(from, from + 6)
    expect(told[1]).toMatch(/fails\.e2e\.mjs:\d+$/)
    expect(told[2]).toBe('    Error: as ever')
    expect(lines).toContain('    last word')
    expect(unsteady).toMatchObject([{ name: 'fails.e2e.mjs › is listed', isListed: true }])
  })

  it('is red by a file that can’t be loaded', async () => {
    stories('broken', `throw new Error('cannot be loaded')`)
    const { code, lines } = await playStories()
    expect(code).toBe(1)
    expect(lines.join('\n')).toContain('Error: cannot be loaded')
    expect(lines.at(-1)).toMatch(/^0 passed, [1-9]\d* failed$/)
  })

  it('is red when nothing ran', async () => {
    rmSync(join(folder, 'steady.e2e.mjs'))
    const { code, lines } = await playStories()
    expect(code).toBe(1)
    expect(lines.at(-1)).toBe('0 passed, 1 failed')
  })
})

describe('a run of units', () => {
  beforeEach(() => {
    write(
      'vitest.config.mjs',
      `export default { test: { include: ['*.unit.mjs'], isolate: false, maxWorkers: 1 } }`,
    )
    for (let n = 0; n < STEADY; n += 1) units(`steady-${n}`, `it('is steady', () => {})`)
  })

  it('names what failed once, and is green', async () => {
    units('blinks', `it('blinks', () => { if (isFirst('blinks')) throw new Error('only once') })`)
    const { code, lines, unsteady } = await playUnits()
    expect(code).toBe(0)
    expect(lines.at(-1)).toBe(`${STEADY + 1} passed, 0 failed`)
    expect(unsteady).toMatchObject([{ name: 'blinks.unit.mjs › blinks', part: 'Unidades' }])
  })

  it('is red by what is thrown outside of all tests, though what failed beside it passes again', async () => {
    units('blinks', `it('blinks', () => { if (isFirst('blinks')) throw new Error('only once') })`)
    units('strays', `it('strays', () => void Promise.reject(new Error('nobody waits for it')))`)
    const { code, lines } = await playUnits()
    expect(code).toBe(1)
    expect(lines).toContain('✗ Unidades: fuera de las pruebas')
    expect(lines.join('\n')).toContain('Error: nobody waits for it')
    expect(lines.at(-1)).toBe(`${STEADY + 2} passed, 1 failed`)
  })

  it('is red by what fails again, and by a file that can’t be loaded', async () => {
    units('fails', `it('fails', () => { throw new Error('as ever') })`)
    units('broken', `throw new Error('cannot be loaded')`)
    const { code, lines } = await playUnits()
    expect(code).toBe(1)
    expect(lines).toContain('✗ Unidades: fails.unit.mjs › fails')
    expect(lines).toContain('✗ Unidades: broken.unit.mjs › no se ha podido ejecutar')
    expect(lines.at(-1)).toBe(`${STEADY} passed, 2 failed`)
  })
})

it('parts of a turn play at the same time', async () => {
  const waitsFor = (/** @type {string} */ own, /** @type {string} */ other) => {
    const [mark, sign] = [own, other].map((name) => JSON.stringify(join(folder, name)))
    const played = `{ passed: ['${own}'], failed: [], broken: [], units: 1, failedUnits: 0 }`
    return `{ title: '${own}', playAgain: null, play: async () => {
      writeFileSync(${mark}, '')
      while (!existsSync(${sign})) await new Promise((resolve) => setTimeout(resolve, 10))
      return ${played}
    } }`
  }
  const { code, lines } = await play(`${waitsFor('one', 'other')}, ${waitsFor('other', 'one')}`)
  expect(code).toBe(0)
  expect(lines.at(-1)).toBe('2 passed, 0 failed')
})

/**
 * @param {string} name
 * @param {string} text
 */
function write(name, text) {
  writeFileSync(join(folder, name), text)
}

/** This line gives a sample a way to behave differently the first time. */
const IS_FIRST = `
import { existsSync, writeFileSync } from 'node:fs'
function isFirst(name) {
  const mark = new URL('seen-' + name, import.meta.url)
  if (existsSync(mark)) return false
  writeFileSync(mark, '')
  return true
}`

/**
 * @param {string} name
 * @param {string} body
 */
function stories(name, body) {
  write(`${name}.e2e.mjs`, `import { test } from '@playwright/test'${IS_FIRST}\n${body}\n`)
}

/**
 * @param {string} name
 * @param {string} body
 */
function units(name, body) {
  write(`${name}.unit.mjs`, `import { it } from 'vitest'${IS_FIRST}\n${body}\n`)
}

/** @param {readonly string[]} [listed] */
function playStories(listed) {
  const part = `storiesPart({ title: 'Historias', config: ${JSON.stringify(join(folder, 'stories.config.mjs'))}, reports })`
  return play(part, listed)
}

function playUnits() {
  return play(`unitsPart({ title: 'Unidades', root: ${JSON.stringify(folder)}, reports })`)
}

/**
 * Runs one part as a command does, and returns how it ended and what it said.
 * @param {string} part
 * @param {readonly string[]} [listed]
 */
async function play(part, listed = []) {
  const gate = new URL('.', import.meta.url).href
  write(
    'play.mjs',
    `import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
    import { runParts } from '${gate}run-parts.mjs'
    import { storiesPart } from '${gate}stories.mjs'
    import { unitsPart } from '${gate}units.mjs'
    const reports = ${JSON.stringify(join(folder, 'reports'))}
    mkdirSync(reports, { recursive: true })
    process.exitCode = await runParts([[${part}]], { reports, listed: ${JSON.stringify(listed)} })`,
  )
  // The runner that this test runs in must not be taken for the sample's.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, CI: 'true' }
  const { code, answer } = await listen(process.execPath, [join(folder, 'play.mjs')], { env })
  return {
    code,
    lines: answer.trimEnd().split('\n'),
    /** @type {import('./closing.mjs').Unsteady[]} */
    unsteady: JSON.parse(readFileSync(join(folder, 'reports/unsteady.json'), 'utf8')),
  }
}
