import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { judgeAudit, shippedPackages } from './dependencies.mjs'
import { build, install } from './prepare.mjs'
import { listen, ROOT, run, say } from './run.mjs'
import { ensureEngine, ensureFonts, ensurePostgres15, findBrowser } from './system-packages.mjs'

const REPORTS = join(ROOT, 'test-results')
/** How long the registry of packages is waited for. */
const AUDIT_MS = 60_000
const REASON_LINES = 12
const REASON_WIDTH = 160
const bin = (/** @type {string} */ name) => join(ROOT, 'node_modules/.bin', name)
let passed = 0
/**
 * The last lines say these failures again, because thousands of other lines stand in between.
 * @type {string[]}
 */
const failures = []
/**
 * Each line says how long a part of the run took.
 * @type {string[]}
 */
const times = []

await install()
await findBrowser()
await findBrowser({ isWhole: true })
const env = { ...process.env, PG15_BIN: await ensurePostgres15() }
await ensureFonts()
await build()
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

// The units mostly wait for databases that start and stop; meanwhile the checks have the processor.
const checks = checkSources()
await tests(
  'Unidades, base de datos y protocolo',
  bin('vitest'),
  ['run', '--coverage', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS}/vitest.json`],
  'vitest.json',
  countVitest,
)
await checks
await stories('Chromium', 'playwright.config.ts')
for (const engine of /** @type {const} */ (['Firefox', 'WebKit'])) {
  if (await ensureEngine(engine)) await stories(engine, `playwright.${engine.toLowerCase()}.config.ts`)
}

for (const failure of failures) process.stdout.write(`\n✗ ${failure}`)
process.stdout.write(`\n${times.join('\n')}\n`)
process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`)
process.exitCode = failures.length === 0 ? 0 : 1

/** Runs the checks one after the other, so that the units keep a core. What a check says is shown when it has ended. */
async function checkSources() {
  await check('Tipos', bin('tsc'), ['-b'])
  await check('Formato y reglas', bin('biome'), ['check', '--error-on-warnings', '.'])
  await check('Reglas con tipos', bin('oxlint'), ['--type-aware', '--deny-warnings'])
  await check('Código muerto', bin('knip'), [])
  await audit()
}

/** Asks the registry what is known against the packages that are shipped. Without an answer the run goes on. */
async function audit() {
  const title = 'Avisos de seguridad de los paquetes'
  const { answer } = await listen('npm', ['audit', '--json'], { env, timeout: AUDIT_MS })
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const judged = judgeAudit(answer, shippedPackages(lock))
  say(title)
  if (judged.kind === 'unanswered') {
    process.stdout.write(`El registro de paquetes no los dice: ${judged.why}\n`)
  } else if (judged.grave.length === 0) {
    process.stdout.write(`Ninguno grave en lo que se entrega; ${judged.others} en lo demás.\n`)
    passed += 1
  } else failures.push(withReason(title, judged.grave.join('\n')))
}

/**
 * @param {string} title
 * @param {string} command
 * @param {readonly string[]} args
 */
async function check(title, command, args) {
  const { code, said } = await listen(command, args, { env })
  say(title)
  process.stdout.write(said)
  if (code === 0) passed += 1
  else failures.push(title)
}

/**
 * A runner that fails as a whole (a crash, missing coverage) is a failure of its own; so is every skipped test.
 * @template Report
 * @param {string} title
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} report The name of the file that the runner writes.
 * @param {(report: Report | null) => { passed: number, failed: string[] }} count
 * @param {NodeJS.ProcessEnv} [extraEnv]
 */
async function tests(title, command, args, report, count, extraEnv = {}) {
  say(title)
  const startedAt = performance.now()
  const code = await run(command, args, { env: { ...env, ...extraEnv } })
  times.push(`${title}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
  const counted = count(readReport(report))
  passed += counted.passed
  failures.push(...counted.failed.map((failure) => `${title}: ${failure}`))
  if (code !== 0 && counted.failed.length === 0) failures.push(title)
}

/**
 * @param {string} engine
 * @param {string} config
 */
function stories(engine, config) {
  const report = `${config}.json`
  return tests(
    `Historias en ${engine}`,
    bin('playwright'),
    ['test', '--config', config, '--reporter=list,json'],
    report,
    countPlaywright,
    { PLAYWRIGHT_JSON_OUTPUT_FILE: join(REPORTS, report) },
  )
}

/**
 * Returns null for a runner that never came to its end, or ended in the middle of its report.
 * @param {string} name
 */
function readReport(name) {
  try {
    return JSON.parse(readFileSync(join(REPORTS, name), 'utf8'))
  } catch {
    return null
  }
}

/**
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} UnitResult
 * @typedef {{ testResults: { name: string, assertionResults: UnitResult[] }[] }} UnitReport
 *
 * @param {UnitReport | null} report
 */
function countVitest(report) {
  /**
   * A file that could not be loaded has no results, and counts as one failure.
   * @type {UnitResult[]}
   */
  const unread = [{ status: 'failed', fullName: 'no se ha podido ejecutar' }]
  const tests = (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    (assertionResults.length === 0 ? unread : assertionResults).map((test) => ({
      ...test,
      file: relative(ROOT, name),
    })),
  )
  const failed = tests.filter(({ status }) => status !== 'passed')
  return {
    passed: tests.length - failed.length,
    failed: failed.map(({ file, fullName, failureMessages = [] }) =>
      withReason(`${file}: ${fullName}`, failureMessages[0]),
    ),
  }
}

/** @param {import('@playwright/test/reporter').JSONReport | null} report */
function countPlaywright(report) {
  return { passed: report?.stats.expected ?? 0, failed: (report?.suites ?? []).flatMap(notAsExpected) }
}

/**
 * Lists the failures of a suite and of those in it, because Playwright nests its suites: file, describe, test.
 * @param {import('@playwright/test/reporter').JSONReportSuite} suite
 * @returns {string[]}
 */
function notAsExpected({ specs, suites = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
  return [
    ...own.map(({ file, line, title, tests }) => {
      // The first error of a story that ran out of time says only that, and the next one says at what.
      const errors = tests[0]?.results[0]?.errors ?? []
      return withReason(`e2e/${file}:${line}: ${title}`, errors.map(({ message }) => message).join('\n'))
    }),
    ...suites.flatMap(notAsExpected),
  ]
}

/**
 * Names a failure with the first lines of its reason, so that whoever reads only the end of a long run knows enough.
 * @param {string} name
 * @param {string} [message]
 */
function withReason(name, message = '') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [name, ...lines.slice(0, REASON_LINES).map((line) => `    ${line.slice(0, REASON_WIDTH)}`)].join(
    '\n',
  )
}
