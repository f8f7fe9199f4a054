import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { DEFAULT_PLAN } from '../core/plan/plan.ts'
import { createClock } from '../core/time/clock.ts'
import { createUser } from '../server/auth/accounts/accounts.ts'
import { asRole, type Claims } from '../server/db/as-role.ts'
import { endWhenTold, type RunningServer, startServer } from '../server/main.ts'
import { type Config, loadConfig, parsedFixedNow } from '../server/settings/config.ts'
import { demoBaby, demoRecords } from './family.ts'

const EMAIL = 'demo@nana.example'
const PASSWORD = 'dulces-siestas'
const DEMO_DATE = '2025-08-11'

/** Starts a server on a throw-away data directory with one family in it, and says how to enter. */
export async function runDemo(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nana-demo-'))
  // As root the database runs as another user, who has to reach its folder.
  chmodSync(dataDir, 0o711)
  const removeData = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const config = loadConfig({ FIXED_NOW: DEMO_DATE, ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' })
    const server = await startOnFreePort(config)
    endWhenTold(() => server.stop().finally(removeData))
    await addFamily(server, config)
    announce(server.url)
  } catch (error) {
    removeData()
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/** The configured port, or any free one when it is taken: a demo asks nothing. */
async function startOnFreePort(config: Config): Promise<RunningServer> {
  try {
    return await startServer(config)
  } catch (error) {
    if (process.env.PORT) throw error
    return await startServer(
      loadConfig({
        ...process.env,
        DATA_DIR: config.dataDir,
        FIXED_NOW: config.fixedNow ?? '',
        PORT: '0',
        DATABASE_URL: '',
      }),
    )
  }
}

async function addFamily({ db }: RunningServer, config: Config): Promise<void> {
  if (db === null) throw new Error('La demo necesita su propia base de datos: quita SUPABASE_URL.')
  const { pool } = db
  const { id: userId } = await createUser(pool, { email: EMAIL, password: PASSWORD })
  const now = createClock(parsedFixedNow(config), Date.now).now()
  const claims: Claims = { role: 'authenticated', sub: userId }
  await insertAs(pool, claims, 'baby_info', [{ id: userId, ...demoBaby(now) }])
  await insertAs(pool, claims, 'sleep_plans', [{ id: userId, ...DEFAULT_PLAN }])
  await insertAs(pool, claims, 'sleep_records', demoRecords(now))
}

/** Rows go in as the carer's own, through the policies and triggers of every write. */
async function insertAs(pool: pg.Pool, claims: Claims, table: string, rows: object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map((column) => `"${column}"`)
    .join(', ')
  await asRole(pool, claims, {
    text: `insert into public.${table} (${columns})
      select ${columns} from jsonb_populate_recordset(null::public.${table}, $1::jsonb)`,
    values: [JSON.stringify(rows)],
  })
}

function announce(url: string): void {
  console.log(`
  Nana está lista, con seis semanas de ejemplo. Ctrl+C la cierra y borra sus datos.

  Dirección:  ${url}
  Email:      ${EMAIL}
  Contraseña: ${PASSWORD}`)
}
