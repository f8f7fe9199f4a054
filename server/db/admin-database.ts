import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '../settings/config.ts'
import { ConfigError } from '../settings/environment.ts'
import { awayKind, OWNER_LOCK } from './embedded.ts'
import { OWNER_ROLE } from './embedded-access.ts'
import { prepareCluster } from './embedded-cluster.ts'
import { isMigrated, refuseUnfit } from './migrate.ts'
import { type Database, openDatabase, openPool } from './open.ts'
import { SOCKET_PORT } from './postgres-process.ts'

/** What is asked of whoever gave a command a folder that no server has begun with. */
export const WHICH_DATA_DIR =
  'indica el DATA_DIR con el que arranca el servidor o, si aún no ha arrancado nunca, arráncalo antes'

interface AdminOptions {
  /** Ends the start. */
  signal?: AbortSignal
  /**
   * Makes a database where there is none, without any tables: those are the caller's to make. Otherwise a mistyped
   * DATA_DIR or DATABASE_URL would look like an empty server.
   */
  mayMake?: boolean
}

/**
 * Opens the database for a command that runs beside the server or without it. An embedded database that is already
 * running is used and left running; otherwise it is started, and `close` stops it again. Throws when there is none.
 */
export async function openAdminDatabase(
  config: Config,
  { signal, mayMake = false }: AdminOptions = {},
): Promise<Database> {
  if (config.databaseUrl === null) {
    if (!mayMake && !existsSync(join(config.dataDir, 'database'))) {
      throw new ConfigError(`En DATA_DIR=${config.dataDir} no hay ninguna base de datos: ${WHICH_DATA_DIR}.`)
    }
    const running = await joinRunning(config.dataDir, signal)
    if (running !== null) return running
  }
  return openDatabase(config, null, signal, {
    workAs: 'owner',
    beforeUpgrade: refuseUpgrade,
    tables: mayMake ? 'left' : 'expected',
  })
}

/** A command in passing is no upgrade: the server's start makes a copy first. */
async function refuseUpgrade(): Promise<never> {
  throw new ConfigError(
    'La base de datos es de una versión anterior de Nana: arranca antes el servidor, que la copia y la pone al día, y repite la orden.',
  )
}

async function joinRunning(dataDir: string, signal?: AbortSignal): Promise<Database | null> {
  const { socketDir } = await prepareCluster(resolve(dataDir))
  const connection = {
    host: socketDir,
    port: SOCKET_PORT,
    user: OWNER_ROLE,
    database: 'postgres',
    ssl: false as const,
  }
  const pool = openPool(connection)
  try {
    if (await isReady(pool, dataDir, signal)) {
      const close = () => pool.end()
      return {
        pool,
        tablePool: pool,
        limitPool: pool,
        replicaPool: null,
        connection,
        close,
        describe: `PostgreSQL en ${dataDir}`,
      }
    }
  } catch (error) {
    await pool.end()
    throw error
  }
  await pool.end()
  return null
}

/** A server that has just started makes its tables in this time, or says that it is at work on them for longer. */
const TABLES_WITHIN_MS = 10_000

/**
 * Answers false when nobody has the database open, so that it can be opened here. Throws when a server has it whose
 * tables are not those of this version.
 */
async function isReady(pool: pg.Pool, dataDir: string, signal?: AbortSignal): Promise<boolean> {
  try {
    await whenStarted(pool, signal)
    const deadline = Date.now() + TABLES_WITHIN_MS
    while (!(await isMigrated(pool))) {
      if (!(await isOwned(pool))) return false
      if (Date.now() > deadline) {
        throw new ConfigError(
          `El servidor en marcha con DATA_DIR=${dataDir} es de otra versión de Nana: reinícialo y repite la orden.`,
        )
      }
      await sleep(100)
    }
    await refuseUnfit(pool)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // These codes mean that nobody listens there, or that PostgreSQL is just stopping (57P03).
    if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === '57P03') return false
    throw error
  }
}

/**
 * After a power cut PostgreSQL replays its log for as long as that takes. A command that waited beside the server for
 * the database to be its own would now and then be the first, and the server's start would be refused.
 */
async function whenStarted(pool: pg.Pool, signal?: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await pool.query('select')
      return
    } catch (error) {
      if (!(error instanceof Error && awayKind(error) === 'starting')) throw error
    }
    signal?.throwIfAborted()
    await sleep(100)
  }
}

/** Whether a server holds the database. PostgreSQL may also have been left running by one that was killed. */
async function isOwned(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = $1`,
    [OWNER_LOCK],
  )
  return rowCount !== 0
}
