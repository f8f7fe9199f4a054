import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build, install } from './prepare.mjs'
import { ROOT, run, say } from './run.mjs'
import { ensurePostgres15, findBrowser } from './system-packages.mjs'

const REPORTS = join(ROOT, 'test-results')
const bin = (name) => join(ROOT, 'node_modules/.bin', name)
let passed = 0
/** What the last lines say again, because thousands of others stand in between. */
const failures = []

await install()
const env = { ...process.env, CHROMIUM_PATH: await findBrowser() }
await ensurePostgres15()
await build()
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

await check('Tipos', bin('tsc'), ['-b'])
await check('Formato y reglas', bin('biome'), ['check', '--error-on-warnings', '.'])
await check('Reglas con tipos', bin('oxlint'), ['--type-aware', '--deny-warnings'])
await check('Código muerto', bin('knip'), [])
await tests(
  'Unidades, base de datos y protocolo',
  bin('vitest'),
  ['run', '--coverage', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS}/vitest.json`],
  'vitest.json',
  countVitest,
)
await tests(
  'Navegador',
  bin('playwright'),
  ['test', '--reporter=list,json'],
  'playwright.json',
  countPlaywright,
  {
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(REPORTS, 'playwright.json'),
  },
)

for (const failure of failures) process.stdout.write(`\n✗ ${failure}`)
process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`)
process.exitCode = failures.length === 0 ? 0 : 1

async function check(title, command, args) {
  say(title)
  const code = await run(command, args, { env })
  if (code === 0) passed += 1
  else failures.push(title)
}

/** A runner that fails as a whole (a crash, missing coverage) is a failure of its own; so is every skipped test. */
async function tests(title, command, args, report, count, extraEnv = {}) {
  say(title)
  const code = await run(command, args, { env: { ...env, ...extraEnv } })
  const counted = count(readReport(report))
  passed += counted.passed
  failures.push(...counted.failed)
  if (code !== 0 && counted.failed.length === 0) failures.push(title)
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(join(REPORTS, name), 'utf8'))
  } catch {
    return null
  }
}

function countVitest(report) {
  // A file that could not be loaded has no results.
  const unread = [{ status: 'failed', fullName: 'could not be run' }]
  const tests = (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    (assertionResults.length === 0 ? unread : assertionResults).map((test) => ({
      ...test,
      file: relative(ROOT, name),
    })),
  )
  const failed = tests.filter(({ status }) => status !== 'passed')
  return {
    passed: tests.length - failed.length,
    failed: failed.map(({ file, fullName }) => `${file}: ${fullName}`),
  }
}

function countPlaywright(report) {
  return { passed: report?.stats.expected ?? 0, failed: (report?.suites ?? []).flatMap(notAsExpected) }
}

/** Playwright nests its suites: file, describe, test. */
function notAsExpected({ specs = [], suites = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
  return [
    ...own.map(({ file, line, title }) => `e2e/${file}:${line}: ${title}`),
    ...suites.flatMap(notAsExpected),
  ]
}
