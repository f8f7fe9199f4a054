import { alarmParts } from './gate/alarms.mjs'
import { checkSources, commandPart } from './gate/checks.mjs'
import { clearReports, runParts } from './gate/run-parts.mjs'
import { readUnsteadyList } from './gate/unsteady-list.mjs'
import { prepareMachine, REPORTS, storyParts, unitParts } from './gate/whole-run.mjs'

/*
 * This run is for a release: the gate, all stories in every engine, the long proofs of chaos, falls and strange
 * requests, and the alarms. It takes hours.
 */

const env = await prepareMachine()
const stories = await storyParts(env)
const alarms = await alarmParts()
const proof = (/** @type {string} */ title, /** @type {readonly string[]} */ args) =>
  commandPart(title, process.execPath, args)
clearReports(REPORTS)
process.exitCode = await runParts(
  [
    ...unitParts(env),
    ...stories,
    proof('Caos', ['scripts/chaos.mjs', '--programs', '1000', '--parallel', '6']),
    proof('Caídas', ['scripts/crash.mjs']),
    proof('Peticiones raras', ['scripts/fuzz.mjs']),
    ...alarms,
  ].map((part) => [part]),
  { reports: REPORTS, listed: readUnsteadyList().map(({ name }) => name), beside: checkSources() },
)
