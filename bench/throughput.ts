import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Method, parseRequest } from '../server/rest/request.ts'
import { findTable, loadTables } from '../server/rest/schema.ts'
import { type Statement, toStatement } from '../server/rest/sql.ts'
import { createFamily, type Family, newRecord, withDatabase } from './family.ts'
import { headOf, type Request, saturate, withJson } from './load.ts'
import type { BenchServer } from './server.ts'
import { median } from './statistics.ts'
import { atLeast, figure, milliseconds, perSecond, type Row, ratio } from './table.ts'

/** One family each: the changes of one family wait for each other. */
const CONNECTIONS = 16
const ROUNDS = 25
const SLICE_MS = 300
const WARM_UP_MS = 1_000

const READ_QUERY = 'select=*&rev=gt.0&order=rev&limit=200'

export async function measureThroughput(server: BenchServer, say: (text: string) => void): Promise<Row[]> {
  say('reads and inserts against a bare handler')
  const families: Family[] = []
  for (let index = 0; index < CONNECTIONS; index += 1) {
    families.push(await createFamily(server, `throughput-${index}@example.org`, 250))
  }
  const bare = await startBareServer(server)
  try {
    return [
      ...(await compare('read 200 records', bare, server, families.map(readRequest))),
      ...(await compare('insert a record', bare, server, families.map(insertRequest))),
    ]
  } finally {
    bare.stop()
  }
}

type Measured = Pick<BenchServer, 'port' | 'pid'>

/** Slices in turns, the order reversed each time, so that what else the machine does falls on both alike. */
async function compare(
  what: string,
  bare: Measured,
  ours: Measured,
  requests: readonly Request[],
): Promise<Row[]> {
  for (const { port } of [bare, ours]) await saturate(port, requests, WARM_UP_MS)
  const rounds: { bare: Slice; ours: Slice }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const oursFirst = round % 2 === 0 ? null : await slice(ours, requests)
    const bareSlice = await slice(bare, requests)
    rounds.push({ bare: bareSlice, ours: oursFirst ?? (await slice(ours, requests)) })
  }
  const sides = [rounds.map((round) => round.ours), rounds.map((round) => round.bare)]
  const drawn = (draw: (slices: Slice[]) => string) => sides.map(draw).join(', ')
  return [
    atLeast(
      `${what}: requests against a bare handler`,
      0.8,
      median(rounds.map((round) => round.ours.perSecond / round.bare.perSecond)),
      ratio,
    ),
    figure(
      `${what}: server, bare handler`,
      drawn((slices) => perSecond(median(slices.map((each) => each.perSecond)))),
    ),
    figure(
      `${what}: processor time of Node each`,
      drawn((slices) => milliseconds(total(slices, 'processorMs') / total(slices, 'answers'))),
    ),
  ]
}

interface Slice {
  perSecond: number
  answers: number
  /** Of the process that answers, without the database. Other programs on the machine hardly change it. */
  processorMs: number
}

async function slice({ port, pid }: Measured, requests: readonly Request[]): Promise<Slice> {
  const before = processorMsOf(pid)
  const answers = await saturate(port, requests, SLICE_MS)
  return { ...answers, processorMs: processorMsOf(pid) - before }
}

/** Linux counts in hundredths of a second. */
function processorMsOf(pid: number): number {
  const [, afterName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = afterName.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * 10
}

function total(slices: readonly Slice[], part: 'answers' | 'processorMs'): number {
  return slices.reduce((sum, each) => sum + each[part], 0)
}

async function startBareServer(server: BenchServer): Promise<Measured & { stop: () => void }> {
  const program = fileURLToPath(new URL('bare-server.mjs', import.meta.url))
  const child = fork(program, [JSON.stringify(await workOf(server))])
  const [port] = await once(child, 'message')
  if (child.pid === undefined) throw new Error('The bare handler has no process id')
  return { port, pid: child.pid, stop: () => child.disconnect() }
}

/** The table API's own statements. */
function workOf(server: BenchServer) {
  return withDatabase(server, async ({ pool }) => {
    const table = findTable(await loadTables(pool), 'sleep_records')
    const statement = (method: Method, query: string, body: string): Statement =>
      toStatement(table, parseRequest(method, { method, query, body, header: () => undefined }))
    const { host, port, user, database } = pool.options
    return {
      connection: { host, port, user, database },
      read: statement('GET', READ_QUERY, ''),
      insert: statement('POST', '', JSON.stringify(newRecord())),
    }
  })
}

export function readRequest({ headers }: Family): Request {
  const text = `${headOf(`GET /rest/v1/sleep_records?${READ_QUERY}`, headers)}\r\n`
  return () => text
}

function insertRequest({ headers }: Family): Request {
  const head = headOf('POST /rest/v1/sleep_records', headers)
  return () => withJson(head, newRecord())
}
