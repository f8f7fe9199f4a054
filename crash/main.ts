import { availableParallelism, loadavg } from 'node:os'
import { median } from '../bench/statistics.ts'
import { fail } from '../scripts/run.mjs'
import type { Findings } from './load/load.ts'
import { playAway } from './scenes/away.ts'
import { playFalls } from './scenes/falls.ts'
import { playFullDisk } from './scenes/full-disk.ts'
import { playPooler } from './scenes/pooler.ts'
import { playReadOnlyFolder } from './scenes/read-only-folder.ts'

const ROUNDS = 200
const AWAY_SECONDS = 60
const PROGRESS_EVERY = 10
const FIGURES_EVERY = 50

const SCENES: Readonly<
  Record<string, (rounds: number, interrupted: AbortSignal) => Promise<Findings | null>>
> = {
  falls: (rounds, interrupted) =>
    playFalls(rounds, interrupted, (round, findings) => {
      if (round % PROGRESS_EVERY === 0) say(`falls: ${round} de ${rounds} caídas`)
      if (round % FIGURES_EVERY === 0 && round < rounds) figuresOf(findings).forEach(say)
    }),
  disk: (_, interrupted) => playFullDisk(interrupted),
  away: (_, interrupted) => playAway(AWAY_SECONDS, interrupted),
  folder: (_, interrupted) => playReadOnlyFolder(interrupted),
  pooler: (_, interrupted) => playPooler(interrupted),
}
/** What a scene needs that isn't everywhere. */
const NEEDS: Readonly<Record<string, string>> = {
  disk: 'aquí no se puede montar un disco pequeño (hace falta root)',
  pooler: 'falta pgbouncer (paquete de Debian)',
}
const OPTIONS = `Las opciones son --rounds N y --only ESCENA (${Object.keys(SCENES).join(', ')}).`

/**
 * `--rounds N` kills so often instead of 200 times, `--only SCENE` plays one scene alone. Resolves to the exit code,
 * which is 0 when something was played and all of it passed. How long things took is a figure, and fails nothing.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { rounds, only } = parseOptions(args)
  const [load = 0] = loadavg()
  say(`${availableParallelism()} núcleos, carga ${inSpanish(load, 1)}`)
  const outcomes: boolean[] = []
  const interruption = new AbortController()
  const interrupt = () => interruption.abort(new Error('Interrumpido'))
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  for (const [name, play] of Object.entries(SCENES)) {
    if ((only !== null && only !== name) || interruption.signal.aborted) continue
    const begunAt = performance.now()
    try {
      const findings = await play(rounds, interruption.signal)
      if (findings === null) {
        say(`${name}: sin jugar, porque ${NEEDS[name]}`)
        continue
      }
      outcomes.push(hasPassed(findings))
      linesOf(name, findings, performance.now() - begunAt).forEach(say)
    } catch (error) {
      outcomes.push(false)
      say(`${name}: FALLO\n${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const passed = outcomes.filter(Boolean).length
  say(`superadas: ${passed}, con fallos: ${outcomes.length - passed}`)
  return passed === outcomes.length && passed > 0 ? 0 : 1
}

function parseOptions(args: readonly string[]): { rounds: number; only: string | null } {
  const options: { rounds: number; only: string | null } = { rounds: ROUNDS, only: null }
  for (let index = 0; index < args.length; index += 2) {
    const [name, value = ''] = [args[index], args[index + 1]]
    if (name === '--rounds' && Number.isInteger(Number(value)) && Number(value) > 0)
      options.rounds = Number(value)
    else if (name === '--only' && value in SCENES) options.only = value
    else fail(`No entiendo «${name} ${value}». ${OPTIONS}`)
  }
  return options
}

function hasPassed({ lost, doubled, revived, faults }: Findings): boolean {
  return [lost, doubled, revived, faults].every(({ length }) => length === 0)
}

function linesOf(name: string, findings: Findings, ms: number): string[] {
  const { lost, doubled, revived, faults } = findings
  const ended = hasPassed(findings) ? 'superada' : 'FALLO'
  return [
    `${name}: ${ended} en ${inSpanish(ms / 1000)} s`,
    ...figuresOf(findings),
    ...[...lost, ...doubled, ...revived, ...faults].slice(0, 20).map((found) => `    ${found}`),
  ]
}

function figuresOf({ acknowledged, signedOut, lost, doubled, revived, faults, ready }: Findings): string[] {
  return [
    `  ${inSpanish(acknowledged)} guardados confirmados: ${lost.length} perdidos, ${doubled.length} repetidos`,
    `  ${inSpanish(signedOut)} sesiones cerradas: ${revived.length} vuelven`,
    `  respuestas que no tocan: ${faults.length}`,
    ...[...ready].map(
      ([what, times]) =>
        `  ${what}: vuelve en ${inSpanish(median(times))} ms, el peor de ${times.length} en ${inSpanish(Math.max(...times))} ms`,
    ),
  ]
}

function inSpanish(value: number, digits = 0): string {
  return value.toLocaleString('es-ES', { useGrouping: 'always', maximumFractionDigits: digits })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
