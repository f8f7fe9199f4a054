import { once } from 'node:events'
import { fail } from '../scripts/run.mjs'
import { changeAccessAllTheWhile } from './access/change-access-all-the-while.ts'
import { interleaveFamilies } from './families.ts'
import { PROPERTIES, type PropertyName } from './properties.ts'
import { refreshStorm, stormOf } from './refresh-storm.ts'
import { openTarget, type Target } from './target.ts'

const LANES = 8
/** Queries have the most ways to be written; two families need no more to meet on every connection. */
const RUNS: Readonly<Record<string, number>> = { queries: 1_000_000, families: 10_000, access: 10_000 }
const OTHER_RUNS = 100_000

interface Options {
  /** Null: as many as the kind has by itself. */
  runs: number | null
  seed: number
  only: string | null
}

/**
 * `--runs N` sends so many requests of each kind instead of its own number (`RUNS`), `--seed N` repeats an earlier run,
 * and `--only KIND` plays one kind alone: a name in `PROPERTIES`, `families`, `access` or `storm`.
 */
function parseOptions(args: readonly string[]): Options {
  const options: Options = { runs: null, seed: Math.floor(Math.random() * 2 ** 31), only: null }
  for (let index = 0; index < args.length; index += 2) {
    const [name, value = ''] = [args[index], args[index + 1]]
    if (name === '--only') options.only = value
    else if (name === '--runs') options.runs = wholeNumber(name, value)
    else if (name === '--seed') options.seed = wholeNumber(name, value)
    else fail(`No entiendo «${name}». Las opciones son --runs N, --seed N y --only CLASE.`)
  }
  return options
}

function wholeNumber(name: string, value: string): number {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : fail(`«${name}» espera un número.`)
}

/** How much of a kind is sent, in what it is counted, and how often the run says how far it has come. */
interface Course {
  total: number
  unit: 'peticiones' | 'rondas'
  sayEvery: number
}

/**
 * Resolves to the exit code, which is 0 when something was played and all of it passed. A run that is interrupted says
 * how far it came, and has not passed.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { runs, seed, only } = parseOptions(args)
  const requests = (name: string): Course => ({
    total: runs ?? RUNS[name] ?? OTHER_RUNS,
    unit: 'peticiones',
    sayEvery: 10_000,
  })
  say(`semilla ${seed}`)
  let isInterrupted = false
  const interruption = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]).then(() => {
    isInterrupted = true
    throw new Error('Interrumpido')
  })
  // Between two kinds nobody waits for it.
  interruption.catch(() => undefined)
  const outcomes: boolean[] = []
  const attempt = async (
    name: string,
    { total, unit, sayEvery }: Course,
    play: (target: Target, total: number, sent: () => void) => Promise<void>,
  ) => {
    if ((only !== null && only !== name) || isInterrupted) return
    let count = 0
    const course = () => `${inSpanish(count)} de ${inSpanish(total)} ${unit}`
    const sent = () => {
      count += 1
      if (count % sayEvery === 0) say(`${name}: ${course()}`)
    }
    const target = await openTarget()
    const started = performance.now()
    try {
      await Promise.race([play(target, total, sent), interruption])
      // An administrator may give roles, so for them a changed role is no harm.
      if (name !== 'administration') await target.unharmed()
      outcomes.push(true)
      say(`${name}: superado en ${Math.round((performance.now() - started) / 1000)} s`)
    } catch (error) {
      outcomes.push(false)
      if (isInterrupted) say(`${name}: interrumpido tras ${course()}`)
      else say(`${name}: FALLO\n${error instanceof Error ? error.message : String(error)}`)
    } finally {
      await target.server.stop()
    }
  }
  for (const name of Object.keys(PROPERTIES) as PropertyName[]) {
    // Object.keys forgets that these are property names, which is why the cast above is right.
    await attempt(name, requests(name), (target, total, sent) => playLanes(name, target, total, seed, sent))
  }
  await attempt('families', requests('families'), ({ server }, total, sent) =>
    interleaveFamilies(server, { requests: total, seed }, sent),
  )
  await attempt('access', requests('access'), async ({ server }, total, sent) => {
    const { judged, eitherWay, ...figures } = await changeAccessAllTheWhile(
      server,
      { accounts: 40, grants: 100, requests: total, seed },
      sent,
    )
    say(
      `access: ${inSpanish(figures.requests)} peticiones, ${inSpanish(figures.changes)} cambios de acceso; escrituras tomadas ${inSpanish(figures.writesTaken)}, rechazadas ${inSpanish(figures.writesRefused)}; miradas ${inSpanish(figures.looks)}; juicios ${inSpanish(judged)}, y ${inSpanish(eitherWay)} a la vez que un cambio`,
    )
  })
  const storm = stormOf(requests('storm').total)
  await attempt('storm', { total: storm.rounds, unit: 'rondas', sayEvery: 10 }, ({ server }, _, sent) =>
    refreshStorm(server, storm, sent),
  )
  const passed = outcomes.filter(Boolean).length
  say(`superados: ${passed}, con fallos: ${outcomes.length - passed}`)
  return passed === outcomes.length && passed > 0 ? 0 : 1
}

async function playLanes(
  name: PropertyName,
  target: Target,
  runs: number,
  seed: number,
  sent: () => void,
): Promise<void> {
  const lane = (_: unknown, index: number) =>
    PROPERTIES[name](target, { runs: Math.ceil(runs / LANES), seed: seed + index, sent })
  await Promise.all(Array.from({ length: LANES }, lane))
}

function inSpanish(count: number): string {
  return count.toLocaleString('es-ES', { useGrouping: 'always' })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
