import type { FateCounts } from './phone-line.ts'
import type { Losses } from './stage.ts'
import type { Verdict } from './verdict.ts'

/** What one program came to. */
export interface Result {
  seed: number
  changes: number
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

export function table(results: readonly Result[]): string[] {
  const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0)
  const calls = (...fates: (keyof FateCounts)[]) =>
    sum((result) => fates.reduce((total, fate) => total + (result.calls[fate] ?? 0), 0))
  const found = (kind: keyof Verdict) => sum(({ verdict }) => verdict[kind].length)
  const rows: [string, number][] = [
    ['programs', results.length],
    ['changes', sum(({ changes }) => changes)],
    ['browsers killed', sum(({ losses }) => losses.phoneKills)],
    ['servers killed', sum(({ losses }) => losses.serverKills)],
    ['… with their database', sum(({ losses }) => losses.powerCuts)],
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
