import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startWatchdog } from '../administration/copies/throw-away-database.ts'
import { type Embedded, startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { openPool } from '../db/open.ts'
import { ENGINES, type EngineName } from './engines.ts'

export interface TestDatabase {
  /** Connects as the owner of everything, as the server's own pool does. */
  pool: pg.Pool
  /** How to connect without `pool`. */
  connection: pg.ClientConfig
  /** Makes an account and answers its id. */
  createUser(email?: string): Promise<string>
  close(): Promise<void>
}

interface TestCluster {
  embedded: Embedded
  /**
   * Ends the cluster when this process ends. It is kept here, because its pipe would close when it is
   * garbage-collected.
   */
  watchdog: ChildProcess
}

const USUAL_ENGINE = 'PostgreSQL 18, embedded'

const clusters = new Map<EngineName, Promise<TestCluster>>()

/**
 * Makes a migrated database of its own for a test. The databases of one process are copies of one template in one real
 * PostgreSQL, which ends with the process.
 */
export async function startTestDatabase(engine: EngineName = USUAL_ENGINE): Promise<TestDatabase> {
  const starting = clusters.get(engine) ?? startCluster(engine)
  clusters.set(engine, starting)
  return makeDatabase(await starting)
}

/** Makes one in a PostgreSQL that no other test has used or uses, for what follows everything that is done in it. */
export async function startLoneDatabase(): Promise<TestDatabase> {
  const cluster = await startCluster(USUAL_ENGINE)
  const database = await makeDatabase(cluster)
  return {
    ...database,
    async close() {
      await database.close()
      await cluster.embedded.stop()
    },
  }
}

async function makeDatabase(cluster: TestCluster): Promise<TestDatabase> {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  // Copying files takes half as long as logging what is copied, which nothing here recovers from.
  await administer(cluster, `create database ${database} template template_migrated strategy file_copy`)
  const connection = { ...cluster.embedded.connection, database }
  const pool = openPool(connection)
  return {
    pool,
    connection,
    async createUser(email = `${randomUUID()}@example.com`) {
      const { rows } = await pool.query<{ id: string }>(
        'insert into auth.users (email) values ($1) returning id',
        [email],
      )
      return rows[0]?.id ?? ''
    },
    async close() {
      await pool.end()
      await administer(cluster, `drop database ${database} with (force)`)
    },
  }
}

async function startCluster(name: EngineName): Promise<TestCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nana-test-'))
  const engine = ENGINES.get(name)
  const embedded = await startEmbedded({
    dataDir,
    ...(engine && { engine }),
  })
  const cluster = { embedded, watchdog: startWatchdog(dataDir) }
  // Nothing here has to survive a power cut, and without syncing to disk the tests are faster.
  // Tests sign in as roles of their own making, too.
  await appendFile(join(dataDir, 'database/pg_hba.conf'), 'local all all trust\n')
  await administer(cluster, 'alter system set fsync = off')
  await administer(cluster, 'select pg_reload_conf()')
  await administer(cluster, 'create database template_migrated')
  await connected({ ...embedded.connection, database: 'template_migrated' }, migrate)
  return cluster
}

async function administer({ embedded }: TestCluster, sql: string): Promise<void> {
  await connected(embedded.connection, (client) => client.query(sql))
}

async function connected(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
