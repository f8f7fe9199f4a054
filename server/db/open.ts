import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { noteOpened } from './database-away.ts'
import { startEmbedded } from './embedded.ts'
import { type MigrateOptions, migrate } from './migrate.ts'
import { makeServerRole, type ServerLogin } from './server-role.ts'
import type { Versions } from './upgrade/migration-files.ts'
import { checkPooler } from './ways/check-pooler.ts'
import { PooledClient } from './ways/pooled-client.ts'
import { valueTypes } from './ways/value-types.ts'

export interface Database {
  pool: pg.Pool
  /** For statements that callers write: they never take the connections of `pool`. */
  tablePool: pg.Pool
  /** For what limits count while a transaction of `pool` is open: in that pool it might wait for itself. */
  limitPool: pg.Pool
  /** Reads a copy of the database that follows it. Null: there is none. */
  replicaPool: pg.Pool | null
  /** For a connection beside the pools, which keeps what it is told: it never leads through a pooler. */
  connection: pg.ClientConfig
  /** Ends every connection, and stops the embedded database. */
  close(): Promise<void>
  /** Says where the data is, in Spanish, for the line that the server prints when it is ready. */
  describe: string
}

/** A database that this process has opened, and keeps. */
export interface KeptDatabase extends Database {
  /** How its owner connects, who may read everything, as making a copy does. */
  owner: pg.ClientConfig
  /** By which other processes of this server join it. */
  shared: SharedDatabase
}

/** How a database that is ready is reached. It holds passwords. */
export interface SharedDatabase {
  ways: Ways
  describe: string
}

export interface DatabaseSettings {
  dataDir: string
  /** Null means the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  /** Where `databaseUrl` leads to a pooler that shares connections out: the way around it. */
  databaseDirectUrl?: string | null
  /** A copy that follows the database. */
  databaseReplicaUrl?: string | null
  /** How many processes will connect to it. */
  processes?: number
}

/** How the database is reached. */
interface Ways {
  direct: pg.ClientConfig
  /** The way of all that is one transaction. Null means the direct one. */
  pooler: pg.ClientConfig | null
  /** The way to a copy that follows the database. */
  replica: pg.ClientConfig | null
}

const POOL_SIZE = 10
/** What limits count takes a moment each. */
const LIMIT_POOL_SIZE = 5
const REPLICA_POOL_SIZE = 4
/** The database itself would have answered by then. */
const REPLICA_WITHIN_MS = 3_000
/** A request waits as long for a free connection as it does in PostgREST. */
const CONNECTION_TIMEOUT_MS = 10_000
/** How soon the system asks whether the other end of a quiet connection is still there. */
const KEEP_ALIVE_AFTER_MS = 10_000
const IDLE_TIMEOUT_MS = 60_000
const CLOSE_TIMEOUT_MS = 1_000

interface Work extends Pick<MigrateOptions, 'only'> {
  /** Tables are 'made' where there are none, or 'expected' to be there, or 'left' to whoever opens the database. */
  tables?: 'made' | 'expected' | 'left'
  /** Commands work as the database's owner; the server does as a role of its own, which may do less. */
  workAs?: 'server' | 'owner'
  /** Is called before migrations are applied where there are accounts; answers what is called once they are. */
  beforeUpgrade?: BeforeUpgrade
}

/** `owner` has connections of the database's owner. */
export type BeforeUpgrade = (owner: pg.Pool, pending: Versions) => Promise<() => void>

/**
 * Opens the database, migrated and ready. Without `answerWithinMs` the pool waits for each answer as long as it takes:
 * copies of the command line do. `signal` ends the start of an embedded database.
 */
export async function openDatabase(
  {
    dataDir,
    databaseUrl,
    databaseDirectUrl = null,
    databaseReplicaUrl = null,
    processes = 1,
  }: DatabaseSettings,
  answerWithinMs: number | null = null,
  signal?: AbortSignal,
  work: Work = {},
): Promise<KeptDatabase> {
  if (databaseUrl === null) {
    const embedded = await startEmbedded({ dataDir, processes, ...(signal && { signal }) })
    const stop = () => embedded.stop()
    const ways = { direct: embedded.connection, pooler: null, replica: null }
    return await ready(ways, stop, `PostgreSQL en ${dataDir}`, answerWithinMs, work)
  }
  const describe = `PostgreSQL en ${new URL(databaseUrl).host}`
  const names = databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_URL y DATABASE_DIRECT_URL'
  try {
    const stop = async () => undefined
    const ways = {
      direct: { connectionString: databaseDirectUrl ?? databaseUrl },
      pooler: databaseDirectUrl === null ? null : { connectionString: databaseUrl },
      replica: databaseReplicaUrl === null ? null : { connectionString: databaseReplicaUrl },
    }
    return await ready(ways, stop, describe, answerWithinMs, work)
  } catch (error) {
    throw new Error(`No se puede usar la base de datos de ${names}, ${describe}: ${reasonOf(error)}`, {
      cause: error,
    })
  }
}

/** A host name with several addresses fails with one error for each of them, and without a message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

async function ready(
  owner: Ways,
  stop: () => Promise<void>,
  describe: string,
  answerWithinMs: number | null,
  work: Work,
): Promise<KeptDatabase> {
  try {
    const shared = { ways: await prepare(owner, work), describe }
    return { ...joinDatabase(shared, answerWithinMs, stop), owner: owner.direct, shared }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Connects to a database that is ready. `stop` is called when the last statements are under way. */
