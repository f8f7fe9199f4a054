import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail } from '../scripts/run.mjs'
import { isFamilyProgram } from './program/family-program.ts'
import type { World } from './world/chaos.ts'
import { type Fleet, playAll } from './world/fleet.ts'
import { failureLines, progressLine, report } from './world/report.ts'
import { hasPassed, type Result } from './world/result.ts'

const SHORT_RUN = 10
const OPTIONS = 'Las opciones son --programs N, --families N, --from N, --parallel N y --seed N.'
const TRACES = fileURLToPath(new URL('../test-results/chaos', import.meta.url))

interface Options {
  programs: number
  /** Only programs of three accounts on one family are played. */
  families: boolean
  firstSeed: number
  parallel: number
  trace: boolean
}

/**
 * `--programs N` plays so many programs, `--from N` begins at that seed, `--parallel N` plays so many at once, each
 * with a server and browsers of its own, `--families N` plays only those of a family, and `--seed N` plays one and
 * tells what happens.
 */
function parseOptions(args: readonly string[]): Options {
  const options: Options = { programs: SHORT_RUN, families: false, firstSeed: 1, parallel: 1, trace: false }
  for (let index = 0; index < args.length; index += 2) {
    const [name = '', value] = [args[index], Number(args[index + 1])]
    if (!Number.isInteger(value) || value < 0) fail(`«${name}» espera un número. ${OPTIONS}`)
    if (name === '--programs') options.programs = value
    else if (name === '--families') Object.assign(options, { programs: value, families: true })
    else if (name === '--from') options.firstSeed = value
    else if (name === '--parallel') options.parallel = Math.max(1, value)
    else if (name === '--seed') Object.assign(options, { programs: 1, firstSeed: value, trace: true })
    else fail(`No entiendo «${name}». ${OPTIONS}`)
  }
  return options
}

/** Resolves to the exit code: 0 when every program was played to its end and passed. */
export async function main(args: readonly string[], browserPath: string): Promise<number> {
  const { programs, families, firstSeed, parallel, trace } = parseOptions(args)
  const begunAt = performance.now()
  const [loadBefore = 0] = loadavg()
  const fleet: Fleet = { results: [], stumbles: [], unjudged: [] }
  const { results } = fleet
  const stopping = stopSignal()
  const sayAll = () => {
    const seconds = (performance.now() - begunAt) / 1000
    const machine = { cores: availableParallelism(), loadBefore, parallel, seconds }
    report(fleet, { programs, isInterrupted: stopping.aborted, machine }).forEach(say)
  }
  stopping.addEventListener('abort', sayAll)
  // The browser library rejects some promise of its own when its browser is killed, and nobody else catches that.
  const onStray = (reason: unknown) => say(`  error suelto: ${String(reason).split('\n')[0]}`)
  process.on('unhandledRejection', onStray)
  const orders = {
    seeds: seedsFrom(firstSeed, programs, families ? isFamilyProgram : () => true),
    parallel,
    browserPath,
    play: (world: World, seed: number) => playOne(world, seed, trace),
    onResult: (result: Result) => say(progressLine(result, results.length, programs)),
    onStumble: (text: string) => say(`  banco de pruebas: ${text}`),
  }
  await playAll(fleet, orders, stopping)
  process.off('unhandledRejection', onStray)
  if (!stopping.aborted) sayAll()
  return results.length === programs && results.every(hasPassed) ? 0 : 1
}

function seedsFrom(first: number, count: number, isWanted: (seed: number) => boolean): number[] {
  const seeds: number[] = []
  for (let seed = first; seeds.length < count; seed += 1) if (isWanted(seed)) seeds.push(seed)
  return seeds
}

const PARENT_CHECK_MS = 500

function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  // npm hands a signal to its shell, which ends without handing it on, so a changed parent means the same.
  const { ppid } = process
  if (process.env.npm_lifecycle_event === 'chaos') {
    setInterval(() => process.ppid !== ppid && stop(), PARENT_CHECK_MS).unref()
  }
  return stopping.signal
}

async function playOne(world: World, seed: number, trace: boolean): Promise<Result> {
  const begunAt = performance.now()
  const told: string[] = []
  const tell = (text: string) => {
    const line = `${((performance.now() - begunAt) / 1000).toFixed(3).padStart(7)}  ${text}`
    told.push(line)
    if (trace) say(line)
  }
  try {
    const result = await world.run(seed, tell)
    if (!hasPassed(result)) {
      failureLines(result).forEach(say)
      say(`  qué pasó: ${keepTrace(seed, [...told, '', ...failureLines(result)])}`)
    }
    return result
  } catch (error) {
    keepTrace(seed, [...told, '', error instanceof Error ? String(error.stack) : String(error)])
    throw error
  }
}

/** Keeps what happened in a file, because no two runs of a seed are alike to the millisecond. */
function keepTrace(seed: number, lines: readonly string[]): string {
  mkdirSync(TRACES, { recursive: true })
  const file = join(TRACES, `seed-${seed}.txt`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
