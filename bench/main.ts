import { availableParallelism, loadavg } from 'node:os'
import { measureLighthouse } from './lighthouse.ts'
import { measureReadsDuringLogins } from './logins.ts'
import { type BenchServer, startServer, withDataDir } from './server.ts'
import { measureServerAtRest } from './server-at-rest.ts'
import { measureSizes } from './sizes.ts'
import { printTable } from './table.ts'
import { measureThroughput } from './throughput.ts'
import { measureYears, PHONE_TITLE } from './years.ts'

const GROUPS = { sizes: benchSizes, server: benchServer, browser: benchBrowser }
type Group = keyof typeof GROUPS

/** Prints a table per group; without names, of all of them. What is measured against what: README.md beside this. */
export async function main(names: readonly string[], browserPath: string): Promise<void> {
  const unknown = names.filter((name) => !isGroup(name))
  if (unknown.length > 0)
    throw new Error(`No such group: ${unknown.join(', ')}. There are ${Object.keys(GROUPS).join(', ')}.`)
  const wanted = names.length === 0 ? Object.keys(GROUPS) : names
  process.stdout.write(`Node ${process.versions.node}, ${availableParallelism()} cores, ${load()}\n`)
  for (const name of wanted.filter(isGroup)) await GROUPS[name](browserPath)
  process.stdout.write(`\nAt the end: ${load()}\n`)
}

function isGroup(name: string): name is Group {
  return Object.hasOwn(GROUPS, name)
}

/** Progress goes to stderr: stdout holds the tables. */
function say(text: string): void {
  process.stderr.write(`  … ${text}\n`)
}

/** A busy machine explains a bad figure. */
function load(): string {
  return `load ${loadavg()
    .map((value) => value.toFixed(1))
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

async function benchSizes(): Promise<void> {
  printTable('Sizes over the wire, gzip', await withServer(measureSizes))
}

async function benchServer(): Promise<void> {
  say('server starts')
  const atRest = await measureServerAtRest()
  const underLoad = await withServer(async (server) => [
    ...(await measureThroughput(server, say)),
    ...(await measureReadsDuringLogins(server, say)),
  ])
  printTable('Server', [...atRest, ...underLoad])
}

async function benchBrowser(browserPath: string): Promise<void> {
  await withServer(async (server) => {
    const { login, diary } = await measureLighthouse(server, browserPath, say)
    printTable('Lighthouse, login of a phone that was never here', login)
    printTable('Lighthouse, diary of a phone that is signed in', diary)
  })
  for (const records of [10_000, 100_000]) {
    const rows = await withServer((server) => measureYears(server, browserPath, records, say))
    printTable(`Phone with ${records.toLocaleString('en')} records, ${PHONE_TITLE}`, rows)
  }
}
