import { setMaxListeners } from 'node:events'
import { createFamilies, createFamily, type Family, post, withDatabase } from '../family.ts'
import type { BenchServer } from '../server.ts'
import { atMost, count, figure, inSpanish, kilobytes, type Row, ratio } from '../table.ts'
import { saturate, type WireRequest } from './load.ts'
import { processorMsBelow, processorMsOf } from './processes.ts'
import { askRequest, insertRequest, loginRequest, readRequest } from './requests.ts'
import { inTurns, medianRatio } from './turns.ts'

/*
 * What docs/capacity.md reckons with: what a record, an account, a request and a phone that waits take.
 */

/** Pages of a table are of 8 KB, so a table has to be of many for its share of a row to be true. */
const FAMILIES = 64
const RECORDS = 1_500
const AT_ONCE = 16
const SLICE_MS = 6_000
/** An account has room for twenty waits. */
const WAITS_EACH = 15
const WAIT_MS = 15_000

/** All that grows with each record: its row, what finds it, and the ids of changes. */
const OF_RECORDS = [
  'sleep_records',
  'sleep_records_pkey',
  'sleep_records_newest_first_idx',
  'sleep_records_rev_idx',
  'sync_ops',
  'sync_ops_pkey',
]

export async function measureCapacity(server: BenchServer, say: (text: string) => void): Promise<Row[]> {
  const empty = await bytesStored(server)
  say(`${count(FAMILIES * RECORDS)} registros de ${FAMILIES} familias`)
  const families = await createFamilies(server, 'capacity', FAMILIES, RECORDS)
  // Its few rows are written anew with each record, and what that leaves is cleaned up sooner or later.
  await query(server, 'vacuum full public.sync_state')
  const stored = await bytesStored(server)
  return [
    ...storageRows(empty, stored),
    ...(await logRows(server, families, say)),
    ...(await requestRows(server, families, say)),
    ...(await waitRows(server, families, say)),
    ...(await yearsRows(server, say)),
  ]
}

type Bytes = ReadonlyMap<string, number>

function storageRows(empty: Bytes, stored: Bytes): Row[] {
  const grown = (name: string) => (stored.get(name) ?? 0) - (empty.get(name) ?? 0)
  const all = [...stored.keys()].reduce((sum, name) => sum + grown(name), 0)
  const ofRecords = OF_RECORDS.reduce((sum, name) => sum + grown(name), 0)
  const perRecord = (bytes: number) => `${count(bytes / (FAMILIES * RECORDS))} bytes`
  return [
    figure('un registro en el disco, con lo que lo encuentra', perRecord(ofRecords)),
    ...OF_RECORDS.map((name) => figure(`  ${name}`, perRecord(grown(name)))),
    figure('una cuenta en el disco, sin sus registros', kilobytes((all - ofRecords) / FAMILIES)),
  ]
}

/** What is written to the log is what a standby receives and an archive keeps. */
async function logRows(
  server: BenchServer,
  families: readonly Family[],
  say: (text: string) => void,
): Promise<Row[]> {
  say('el diario de cambios de la base de datos')
  const written = () => readNumbers(server, 'select wal_bytes, wal_fpi from pg_stat_wal')
  await query(server, 'checkpoint')
  const before = await written()
  const { answers } = await saturate(server.port, families.slice(0, AT_ONCE).map(insertRequest), SLICE_MS)
  // The figures come a moment later than what they tell of.
  await query(server, 'select pg_stat_force_next_flush()')
  const after = await written()
  const each = (name: string) => ((after[name] ?? 0) - (before[name] ?? 0)) / answers
  return [
    figure('una inserción en el diario de cambios', kilobytes(each('wal_bytes'))),
    figure('  páginas enteras, tras un punto de control', inSpanish(each('wal_fpi'), 2)),
  ]
}

type Asked = { answers: number; perSecond: number }
/** Prepares, and returns what asks: only that is measured. */
type Prepare = (server: BenchServer, families: readonly Family[]) => Promise<() => Promise<Asked>>

const saturating =
  (request: (family: Family) => WireRequest): Prepare =>
  async ({ port }, families) => {
    const requests = families.map((family) => request(family))
    return () => saturate(port, requests, SLICE_MS)
  }

const REQUESTS: Readonly<Record<string, Prepare>> = {
  'preguntar si hay algo nuevo': saturating(askRequest),
  'leer 200 registros': saturating(readRequest),
  'insertar un registro': saturating(insertRequest),
  'renovar la sesión': renewSessions,
  'iniciar sesión': saturating(loginRequest),
}

/** Each token of a session is good for one renewal, so every family asks with what its last answer brought. */
async function renewSessions(
  { url }: BenchServer,
  families: readonly Family[],
): Promise<() => Promise<Asked>> {
  const begin = async (headers: Record<string, string>, grant: string, body: object) => {
    const answer = await post(`${url}/auth/v1/token?grant_type=${grant}`, headers, body)
    return (await answer.json()).refresh_token
  }
  const sessions = await Promise.all(
    families.map(async ({ email, password, headers: { apikey = '' } }) => ({
      headers: { apikey },
      token: await begin({ apikey }, 'password', { email, password }),
    })),
  )
  return async () => {
    const startedAt = performance.now()
    let answers = 0
    const renew = async ({ headers, token }: (typeof sessions)[number]) => {
      for (let last = token; performance.now() - startedAt < SLICE_MS; answers += 1)
        last = await begin(headers, 'refresh_token', { refresh_token: last })
    }
    await Promise.all(sessions.map(renew))
    return { answers, perSecond: (answers / (performance.now() - startedAt)) * 1000 }
  }
}

