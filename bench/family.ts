import { randomUUID } from 'node:crypto'
import { DEFAULT_PLAN } from '../core/plan/plan.ts'
import type { SleepRecord } from '../core/records/sleep-record.ts'
import { createClock, parseFixedNow } from '../core/time/clock.ts'
import { addDays } from '../core/time/time.ts'
import { demoBaby, demoRecords } from '../demo/family.ts'
import { createUser } from '../server/auth/accounts/accounts.ts'
import { openAdminDatabase } from '../server/db/admin-database.ts'
import type { Database } from '../server/db/open.ts'
import { loadConfig } from '../server/settings/config.ts'
import { loadSecrets } from '../server/settings/secrets.ts'
import { type BenchServer, NOW, TODAY } from './server.ts'

type Draft = Omit<SleepRecord, 'id' | 'user_id'>
/** The app makes both ids, the row's and the change's, so that a call that is repeated counts once. */
type NewRecord = Draft & { id: string; op_id: string }

/** This is an account as a second device of the same family would use it. */
export interface Family {
  id: string
  email: string
  password: string
  /** Every call in the name of this family carries these headers. */
  headers: Record<string, string>
  store(records: readonly NewRecord[]): Promise<void>
}

/** One call carries at most this many rows, so that its body stays under the server's limit. */
const MOST_ROWS = 500

/** Everything goes through the table API, so policies, constraints and triggers take part. */
export async function createFamily(server: BenchServer, email: string, records: number): Promise<Family> {
  const account = { email, password: 'siesta-larga-y-buena' }
  await withDatabase(server, ({ pool }) => createUser(pool, account))
  const { anonKey: apikey } = await loadSecrets(configOf(server))
  const session = await post(`${server.url}/auth/v1/token?grant_type=password`, { apikey }, account)
  const { access_token: token, user } = await session.json()
  const headers = { apikey, Authorization: `Bearer ${token}` }
  const insert = (table: string, rows: object) => post(`${server.url}/rest/v1/${table}`, headers, rows)
  await insert('baby_info', { id: user.id, ...demoBaby(nowInMs()) })
  await insert('sleep_plans', { id: user.id, ...DEFAULT_PLAN })
  const store = async (rows: readonly NewRecord[]) => {
    for (let from = 0; from < rows.length; from += MOST_ROWS) {
      await insert('sleep_records', rows.slice(from, from + MOST_ROWS))
    }
  }
  await store(manyRecords(records))
  return { id: user.id, ...account, headers, store }
}

/** Makes so many families, each with its own address. */
export async function createFamilies(
  server: BenchServer,
  name: string,
  count: number,
  records: number,
): Promise<Family[]> {
  const families: Family[] = []
  for (let index = 0; index < count; index += 1)
    families.push(await createFamily(server, `${name}-${index}@example.org`, records))
  return families
}

/** Opens a connection of its own to the server's database while the server runs, and closes it after `work`. */
export async function withDatabase<T>(
  server: BenchServer,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openAdminDatabase(configOf(server))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Makes a good nap of today; `details` replace what should be different. */
export function newRecord(details: Partial<Draft> = {}): NewRecord {
  return {
    id: randomUUID(),
    op_id: randomUUID(),
    date: TODAY,
    type: 'siesta',
    start_time: '13:35',
    end_time: '15:05',
    time: null,
    duration: 90,
    wake_ups: 0,
    quality: 'buena',
    disturbances: ['teething'],
    feedings: 1,
    diaper_changes: 0,
    taps: [],
    ...details,
  }
}

const DAYS_BACK = 43
/** The database takes no day before 2000, so after this many tellings a second child fills the same days. */
const TELLINGS = 200

/** Tells the demo's six weeks again and again, further back each time. Sleeps that still run are left out. */
export function manyRecords(count: number): NewRecord[] {
  const sixWeeks = demoRecords(nowInMs())
    .filter(({ type, end_time }) => type === 'despertar' || end_time !== null)
    .toReversed()
  return Array.from({ length: count }, (_, index) => {
    const record = sixWeeks[index % sixWeeks.length]
    if (record === undefined) throw new Error('La demo no tiene registros.')
    const telling = Math.floor(index / sixWeeks.length) % TELLINGS
    return newRecord({ ...record, date: addDays(record.date, -DAYS_BACK * telling) })
  })
}

function nowInMs(): number {
  const fixed = parseFixedNow(NOW)
  if (fixed.kind === 'malformed') throw new Error(`${NOW} no es ninguna hora.`)
  return createClock(fixed, Date.now).now()
}

function configOf({ dataDir }: BenchServer) {
  return loadConfig({ ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' })
}

export async function post(url: string, headers: Record<string, string>, body: object): Promise<Response> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`POST ${url}: ${answer.status} ${await answer.text()}`)
  return answer
}
