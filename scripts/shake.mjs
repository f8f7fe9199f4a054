import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { clearReports } from './gate/run-parts.mjs'
import { isSteady, shakenLines, shakeStories } from './gate/shake-stories.mjs'
import { listEngines, prepareMachine, REPORTS } from './gate/whole-run.mjs'

/*
 * This command plays stories many times, in each engine that plays them at all. A pattern names a file (`passwords`), a
 * place in it (`passwords:25`) or words of a title. Without one it plays all stories, and names those that are worth
 * shaking by themselves. With `--engine firefox` only that one plays.
 */

const ALONE_AND_LOADED = [
  { name: 'sola', workers: 1, times: 20 },
  { name: 'con carga', workers: 5, times: 20 },
]
const ALL_LOADED = [{ name: 'con carga', workers: 5, times: 3 }]

const ENGINES = ['chromium', 'firefox', 'webkit']

const { values, positionals } = parseArgs({
  options: { engine: { type: 'string' } },
  allowPositionals: true,
})
const { engine: only } = values
if (only !== undefined && !ENGINES.includes(only)) {
  process.stderr.write(`No hay ningún motor «${only}»: ${ENGINES.join(', ')}.\n`)
  process.exit(1)
}
const pattern = positionals.join(' ')
const env = await prepareMachine()
const reports = join(REPORTS, 'shake')
clearReports(reports)
const shaken = []
const engines = (await listEngines()).filter(
  ({ title }) => only === undefined || title.toLowerCase().endsWith(` ${only}`),
)
for (const { title: engine, config } of engines) {
  const ways = pattern === '' ? ALL_LOADED : ALONE_AND_LOADED
  const told = await shakeStories({ engine, config, pattern, ways, reports, env })
  // All stories of all engines take hours, so what one engine has shown is said before the next begins.
  const lines = shakenLines(told, { onlyUnsteady: pattern === '' })
  process.stdout.write(`\n${[`${engine}: ${told.length} historias`, ...lines].join('\n')}\n`)
  shaken.push(...told)
}
const steady = shaken.filter(isSteady).length
process.stdout.write(`\n${steady} passed, ${shaken.length - steady} failed\n`)
process.exitCode = shaken.length > 0 && steady === shaken.length ? 0 : 1
