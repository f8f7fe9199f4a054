import { resolve } from 'node:path'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { prepareCluster } from './embedded-cluster.ts'
import { type Database, openDatabase, openPool } from './open.ts'
import { SOCKET_PORT } from './postgres-process.ts'

/**
 * The database for a command that runs beside the server or without it: the embedded one that is running is used and
 * left running; one that isn't is started, and stopped by `close`.
 */
export async function openAdminDatabase(config: Config): Promise<Database> {
  if (config.databaseUrl === null) {
    const running = await joinRunning(config.dataDir)
    if (running !== null) return running
  }
  return openDatabase(config, (error) => {
    throw error
  })
}

async function joinRunning(dataDir: string): Promise<Database | null> {
  const { socketDir } = await prepareCluster(resolve(dataDir))
  const connection = {
    host: socketDir,
    port: SOCKET_PORT,
    user: 'postgres',
    database: 'postgres',
    ssl: false as const,
  }
  const pool = openPool(connection)
  if (await answers(pool))
    return { pool, connection, close: () => pool.end(), describe: `PostgreSQL en ${dataDir}` }
  await pool.end()
  return null
}

/** A server that has just started may still be making its tables; without them there is nothing to administer. */
async function answers(pool: pg.Pool): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ ready: boolean }>(
      `select to_regclass('auth.users') is not null as ready`,
    )
    return rows[0]?.ready === true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // Nobody listens, or PostgreSQL is just starting or stopping.
    if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === '57P03') return false
    throw error
  }
}
