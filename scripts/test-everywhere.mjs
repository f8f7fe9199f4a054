import { alarmParts } from './gate/alarms.mjs'
import { checkSources, commandPart } from './gate/checks.mjs'
import { proxyParts } from './gate/proxies.mjs'
import { clearReports, runParts } from './gate/run-parts.mjs'
import { serviceParts } from './gate/service.mjs'
import { readUnsteadyList } from './gate/unsteady-list.mjs'
import { prepareMachine, REPORTS, storyParts, unitParts } from './gate/whole-run.mjs'
import { ensureClusterParts } from './system-packages.mjs'

/*
 * This run is for a release: the gate, all stories in every engine, the long proofs of chaos, falls and strange
 * requests, a short one of many machines, the alarms, and what a deployment is made of: proxies and systemd. It takes
 * hours.
 */

const env = await prepareMachine()
const stories = await storyParts(env)
const deployment = [...(await alarmParts()), ...(await proxyParts()), ...(await serviceParts())]
const canCluster = (await ensureClusterParts()) !== null
const proof = (/** @type {string} */ title, /** @type {readonly string[]} */ args) =>
  commandPart(title, process.execPath, args)
clearReports(REPORTS)
process.exitCode = await runParts(
  [
    ...unitParts(env),
    ...stories,
    proof('Caos', ['scripts/chaos.mjs', '--programs', '1000', '--parallel', '6']),
    proof('Caídas', ['scripts/crash.mjs']),
    ...(canCluster
      ? [proof('Muchas máquinas', ['scripts/cluster.mjs', '--rounds', '1', '--phones', '40'])]
      : []),
    proof('Peticiones raras', ['scripts/fuzz.mjs']),
    ...deployment,
  ].map((part) => [part]),
  { reports: REPORTS, listed: readUnsteadyList().map(({ name }) => name), beside: checkSources() },
)