async function requestRows(
  server: BenchServer,
  families: readonly Family[],
  say: (text: string) => void,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, prepare] of Object.entries(REQUESTS)) {
    say(`el procesador: ${what}`)
    const ask = await prepare(server, families.slice(0, AT_ONCE))
    const before = processorsOf(server)
    const { answers, perSecond } = await ask()
    const after = processorsOf(server)
    const each = (part: 'node' | 'database') => `${inSpanish((after[part] - before[part]) / answers, 2)} ms`
    rows.push(
      figure(`${what}: procesador de Node; de PostgreSQL`, `${each('node')}; ${each('database')}`),
      figure('  a la vez, en esta máquina', `${count(perSecond)}/s`),
    )
  }
  return rows
}

/** Measures what phones cost that are open and wait for news that doesn't come. */
async function waitRows(
  server: BenchServer,
  families: readonly Family[],
  say: (text: string) => void,
): Promise<Row[]> {
  const waits = families.flatMap((family) => Array.from({ length: WAITS_EACH }, () => family))
  say(`${count(waits.length)} móviles que esperan novedades`)
  const known = new Map<Family, number>()
  for (const family of families) known.set(family, await lastChange(server, family))
  const leaving = new AbortController()
  setMaxListeners(0, leaving.signal)
  const wait = async (family: Family): Promise<void> => {
    while (!leaving.signal.aborted)
      await fetch(`${server.url}/events/v1/changes?after=${known.get(family)}`, {
        headers: family.headers,
        signal: leaving.signal,
      }).then((answer) => answer.text())
  }
  const waiting = waits.map((family) =>
    wait(family).catch((error: unknown) => {
      if (!leaving.signal.aborted) throw error
    }),
  )
  await Promise.race([Promise.all(waiting), after(WAIT_MS)])
  const before = processorsOf(server)
  await Promise.race([Promise.all(waiting), after(WAIT_MS)])
  const spent = processorsOf(server)
  leaving.abort()
  await Promise.all(waiting)
  const eachSecond = (part: 'node' | 'database') =>
    `${inSpanish((spent[part] - before[part]) / (WAIT_MS / 1000) / (waits.length / 1000), 1)} ms`
  return [
    figure(
      'mil móviles que esperan, cada segundo: procesador de Node; de PostgreSQL',
      `${eachSecond('node')}; ${eachSecond('database')}`,
    ),
  ]
}

const FEW = 100
const MANY = 100_000
const ROUNDS = 15
const TURN_MS = 400

/** Measures what a family's own records cost its requests: the same ones of a family of few and of one of many. */
async function yearsRows(server: BenchServer, say: (text: string) => void): Promise<Row[]> {
  say(`las mismas peticiones con ${count(FEW)} y con ${count(MANY)} registros`)
  const few = await createFamily(server, 'few@example.org', FEW)
  const many = await createFamily(server, 'many@example.org', MANY)
  const rows: Row[] = []
  for (const [what, request] of Object.entries(OF_YEARS)) {
    const perSecond = (family: Family) => async () =>
      (await saturate(server.port, [request(family)], TURN_MS)).perSecond
    const cost = medianRatio(await inTurns(ROUNDS, [perSecond(few), perSecond(many)]))
    rows.push(atMost(`${what}: coste con ${count(MANY)} registros frente a ${count(FEW)}`, 1.2, cost, ratio))
  }
  return rows
}

const OF_YEARS: Readonly<Record<string, (family: Family) => WireRequest>> = {
  'preguntar si hay algo nuevo': askRequest,
  'leer 50 registros': (family) => readRequest(family, 50),
  'insertar un registro': insertRequest,
}

async function lastChange(server: BenchServer, { headers, id }: Family): Promise<number> {
  const answer = await fetch(`${server.url}/rest/v1/sync_state?select=rev&user_id=eq.${id}`, { headers })
  const [row] = await answer.json()
  return row.rev
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function processorsOf({ pid }: BenchServer) {
  return { node: processorMsOf(pid), database: processorMsBelow(pid) }
}

/** Returns the bytes of every table and index, by its name. */
async function bytesStored(server: BenchServer): Promise<Bytes> {
  const rows = await query(
    server,
    `select relname as name, pg_relation_size(oid) as bytes from pg_class
     where relkind in ('r', 'i', 't') and relnamespace <> 'pg_catalog'::regnamespace`,
  )
  return new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)]))
}

async function readNumbers(server: BenchServer, text: string): Promise<Record<string, number>> {
  const [row = {}] = await query(server, text)
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]))
}

function query(server: BenchServer, text: string): Promise<Record<string, unknown>[]> {
  return withDatabase(server, async ({ pool }) => (await pool.query(text)).rows)
}
