import { setTimeout as sleep } from 'node:timers/promises'
import { openWorld, type World } from './chaos.ts'
import type { Result } from './result.ts'

/** A program that hangs is given up after this long, many times its longest pauses and convergence together. */
const PROGRAM_WITHIN_MS = 600_000
const CLOSED_WITHIN_MS = 30_000
/** When the harness stumbles it plays the program again in a new world, at most this often. */
const TRIES = 3

export interface Fleet {
  results: Result[]
  /** These are errors of the harness, each with its seed. Their programs were played again. */
  stumbles: string[]
  /** The harness could not play these programs to their end, so nothing is known about them. */
  unjudged: number[]
}

interface Orders {
  seeds: readonly number[]
  parallel: number
  browserPath: string
  /** Plays one program in that world. */
  play: (world: World, seed: number) => Promise<Result>
  onResult: (result: Result) => void
  onStumble: (text: string) => void
}

/** Plays the programs in `parallel` worlds at once. When `signal` aborts, those under way are given up. */
export async function playAll(fleet: Fleet, orders: Orders, signal: AbortSignal): Promise<void> {
  const waiting = [...orders.seeds]
  const worlds = new Set<Promise<World>>()
  const aborted = new Promise<'aborted'>((resolve) => {
    signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  })

  async function playInWorlds(): Promise<void> {
    let world: Promise<World> | null = null
    for (let seed = waiting.shift(); seed !== undefined && !signal.aborted; seed = waiting.shift()) {
      for (let tries = 1; tries <= TRIES; tries += 1) {
        world ??= enter()
        try {
          const result = await inTime(orders.play(await world, seed))
          fleet.results.push(result)
          orders.onResult(result)
          break
        } catch (error) {
          if (signal.aborted) return
          stumble(seed, tries, error)
          await leave(world)
          world = null
        }
      }
    }
    if (world !== null) await leave(world)
  }

  function stumble(seed: number, tries: number, error: unknown): void {
    const text = `semilla ${seed}: ${error instanceof Error ? error.message : String(error)}`
    fleet.stumbles.push(text)
    orders.onStumble(text)
    if (tries === TRIES) fleet.unjudged.push(seed)
  }

  function enter(): Promise<World> {
    const world = openWorld(orders.browserPath)
    worlds.add(world)
    return world
  }

  async function leave(world: Promise<World>): Promise<void> {
    worlds.delete(world)
    const closed = world.then((one) => one.close()).catch(() => undefined)
    await Promise.race([closed, sleep(CLOSED_WITHIN_MS, null, { ref: false })])
  }

  const all = Promise.all(Array.from({ length: Math.min(orders.parallel, waiting.length) }, playInWorlds))
  if ((await Promise.race([all, aborted])) === 'aborted') await Promise.all([...worlds].map(leave))
}

async function inTime(playing: Promise<Result>): Promise<Result> {
  const timer = new AbortController()
  const tooLong = sleep(PROGRAM_WITHIN_MS, null, { signal: timer.signal }).catch(() => null)
  try {
    const result = await Promise.race([playing, tooLong])
    if (result === null) throw new Error('El programa no acababa.')
    return result
  } finally {
    timer.abort()
  }
}
