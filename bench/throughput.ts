import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Method, parseRequest } from '../server/rest/request.ts'
import { findTable, loadTables } from '../server/rest/schema.ts'
import { type Statement, toStatement } from '../server/rest/sql.ts'
import { createFamily, type Family, newRecord, withDatabase } from './family.ts'
import { type Request, saturate } from './load.ts'
import type { BenchServer } from './server.ts'
import { median } from './statistics.ts'
import { atLeast, figure, perSecond, type Row, ratio } from './table.ts'

/** One family each: the changes of one family wait for each other. */
const CONNECTIONS = 16
const ROUNDS = 15
const SLICE_MS = 600
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
      ...(await compare('read 200 records', bare.port, server.port, families.map(readRequest))),
      ...(await compare('insert a record', bare.port, server.port, families.map(insertRequest))),
    ]
  } finally {
    bare.stop()
  }
}

/** Slices in turns, the order reversed each time, so that what else the machine does falls on both alike. */
async function compare(
  what: string,
  bare: number,
  ours: number,
  requests: readonly Request[],
): Promise<Row[]> {
  for (const port of [bare, ours]) await saturate(port, requests, WARM_UP_MS)
  const rounds: { bare: number; ours: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const oursFirst = round % 2 === 0 ? null : await saturate(ours, requests, SLICE_MS)
    const bareRate = await saturate(bare, requests, SLICE_MS)
    rounds.push({ bare: bareRate, ours: oursFirst ?? (await saturate(ours, requests, SLICE_MS)) })
  }
  const share = median(rounds.map((round) => round.ours / round.bare))
  return [
    atLeast(`${what}: requests against a bare handler`, 0.8, share, ratio),
    figure(
      `${what}: server, bare handler`,
      `${perSecond(median(rounds.map((round) => round.ours)))}, ${perSecond(median(rounds.map((round) => round.bare)))}`,
    ),
  ]
}

async function startBareServer(server: BenchServer): Promise<{ port: number; stop: () => void }> {
  const program = fileURLToPath(new URL('bare-server.mjs', import.meta.url))
  const child = fork(program, [JSON.stringify(await workOf(server))])
  const [port] = await once(child, 'message')
  return { port, stop: () => child.disconnect() }
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
  const text = `${head(`GET /rest/v1/sleep_records?${READ_QUERY}`, headers)}\r\n`
  return () => text
}

function insertRequest({ headers }: Family): Request {
  const start = head('POST /rest/v1/sleep_records', headers)
  return () => {
    const body = JSON.stringify(newRecord())
    return `${start}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }
}

function head(line: string, headers: Family['headers']): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}`
}