export function joinDatabase(
  shared: SharedDatabase,
  answerWithinMs: number | null,
  stop: () => Promise<void> = async () => undefined,
): Database {
  const { direct, pooler, replica } = shared.ways
  const way = pooler === null ? direct : { ...pooler, Client: PooledClient }
  const pool = openPool(way, POOL_SIZE, answerWithinMs)
  const tablePool = openPool(way, POOL_SIZE, answerWithinMs)
  // Its statements end what transactions wait for, so behind a pooler they must not stand in line with those.
  const limitPool = openPool(direct, LIMIT_POOL_SIZE, answerWithinMs)
  const replicaPool = replica && openPool(replica, REPLICA_POOL_SIZE, REPLICA_WITHIN_MS)
  const close = async () => {
    const ended = Promise.all([pool.end(), tablePool.end(), limitPool.end(), replicaPool?.end()])
    await stop()
    // A statement that still runs keeps its connection open, but nobody waits for its answer any more.
    await Promise.race([ended, sleep(CLOSE_TIMEOUT_MS, null, { ref: false })])
  }
  return { pool, tablePool, limitPool, replicaPool, connection: direct, close, describe: shared.describe }
}

/** Does what only the owner may, on a connection that is closed afterwards, and answers how to connect from then on. */
async function prepare(owner: Ways, work: Work): Promise<Ways> {
  const { workAs = 'server', beforeUpgrade, tables = 'made', ...options } = work
  if (tables === 'left') return { ...owner, pooler: null, replica: null }
  // A migration may take as long as it needs, so its connection is one that waits. What comes before it has another.
  const pool = openPool(owner.direct, 2)
  try {
    const client = await pool.connect()
    try {
      await migrate(client, {
        ...options,
        mayMake: tables === 'made',
        ...(beforeUpgrade && { beforeUpgrade: (pending) => beforeUpgrade(pool, pending) }),
      })
      // Commands keep locks and copy for longer than a transaction.
      return workAs === 'owner' ? { ...owner, pooler: null, replica: null } : await withOwnRole(client, owner)
    } finally {
      client.release()
    }
  } finally {
    await pool.end()
  }
}

/**
 * Answers how the server's own role connects. Where another's PostgreSQL doesn't let one be made, or a pooler before it
 * doesn't know it, the role of `DATABASE_URL` goes on doing everything.
 */
async function withOwnRole(client: pg.ClientBase, owner: Ways): Promise<Ways> {
  const isEmbedded = owner.direct.connectionString === undefined
  try {
    const login = await makeServerRole(client, isEmbedded)
    const direct = connectionOf(login, owner.direct)
    const pooler = owner.pooler && connectionOf(login, owner.pooler)
    if (!isEmbedded) await tryOut(direct)
    if (pooler !== null) await tryOutPooler(client, pooler)
    return { direct, pooler, replica: owner.replica && connectionOf(login, owner.replica) }
  } catch (error) {
    // A pooler may say anything of a role that it doesn't know. Where the owner is answered, the database is there.
    if (isEmbedded || !(await isAnswered(client))) throw error
    if (owner.pooler !== null) await tryOutPooler(client, owner.pooler)
    console.error(
      `El servidor trabaja con el rol de DATABASE_URL, porque no puede tener uno propio con menos permisos: ${reasonOf(error)}`,
    )
    return owner
  }
}

async function isAnswered(client: pg.ClientBase): Promise<boolean> {
  return client.query('select 1').then(
    () => true,
    () => false,
  )
}

function connectionOf({ user, password }: ServerLogin, owner: pg.ClientConfig): pg.ClientConfig {
  if (owner.connectionString === undefined) return { ...owner, user }
  const url = new URL(owner.connectionString)
  // The driver takes what the query says before what stands before the host, which an address may also be without.
  url.searchParams.set('user', user)
  if (password !== null) url.searchParams.set('password', password)
  return { connectionString: url.href }
}

async function tryOut(connection: pg.ClientConfig): Promise<void> {
  const pool = openPool(connection, 1)
  try {
    const { rows } = await pool.query<{ works: boolean }>(
      `select has_table_privilege('auth.users', 'insert') and pg_has_role('authenticated', 'member') as works`,
    )
    if (!rows[0]?.works) throw new Error('el dueño de las tablas es otro.')
  } finally {
    await pool.end()
  }
}

async function tryOutPooler(client: pg.ClientBase, pooler: pg.ClientConfig): Promise<void> {
  const pool = openPool({ ...pooler, Client: PooledClient }, 1)
  try {
    await checkPooler(client, pool)
  } finally {
    await pool.end()
  }
}

/**
 * Connections as the whole server expects them. One that doesn't answer within `answerWithinMs` is given up: a network
 * may swallow what is sent without a word, and then nothing else would ever end the wait.
 */
export function openPool(
  connection: pg.PoolConfig,
  size = POOL_SIZE,
  answerWithinMs: number | null = null,
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    application_name: 'nana',
    max: size,
    // One connection stays open and keeps its planned statements. After a burst the others give their memory back.
    min: 1,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    connectionTimeoutMillis: Math.min(CONNECTION_TIMEOUT_MS, answerWithinMs ?? Number.POSITIVE_INFINITY),
    ...(answerWithinMs !== null && { query_timeout: answerWithinMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    pipeline: true,
    types: valueTypes,
    options: '-c timezone=UTC',
  })
  // A connection that breaks rejects the calls on it and leaves the pool. Without a listener it would end the process.
  pool.on('error', () => undefined)
  const idle = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => void idle.delete(client))
  pool.on('release', (_error, client) => void idle.add(client))
  pool.on('remove', (client) => void idle.delete(client))
  pool.on('connect', (client) => {
    noteOpened(client)
    client.on('error', () => breakAll(idle))
  })
  return pool
}

/** Where one connection broke, those at rest may be dead too, and each would keep a request waiting for its answer. */
function breakAll(idle: Set<pg.PoolClient>): void {
  const suspects = [...idle]
  idle.clear()
  for (const client of suspects) client.connection.stream.destroy()
}
