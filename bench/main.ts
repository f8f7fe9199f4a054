import { availableParallelism, loadavg } from 'node:os'
import { fail } from '../scripts/run.mjs'
import { measureCapacity } from './calls/capacity.ts'
import { measureGrants } from './calls/grants.ts'
import { measureBesideLite } from './calls/lite.ts'
import { measureReadsDuringLogins } from './calls/logins.ts'
import { measureServerAtRest } from './calls/server-at-rest.ts'
import { measureThroughput } from './calls/throughput.ts'
import { measurePrediction, PREDICTION_TITLE } from './prediction.ts'
import { measureLighthouse } from './screen/lighthouse.ts'
import { measureYears, PHONE_TITLE } from './screen/years.ts'
import { type BenchServer, startServer, withDataDir } from './server.ts'
import { measureSizes } from './sizes.ts'
import { inSpanish, printTable } from './table.ts'

const GROUPS = {
  prediction: benchPrediction,
  sizes: benchSizes,
  server: benchServer,
  grants: benchGrants,
  capacity: benchCapacity,
  lite: benchLite,
  browser: benchBrowser,
}
type Group = keyof typeof GROUPS

/** Prints a table for each named group, or for all when none is named. README.md beside this says what is measured. */
export async function main(names: readonly string[], browserPath: string): Promise<void> {
  const unknown = names.filter((name) => !isGroup(name))
  if (unknown.length > 0)
    fail(`No existe el grupo «${unknown.join(', ')}». Los grupos son ${Object.keys(GROUPS).join(', ')}.`)
  const wanted = names.length === 0 ? Object.keys(GROUPS) : names
  process.stdout.write(`Node ${process.versions.node}, ${availableParallelism()} núcleos, ${load()}\n`)
  for (const name of wanted.filter(isGroup)) await GROUPS[name](browserPath)
  process.stdout.write(`\nAl acabar: ${load()}\n`)
}

function isGroup(name: string): name is Group {
  return Object.hasOwn(GROUPS, name)
}

/** Progress goes to stderr, so that stdout holds the tables alone and can be kept in a file. */
function say(text: string): void {
  process.stderr.write(`  … ${text}\n`)
}

/** The load is printed with the tables because a busy machine explains a bad figure. */
function load(): string {
  return `carga ${loadavg()
    .map((value) => inSpanish(value, 1))
    .join(' ')}`
}

function withServer<T>(work: (server: BenchServer) => Promise<T>): Promise<T> {
  return withDataDir(async (dataDir) => {
    const server = await startServer(dataDir)
    try {
      return await work(server)
    } finally {
      await server.stop()
    }
  })
}

function benchPrediction(): void {
  const rows = measurePrediction()
  if (rows !== null) printTable(PREDICTION_TITLE, rows)
  else process.stdout.write('\nNo están los sueños con que se mide la predicción: di dónde en SLEEP_DATA.\n')
}

async function benchSizes(): Promise<void> {
  printTable('Tamaños por la red, con gzip', await withServer(measureSizes))
}

async function benchServer(): Promise<void> {
  say('arranques del servidor')
  const atRest = await measureServerAtRest()
  const underLoad = await withServer(async (server) => [
    ...(await measureThroughput(server, say)),
    ...(await measureReadsDuringLogins(server, say)),
  ])
  printTable('Servidor', [...atRest, ...underLoad])
}

async function benchGrants(): Promise<void> {
  printTable('Familias que dejan entrar', await withServer((server) => measureGrants(server, say)))
}

async function benchCapacity(): Promise<void> {
  printTable('Qué ocupa cada cosa', await withServer((server) => measureCapacity(server, say)))
}

async function benchLite(): Promise<void> {
  printTable(
    'Otro servidor de las mismas llamadas',
    await withServer((server) => measureBesideLite(server, say)),
  )
}

async function benchBrowser(browserPath: string): Promise<void> {
  await withServer(async (server) => {
    const { login, diary } = await measureLighthouse(server, browserPath, say)
    printTable('Lighthouse, acceso desde un móvil nuevo', login)
    printTable('Lighthouse, diario en un móvil con la sesión iniciada', diary)
  })
  for (const records of [10_000, 100_000]) {
    const rows = await withServer((server) => measureYears(server, browserPath, records, say))
    printTable(`Móvil con ${inSpanish(records)} registros, ${PHONE_TITLE}`, rows)
  }
}
