import { checkSources } from './gate/checks.mjs'
import { clearReports, runParts } from './gate/run-parts.mjs'
import { readUnsteadyList } from './gate/unsteady-list.mjs'
import { prepareMachine, REPORTS, storyParts, unitParts } from './gate/whole-run.mjs'

/*
 * This is the gate. Firefox and WebKit play the ten ways that matter most; a release plays all stories in them
 * (test-everywhere.mjs).
 */

const TEN_WAYS = '@ten'

const env = await prepareMachine()
const stories = await storyParts(env, TEN_WAYS)
// Ten stories of another engine leave a core idle for half of their time, so both engines play theirs at once.
const turns = [...unitParts(env).map((part) => [part]), stories.slice(0, 1), stories.slice(1)]
clearReports(REPORTS)
process.exitCode = await runParts(turns, {
  reports: REPORTS,
  listed: readUnsteadyList().map(({ name }) => name),
  // The units mostly wait for databases that start and stop; meanwhile the checks have the processor.
  beside: checkSources(),
})
