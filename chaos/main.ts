import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openWorld, type World } from './chaos.ts'
import { failureLines, hasPassed, progressLine, type Result, table } from './report.ts'

const SHORT_RUN = 10
const TRACES = fileURLToPath(new URL('../test-results/chaos', import.meta.url))

interface Options {
  programs: number
  firstSeed: number
  parallel: number
  trace: boolean
}

/**
 * `--programs N` plays so many, `--from N` begins at that seed, `--parallel N` plays so many at once, each with a
 * server and two browsers of its own, `--seed N` plays one and tells what happens.
 */
function parseOptions(args: readonly string[]): Options {
  const options: Options = { programs: SHORT_RUN, firstSeed: 1, parallel: 1, trace: false }
  for (let index = 0; index < args.length; index += 2) {
    const [name, value] = [args[index], Number(args[index + 1])]
    if (!Number.isInteger(value) || value < 0) throw new Error(`${name} needs a number`)
    if (name === '--programs') options.programs = value
    else if (name === '--from') options.firstSeed = value
    else if (name === '--parallel') options.parallel = Math.max(1, value)
    else if (name === '--seed') Object.assign(options, { programs: 1, firstSeed: value, trace: true })
    else throw new Error(`Unknown option ${name}`)
  }
  return options
}

/** Resolves to the exit code. */
export async function main(args: readonly string[], browserPath: string): Promise<number> {
  const options = parseOptions(args)
  const results: Result[] = []
  let next = 0
  const interrupt = () => {
    next = options.programs
  }
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)

  async function playInOneWorld(): Promise<void> {
    const world = await openWorld(browserPath)
    try {
      while (next < options.programs) {
        const result = await playOne(world, options.firstSeed + next++, options.trace)
        results.push(result)
        say(progressLine(result, results.length, options.programs))
      }
    } finally {
      await world.close()
    }
  }

  await Promise.all(Array.from({ length: Math.min(options.parallel, options.programs) }, playInOneWorld))
  const passed = results.filter(hasPassed).length
  ;['', ...table(results), '', `${passed} passed, ${results.length - passed} failed`].forEach(say)
  return passed === results.length ? 0 : 1
}

async function playOne(world: World, seed: number, trace: boolean): Promise<Result> {
  const begunAt = performance.now()
  const told: string[] = []
  const result = await world.run(seed, (text) => {
    const line = `${((performance.now() - begunAt) / 1000).toFixed(3).padStart(7)}  ${text}`
    told.push(line)
    if (trace) say(line)
  })
  if (!hasPassed(result)) {
    failureLines(result).forEach(say)
    say(`  what happened: ${keepTrace(result, told)}`)
  }
  return result
}

/** No two runs of a seed are alike to the millisecond: what happened this time is kept. */
function keepTrace(result: Result, lines: readonly string[]): string {
  mkdirSync(TRACES, { recursive: true })
  const file = join(TRACES, `seed-${result.seed}.txt`)
  writeFileSync(file, [...lines, '', ...failureLines(result), ''].join('\n'))
  return file
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
