import { PROPERTIES, type PropertyName } from './properties.ts'
import { refreshStorm } from './refresh-storm.ts'
import { openTarget, type Target } from './target.ts'

const LANES = 8
const PROGRESS_EVERY = 10_000
const STORM = { clients: 100, parallel: 20, rounds: 50 }

interface Options {
  runs: number
  seed: number
  only: string | null
}

/** `--runs N` sends so many of each kind (100,000), `--seed N` repeats, `--only KIND` plays one (or `storm`). */
function parseOptions(args: readonly string[]): Options {
  const options: Options = { runs: 100_000, seed: Math.floor(Math.random() * 2 ** 31), only: null }
  for (let index = 0; index < args.length; index += 2) {
    const [name, value = ''] = [args[index], args[index + 1]]
    if (name === '--only') options.only = value
    else if (name === '--runs') options.runs = Number(value)
    else if (name === '--seed') options.seed = Number(value)
    else throw new Error(`Unknown option ${name}`)
  }
  return options
}

/** Resolves to the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const { runs, seed, only } = parseOptions(args)
  say(`seed ${seed}`)
  const outcomes: boolean[] = []
  const attempt = async (name: string, play: (target: Target) => Promise<void>) => {
    if (only !== null && only !== name) return
    const target = await openTarget()
    const started = performance.now()
    try {
      await play(target)
      // An administrator may give roles.
      if (name !== 'administration') await target.unharmed()
      outcomes.push(true)
      say(`${name}: passed in ${Math.round((performance.now() - started) / 1000)} s`)
    } catch (error) {
      outcomes.push(false)
      say(`${name}: FAILED\n${error instanceof Error ? error.message : String(error)}`)
    } finally {
      await target.server.stop()
    }
  }
  for (const name of Object.keys(PROPERTIES) as PropertyName[]) {
    // These are the keys of that record.
    await attempt(name, (target) => playLanes(name, target, runs, seed))
  }
  await attempt('storm', ({ server }) =>
    refreshStorm(server, STORM, (round) => {
      if (round % 10 === 0) say(`storm: round ${round} of ${STORM.rounds}`)
    }),
  )
  const passed = outcomes.filter(Boolean).length
  say(`${passed} passed, ${outcomes.length - passed} failed`)
  return passed === outcomes.length && passed > 0 ? 0 : 1
}

async function playLanes(name: PropertyName, target: Target, runs: number, seed: number): Promise<void> {
  let count = 0
  const sent = () => {
    count += 1
    if (count % PROGRESS_EVERY === 0) say(`${name}: ${count}`)
  }
  const lane = (_: unknown, index: number) =>
    PROPERTIES[name](target, { runs: Math.ceil(runs / LANES), seed: seed + index, sent })
  await Promise.all(Array.from({ length: LANES }, lane))
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
