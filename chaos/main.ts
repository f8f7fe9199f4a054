import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openWorld } from './chaos.ts'
import { failureLines, hasPassed, progressLine, type Result, table } from './report.ts'

const SHORT_RUN = 10
const TRACES = fileURLToPath(new URL('../test-results/chaos', import.meta.url))

interface Options {
  programs: number
  firstSeed: number
  trace: boolean
}

/** `--programs N` plays so many, `--from N` begins at that seed, `--seed N` plays one and tells what happens. */
export function parseOptions(args: readonly string[]): Options {
  const options: Options = { programs: SHORT_RUN, firstSeed: 1, trace: false }
  for (let index = 0; index < args.length; index += 2) {
    const [name, value] = [args[index], Number(args[index + 1])]
    if (!Number.isInteger(value) || value < 0) throw new Error(`${name} needs a number`)
    if (name === '--programs') options.programs = value
    else if (name === '--from') options.firstSeed = value
    else if (name === '--seed') Object.assign(options, { programs: 1, firstSeed: value, trace: true })
    else throw new Error(`Unknown option ${name}`)
  }
  return options
}

/** No two runs of a seed are alike to the millisecond: what happened this time is kept. */
function keepTrace(result: Result, lines: readonly string[]): string {
  mkdirSync(TRACES, { recursive: true })
  const file = join(TRACES, `seed-${result.seed}.txt`)
  writeFileSync(file, [...lines, '', ...failureLines(result), ''].join('\n'))
  return file
}

/** Resolves to the exit code. */
export async function main(args: readonly string[], browserPath: string): Promise<number> {
  const { programs, firstSeed, trace } = parseOptions(args)
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const world = await openWorld(browserPath)
  let isInterrupted = false
  const interrupt = () => {
    isInterrupted = true
  }
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  const results: Result[] = []
  try {
    for (let index = 0; index < programs && !isInterrupted; index++) {
      const begunAt = performance.now()
      const told: string[] = []
      const tell = (text: string) => {
        const line = `${((performance.now() - begunAt) / 1000).toFixed(3).padStart(7)}  ${text}`
        told.push(line)
        if (trace) say(line)
      }
      const result = await world.run(firstSeed + index, tell)
      results.push(result)
      say(progressLine(result, index + 1, programs))
      if (!hasPassed(result)) {
        failureLines(result).forEach(say)
        say(`  what happened: ${keepTrace(result, told)}`)
      }
    }
  } finally {
    await world.close()
  }
  const passed = results.filter(hasPassed).length
  ;['', ...table(results), '', `${passed} passed, ${results.length - passed} failed`].forEach(say)
  return passed === results.length ? 0 : 1
}
