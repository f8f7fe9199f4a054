import pg from 'pg'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

export interface Database {
  pool: pg.Pool
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

/** Opens the database, migrated and ready. `onLost` is told when the embedded one stopped for good. */
export async function openDatabase(
  settings: DatabaseSettings,
  onLost: (error: Error) => void,
): Promise<Database> {
  if (settings.databaseUrl !== null) {
    const pool = openPool({ connectionString: settings.databaseUrl })
    return await ready(pool, () => pool.end(), `PostgreSQL en ${new URL(settings.databaseUrl).host}`)
  }
  const embedded = await startEmbedded({ dataDir: settings.dataDir, onLost })
  const pool = openPool(embedded.connection)
  const close = async () => {
    await pool.end()
    await embedded.stop()
  }
  return await ready(pool, close, `PostgreSQL en ${settings.dataDir}`)
}

async function ready(pool: pg.Pool, close: () => Promise<void>, describe: string): Promise<Database> {
  try {
    const client = await pool.connect()
    await migrate(client).finally(() => client.release())
    return { pool, close, describe }
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
export function openPool(connection: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    application_name: 'nana',
    max: POOL_SIZE,
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
