import type { Fleet } from './fleet.ts'
import type { FateCounts } from './phone-line.ts'
import type { Losses } from './stage.ts'
import type { Verdict } from './verdict.ts'

/** What one program came to. */
export interface Result {
  seed: number
  changes: number
  /** Of some kinds of change, how many the carers saw done. */
  deeds: { imports: number; importedRecords: number; recoveries: number; undoneMerges: number }
  calls: FateCounts
  losses: Losses
  verdict: Verdict
  seconds: number
}

export function hasPassed({ verdict }: Result): boolean {
  return Object.values(verdict).every((found) => found.length === 0)
}

export function progressLine(result: Result, index: number, programs: number): string {
  const { seed, changes, losses, seconds } = result
  const { phoneKills, serverKills } = losses
  const outcome = hasPassed(result) ? 'ok' : 'FAILED'
  const killed = `${phoneKills} phone and ${serverKills} server kills`
  return `${index}/${programs}  seed ${seed}  ${changes} changes, ${killed}, ${seconds.toFixed(1)} s  ${outcome}`
}

export function failureLines({ seed, verdict }: Result): string[] {
  const found = Object.entries(verdict).flatMap(([kind, texts]) =>
    (texts as readonly string[]).map((text) => `    ${kind}: ${text}`),
  )
  return [`  again: npm run chaos -- --seed ${seed}`, ...found]
}

interface Circumstances {
  /** So many were asked for. */
  programs: number
  isInterrupted: boolean
  machine: { cores: number; loadBefore: number; parallel: number; seconds: number }
}

/** All that is printed in the end. */
export function report(fleet: Fleet, { programs, isInterrupted, machine }: Circumstances): string[] {
  const { results, stumbles, unjudged } = fleet
  const passed = results.filter(hasPassed).length
  const failed = results.filter((result) => !hasPassed(result)).map(({ seed }) => seed)
  const { cores, loadBefore, parallel, seconds } = machine
  const minutes = `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
  return [
    '',
    ...table(results),
    '',
    `${minutes}, ${parallel} at once on ${cores} cores, load before ${loadBefore.toFixed(1)}`,
    ...(stumbles.length > 0 ? [`${stumbles.length} times the harness stumbled and played again`] : []),
    ...(unjudged.length > 0 ? [`NOT JUDGED, the harness failed: ${unjudged.join(', ')}`] : []),
    ...(isInterrupted ? [`INTERRUPTED after ${results.length} of ${programs} programs`] : []),
    ...(failed.length > 0 ? [`FAILED seeds: ${failed.join(', ')}`] : []),
    `${passed} passed, ${failed.length} failed`,
  ]
}

function table(results: readonly Result[]): string[] {
  const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0)
  const calls = (...fates: (keyof FateCounts)[]) =>
    sum((result) => fates.reduce((total, fate) => total + (result.calls[fate] ?? 0), 0))
  const found = (kind: keyof Verdict) => sum(({ verdict }) => verdict[kind].length)
  const rows: [string, number][] = [
    ['programs', results.length],
    ['changes', sum(({ changes }) => changes)],
    ['imports', sum(({ deeds }) => deeds.imports)],
    ['records imported', sum(({ deeds }) => deeds.importedRecords)],
    ['recoveries', sum(({ deeds }) => deeds.recoveries)],
    ['undone merges', sum(({ deeds }) => deeds.undoneMerges)],
    ['phones killed', sum(({ losses }) => losses.phoneKills)],
    ['servers killed', sum(({ losses }) => losses.serverKills)],
    ['… with a power cut', sum(({ losses }) => losses.powerCuts)],
    ['pages reloaded', sum(({ losses }) => losses.reloads)],
    ['sessions killed unsaved', sum(({ losses }) => losses.signIns)],
    ['sessions ended', sum(({ losses }) => losses.sessionsEnded)],
    ['calls answered', calls('answered', 'slow')],
    ['connections refused', calls('refused')],
    ['calls swallowed', calls('swallowed')],
    ['calls delivered late', calls('late')],
    ['answers lost', calls('answer lost', 'answer swallowed', 'answer torn', '5xx after')],
    ['answered 401', calls('401')],
    ['answered 429', calls('429')],
    ['answered 5xx', calls('5xx')],
    ['answered by a portal', calls('portal')],
    ['lost', found('lost')],
    ['doubled', found('doubled')],
    ['out of order', found('outOfOrder')],
    ['differing', found('differing')],
    ['broken promises', found('broken')],
  ]
  return rows.map(([name, value]) => `${name.padEnd(24)}${value.toLocaleString('en').padStart(9)}`)
}
