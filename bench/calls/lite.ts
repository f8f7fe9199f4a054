import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail, run } from '../../scripts/run.mjs'
import { createFamilies, type Family, manyRecords, post, withDatabase } from '../family.ts'
import { type BenchServer, withDataDir } from '../server.ts'
import { median } from '../statistics.ts'
import { atLeast, figure, perSecond, type Row, ratio } from '../table.ts'
import { saturate, type WireRequest } from './load.ts'
import { insertRequest, loginRequest, readRequest } from './requests.ts'
import { inTurns, medianRatio, type Pair, WARM_UP_MS } from './turns.ts'

/*
 * The other server that speaks the same calls from one Node process: `@supabase/lite`, with its own driver, on the same
 * PostgreSQL. Its table has ours' columns, the index that the read needs and a policy by account; no trigger, no check,
 * nothing that is counted once.
 */

const NAME = '@supabase/lite'
const PACKAGES = [`${NAME}@0.10.0`, 'postgres@3.4.9', '@hono/node-server@2.1.8']
const DATABASE = 'lite'
const APIKEY = 'sb_publishable_bench'
/** Each has as many connections to the database as there are callers. */
const CALLERS = 16
const RECORDS = 250
const ROUNDS = 15
const SLICE_MS = 400

const SCHEMA = `
  create table public.sleep_records (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null default auth.uid(),
    date date not null,
    type text not null,
    start_time text,
    end_time text,
    "time" text,
    duration integer,
    wake_ups integer not null default 0,
    quality text,
    disturbances text[] not null default '{}',
    feedings integer not null default 0,
    diaper_changes integer not null default 0,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    rev bigint generated always as identity,
    op_id uuid,
    taps jsonb not null default '[]',
    tap jsonb,
    logged_by uuid
  );
  create index on public.sleep_records (user_id, rev);
  alter table public.sleep_records enable row level security;
  create policy own on public.sleep_records for all to authenticated
    using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
  grant all on public.sleep_records to authenticated;`

export async function measureBesideLite(server: BenchServer, say: (text: string) => void): Promise<Row[]> {
  return withDataDir(async (folder) => {
    say(`instalando ${NAME} en una carpeta que se tira`)
    const install = ['install', '--prefix', folder, '--no-audit', '--no-fund', ...PACKAGES]
    if ((await run('npm', install, { output: 'ignore' })) !== 0) fail(`No se ha podido instalar ${NAME}.`)
    const lite = await startLite(server, folder)
    try {
      say(`las mismas peticiones a ${NAME}`)
      return await compareAll(server, lite.port)
    } finally {
      lite.stop()
    }
  })
}

async function startLite(server: BenchServer, folder: string) {
  const { host, port, user } = await withDatabase(server, async ({ pool }) => {
    await pool.query(`create database ${DATABASE}`)
    return pool.options
  })
  const program = join(folder, 'lite-server.mjs')
  copyFileSync(fileURLToPath(new URL('lite-server.mjs', import.meta.url)), program)
  const settings = {
    socket: `${host}/.s.PGSQL.${port}`,
    user,
    database: DATABASE,
    connections: CALLERS,
    schema: SCHEMA,
    apikey: APIKEY,
  }
  const child = fork(program, [JSON.stringify(settings)], { cwd: folder })
  const [ownPort] = await Promise.race([once(child, 'message'), ended(once(child, 'exit'))])
  return { port: ownPort as number, stop: () => child.disconnect() } // The program sends its port.
}

async function ended(exit: Promise<unknown>): Promise<never> {
  await exit
  throw new Error(`${NAME} ha terminado antes de responder.`)
}

/** An account there has the same calls, so the same requests fit it. */
async function createLiteFamily(port: number, index: number): Promise<Family> {
  const url = `http://127.0.0.1:${port}`
  const account = { email: `lite-${index}@example.org`, password: 'siesta-larga-y-buena' }
  const session = await (await post(`${url}/auth/v1/signup`, { apikey: APIKEY }, account)).json()
  const headers = { apikey: APIKEY, Authorization: `Bearer ${session.access_token}` }
  const store = async (rows: readonly object[]) => {
    await post(`${url}/rest/v1/sleep_records`, headers, rows)
  }
  await store(manyRecords(RECORDS))
  return { id: session.user.id, ...account, headers, store }
}

const CALLS: readonly [what: string, least: number, request: (family: Family) => WireRequest][] = [
  ['leer 200 registros', 3, readRequest],
  ['insertar un registro', 3, insertRequest],
  ['iniciar sesión', 8, loginRequest],
]

async function compareAll(server: BenchServer, litePort: number): Promise<Row[]> {
  const ours = await createFamilies(server, 'beside-lite', CALLERS, RECORDS)
  const theirs: Family[] = []
  for (let index = 0; index < CALLERS; index += 1) {
    theirs.push(await createLiteFamily(litePort, index))
  }
  const rows: Row[] = []
  for (const [what, least, request] of CALLS) {
    const ask = (port: number, families: readonly Family[]) => {
      const requests = families.map((family) => request(family))
      return async (ms = SLICE_MS) => (await saturate(port, requests, ms)).perSecond
    }
    const sides: Pair<ReturnType<typeof ask>> = [ask(server.port, ours), ask(litePort, theirs)]
    for (const side of sides) await side(WARM_UP_MS)
    const rounds = await inTurns(ROUNDS, sides)
    const [own, other] = [0, 1].map((side) => perSecond(median(rounds.map((pair) => pair[side] ?? 0))))
    rows.push(
      atLeast(`${what}: peticiones frente a ${NAME}`, least, medianRatio(rounds), ratio),
      figure(`${what}: servidor; ${NAME}`, `${own}; ${other}`),
    )
  }
  return rows
}
