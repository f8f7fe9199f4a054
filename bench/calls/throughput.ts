import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Method, parseRequest } from '../../server/rest/request/request.ts'
import { findTable, loadTables } from '../../server/rest/sql/schema.ts'
import { type Statement, toStatement } from '../../server/rest/sql/sql.ts'
import { createFamilies, newRecord, withDatabase } from '../family.ts'
import type { BenchServer } from '../server.ts'
import { median } from '../statistics.ts'
import { atLeast, figure, milliseconds, perSecond, type Row, ratio } from '../table.ts'
import { saturate, type WireRequest } from './load.ts'
import { processorMsOf } from './processes.ts'
import { changesQuery, insertRequest, readRequest } from './requests.ts'
import { inTurns, medianRatio, WARM_UP_MS } from './turns.ts'

/** Each connection has a family of its own, because the changes of one family wait for each other. */
const CONNECTIONS = 16
const ROUNDS = 25
const SLICE_MS = 300
const ANY_FAMILY = '00000000-0000-0000-0000-000000000000'

export async function measureThroughput(server: BenchServer, say: (text: string) => void): Promise<Row[]> {
  say('lecturas e inserciones frente al servidor mínimo')
  const families = await createFamilies(server, 'throughput', CONNECTIONS, 250)
  const bare = await startBareServer(server)
  try {
    return [
      ...(await compare(
        'leer 200 registros',
        bare,
        server,
        families.map((family) => readRequest(family)),
      )),
      ...(await compare('insertar un registro', bare, server, families.map(insertRequest))),
    ]
  } finally {
    bare.stop()
  }
}

type Measured = Pick<BenchServer, 'port' | 'pid'>

async function compare(
  what: string,
  bare: Measured,
  ours: Measured,
  requests: readonly WireRequest[],
): Promise<Row[]> {
  for (const { port } of [bare, ours]) await saturate(port, requests, WARM_UP_MS)
  const rounds = await inTurns(ROUNDS, [() => slice(ours, requests), () => slice(bare, requests)])
  const sides = [rounds.map(([own]) => own), rounds.map(([, other]) => other)]
  const drawn = (draw: (slices: Slice[]) => string) => sides.map(draw).join('; ')
  return [
    atLeast(
      `${what}: peticiones frente al servidor mínimo`,
      0.92,
      medianRatio(rounds.map(([own, other]) => [own.perSecond, other.perSecond])),
      ratio,
    ),
    figure(
      `${what}: servidor; servidor mínimo`,
      drawn((slices) => perSecond(median(slices.map((each) => each.perSecond)))),
    ),
    figure(
      `${what}: procesador de Node en cada uno`,
      drawn((slices) => milliseconds(total(slices, 'processorMs') / total(slices, 'answers'))),
    ),
  ]
}

interface Slice {
  perSecond: number
  answers: number
  /** The processor time is that of the answering process without the database; other programs hardly change it. */
  processorMs: number
}

async function slice({ port, pid }: Measured, requests: readonly WireRequest[]): Promise<Slice> {
  const before = processorMsOf(pid)
  const answers = await saturate(port, requests, SLICE_MS)
  return { ...answers, processorMs: processorMsOf(pid) - before }
}

function total(slices: readonly Slice[], part: 'answers' | 'processorMs'): number {
  return slices.reduce((sum, each) => sum + each[part], 0)
}

async function startBareServer(server: BenchServer): Promise<Measured & { stop: () => void }> {
  const program = fileURLToPath(new URL('bare-server.mjs', import.meta.url))
  const child = fork(program, [JSON.stringify(await workOf(server))])
  const [port] = await once(child, 'message')
  if (child.pid === undefined) throw new Error('El servidor mínimo no tiene número de proceso.')
  return { port, pid: child.pid, stop: () => child.disconnect() }
}

/** The bare server is given the statements that the table API itself makes, so that both do the same work. */
function workOf(server: BenchServer) {
  return withDatabase(server, async ({ pool }) => {
    const table = findTable(await loadTables(pool), 'sleep_records')
    const statement = (method: Method, query: string, body: string): Statement =>
      toStatement(table, parseRequest(method, { method, query, body, header: () => undefined }), true)
    const { host, port, user, database } = pool.options
    return {
      connection: { host, port, user, database },
      // It puts the caller's own family where this stands.
      familyId: ANY_FAMILY,
      read: statement('GET', changesQuery(ANY_FAMILY, 200), ''),
      insert: statement('POST', '', JSON.stringify(newRecord())),
    }
  })
}
