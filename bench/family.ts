import { randomUUID } from 'node:crypto'
import { createClock, parseFixedNow } from '../core/clock.ts'
import { DEFAULT_PLAN } from '../core/plan.ts'
import type { SleepRecord } from '../core/sleep-record.ts'
import { addDays } from '../core/time.ts'
import { demoBaby, demoRecords } from '../demo/family.ts'
import { createUser } from '../server/auth/accounts.ts'
import { loadConfig } from '../server/config.ts'
import { openAdminDatabase } from '../server/db/admin-database.ts'
import type { Database } from '../server/db/open.ts'
import { loadSecrets } from '../server/secrets.ts'
import { type BenchServer, NOW, TODAY } from './server.ts'

type Draft = Omit<SleepRecord, 'id' | 'user_id'>
/** As the app sends it, with the id of the row and of the change. */
type NewRecord = Draft & { id: string; op_id: string }

/** An account, used as another device of the same family would. */
export interface Family {
  email: string
  password: string
  /** What every call in its name carries. */
  headers: Record<string, string>
  store(records: readonly NewRecord[]): Promise<void>
}

/** In one call. */
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
  return { ...account, headers, store }
}

/** The server's own database, beside the server. */
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

/** A good nap of today, but for what is said otherwise. */
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
    ...details,
  }
}

const DAYS_BACK = 43
/** The database takes no day before 2000: from then on a second child fills the same days. */
const TELLINGS = 200

/** The demo's six weeks, told again and again further back; none of them is still open. */
function manyRecords(count: number): NewRecord[] {
  const sixWeeks = demoRecords(nowInMs())
    .filter(({ type, end_time }) => type === 'despertar' || end_time !== null)
    .toReversed()
  return Array.from({ length: count }, (_, index) => {
    const record = sixWeeks[index % sixWeeks.length]
    if (record === undefined) throw new Error('The demo has no records')
    const telling = Math.floor(index / sixWeeks.length) % TELLINGS
    return newRecord({ ...record, date: addDays(record.date, -DAYS_BACK * telling) })
  })
}

function nowInMs(): number {
  const fixed = parseFixedNow(NOW)
  if (fixed.kind === 'malformed') throw new Error(`${NOW} is no moment`)
  return createClock(fixed, Date.now).now()
}

function configOf({ dataDir }: BenchServer) {
  return loadConfig({ ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' })
}

async function post(url: string, headers: Record<string, string>, body: object): Promise<Response> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`POST ${url}: ${answer.status} ${await answer.text()}`)
  return answer
}
