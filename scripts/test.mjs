import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, install } from './prepare.mjs'
import { ROOT, run, say } from './run.mjs'
import { ensurePostgres15, findBrowser } from './system-packages.mjs'

const REPORTS = join(ROOT, 'test-results')
const bin = (name) => join(ROOT, 'node_modules/.bin', name)
const total = { passed: 0, failed: 0 }

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

process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 ? 0 : 1

async function check(title, command, args) {
  say(title)
  const code = await run(command, args, { env })
  total[code === 0 ? 'passed' : 'failed'] += 1
}

/** A runner that fails as a whole (a crash, missing coverage) counts as a failure of its own; so does every skipped test. */
async function tests(title, command, args, report, count, extraEnv = {}) {
  say(title)
  const code = await run(command, args, { env: { ...env, ...extraEnv } })
  const counted = count(readReport(report))
  total.passed += counted.passed
  total.failed += counted.failed + counted.skipped
  if (code !== 0 && counted.failed === 0) total.failed += 1
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(join(REPORTS, name), 'utf8'))
  } catch {
    return null
  }
}

function countVitest(report) {
  if (!report) return { passed: 0, failed: 0, skipped: 0 }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

function countPlaywright(report) {
  if (!report) return { passed: 0, failed: 0, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky, skipped }
}
