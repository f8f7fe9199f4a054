import { availableParallelism, loadavg } from 'node:os'
import { fail } from '../scripts/run.mjs'
import { brokenBy, FALL_KINDS, type Fall, type FallKind, playFall } from './falls.ts'
import { type Findings, makeAccounts, type Phones, startPhones } from './load/phones.ts'
import { linesOf, seconds, tableOf } from './report.ts'
import { type Cluster, startCluster } from './world/cluster.ts'
import { ADDRESS_HEADER } from './world/servers.ts'

const ROUNDS = 10
const PHONES = 200

interface Options {
  rounds: number
  phones: number
  only: FallKind | null
}

/**
 * `--rounds N` lets each part fall so often instead of ten times, `--phones N` puts so many under it instead of 200,
 * `--only PART` lets one alone fall. `bin` is the folder of PostgreSQL's programs. Resolves to the exit code.
 */
export async function main(args: readonly string[], bin = ''): Promise<number> {
  const options = parseOptions(args)
  const [load = 0] = loadavg()
  say(`${availableParallelism()} núcleos, carga ${load.toFixed(1)}, ${options.phones} teléfonos`)
  const interruption = new AbortController()
  const interrupt = () => interruption.abort(new Error('Interrumpido'))
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  const falls: Fall[] = []
  const broken: string[] = []
  try {
    const cluster = await startCluster(bin, interruption.signal, say)
    try {
      const findings = await play(cluster, options, interruption.signal, (fall) => {
        falls.push(fall)
        broken.push(...brokenBy(fall))
      })
      linesOf(findings).forEach(say)
      const { lost, doubled, signedOut, faults } = findings
      broken.push(...lost, ...doubled, ...signedOut, ...faults)
    } finally {
      await cluster.stop()
    }
  } catch (error) {
    broken.push(error instanceof Error ? error.message : String(error))
  }
  tableOf(falls).forEach(say)
  for (const words of broken.slice(0, 20)) say(`  FALLO: ${words}`)
  const failed = falls.filter((fall) => brokenBy(fall).length > 0).length
  say(`superadas: ${falls.length - failed}, con fallos: ${Math.max(failed, Math.min(broken.length, 1))}`)
  return broken.length === 0 && falls.length > 0 ? 0 : 1
}

async function play(
  cluster: Cluster,
  { rounds, phones: howMany, only }: Options,
  interrupted: AbortSignal,
  onFall: (fall: Fall) => void,
): Promise<Findings> {
  const { url, anonKey, connectionString } = cluster
  const emails = await makeAccounts(connectionString, howMany)
  const begunAt = performance.now()
  const phones = await startPhones({ url, anonKey, addressHeader: ADDRESS_HEADER }, emails)
  await phones.served(begunAt, interrupted)
  say(`${howMany} teléfonos con sesión, en ${seconds(performance.now() - begunAt)}`)
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const kind of FALL_KINDS.filter((one) => only === null || one === only)) {
        const fall = await playFall(kind, round, cluster, phones, interrupted)
        onFall(fall)
        say(`${round}/${rounds} ${lineOf(fall)}`)
      }
      await judge(phones, round)
    }
  } catch (error) {
    if (interrupted.aborted) throw error
    throw new Error(`${messageOf(error)}\n${await cluster.said()}`, { cause: error })
  }
  return phones.finish()
}

async function judge(phones: Phones, round: number): Promise<void> {
  const { acknowledged, lost, doubled, signedOut, faults } = await phones.judge()
  const counts = [
    `${lost.length} perdidos`,
    `${doubled.length} repetidos`,
    `${signedOut.length} sesiones cerradas`,
  ]
  say(
    `  ronda ${round}: ${acknowledged} guardados confirmados, ${counts.join(', ')}, ${faults.length} respuestas que no tocan`,
  )
}

function lineOf({ what, waits, returning, wholeMs }: Fall): string {
  return [
    `cae ${what}: lecturas ${seconds(waits.read)}`,
    `guardados ${seconds(waits.save)}`,
    `avisos ${seconds(waits.hear)}`,
    `entero ${seconds(wholeMs)} (al volver, ${seconds(returning.read)} y ${seconds(returning.save)})`,
  ].join(' · ')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function parseOptions(args: readonly string[]): Options {
  const options: Options = { rounds: ROUNDS, phones: PHONES, only: null }
  for (let index = 0; index < args.length; index += 2) {
    const [name, value = ''] = [args[index], args[index + 1]]
    const number = Number(value)
    const kind = FALL_KINDS.find((one) => one === value)
    if (name === '--rounds' && Number.isInteger(number) && number > 0) options.rounds = number
    else if (name === '--phones' && Number.isInteger(number) && number > 0 && number % 2 === 0)
      options.phones = number
    else if (name === '--only' && kind !== undefined) options.only = kind
    else
      fail(
        `No entiendo «${name} ${value}». Las opciones son --rounds N, --phones N (par) y --only ${FALL_KINDS.join('|')}.`,
      )
  }
  return options
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
