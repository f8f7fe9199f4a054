import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

export interface Database {
  pool: pg.Pool
  /** For a connection beside the pool. */
  connection: pg.ClientConfig
  /** Ends every connection; the embedded database stops too. */
  close(): Promise<void>
  /** For the line that says where the data is. */
  describe: string
}

export interface DatabaseSettings {
  dataDir: string
  /** null: embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
}

const POOL_SIZE = 10
/** As long as PostgREST waits for a free connection. */
const CONNECTION_TIMEOUT_MS = 10_000
const IDLE_TIMEOUT_MS = 60_000
const CLOSE_TIMEOUT_MS = 1_000

/** Opens the database, migrated and ready. `onLost` is told when the embedded one stopped for good. */
export async function openDatabase(
  { dataDir, databaseUrl }: DatabaseSettings,
  onLost: (error: Error) => void,
): Promise<Database> {
  if (databaseUrl === null) {
    const embedded = await startEmbedded({ dataDir, onLost })
    return await ready(embedded.connection, () => embedded.stop(), `PostgreSQL en ${dataDir}`)
  }
  const describe = `PostgreSQL en ${new URL(databaseUrl).host}`
  try {
    return await ready({ connectionString: databaseUrl }, async () => undefined, describe)
  } catch (error) {
    throw new Error(`No se puede usar la base de datos de DATABASE_URL, ${describe}: ${reasonOf(error)}`, {
      cause: error,
    })
  }
}

/** A name that stands for several addresses fails with an error for each, and no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

async function ready(
  connection: pg.ClientConfig,
  stop: () => Promise<void>,
  describe: string,
): Promise<Database> {
  const pool = openPool(connection)
  const close = async () => {
    const ended = pool.end()
    await stop()
    // A statement that is still at work holds up the end of its connection, and nobody waits for its answer any more.
    await Promise.race([ended, sleep(CLOSE_TIMEOUT_MS, null, { ref: false })])
  }
  try {
    const client = await pool.connect()
    await migrate(client).finally(() => client.release())
    return { pool, connection, close, describe }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Values as the wire writes them: counters are numbers, a date is its text, and an instant is RFC 3339 text in UTC with
 * all its microseconds. A JavaScript Date would move days between zones and cut instants short.
 */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.DATE, String)
types.setTypeParser(pg.types.builtins.TIMESTAMP, (text) => `${text.replace(' ', 'T')}Z`)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => text.replace(' ', 'T').replace(/\+00$/, 'Z'))

/** Connections as the whole server expects them. */
export function openPool(connection: pg.ClientConfig, size = POOL_SIZE): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    application_name: 'nana',
    max: size,
    // One stays warm, with its statements planned; after a burst the others give their memory back.
    min: 1,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    pipeline: true,
    types,
    options: '-c timezone=UTC',
  })
  // A connection that breaks rejects the calls on it and leaves the pool. Without a listener it would end the process.
  const ignore = () => undefined
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}
