import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Embedded, startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openPool } from '../../server/db/open.ts'
import { ENGINES, type EngineName } from './engines.ts'

export interface TestDatabase {
  /** As the server's own pool: connected as the owner of everything. */
  pool: pg.Pool
  /** To connect in another way than through `pool`. */
  connection: pg.ClientConfig
  /** Makes an account and gives its id. */
  createUser(email?: string): Promise<string>
  close(): Promise<void>
}

interface TestCluster {
  embedded: Embedded
  dataDir: string
  watchdog: ChildProcess
  databases: number
}

const clusters = new Map<EngineName, Promise<TestCluster>>()

/**
 * A migrated database of its own. Those of one test file are copies of one template in one real PostgreSQL, which ends
 * with the last of them.
 */
export async function startTestDatabase(
  engine: EngineName = 'PostgreSQL 18, embedded',
): Promise<TestDatabase> {
  const starting = clusters.get(engine) ?? startCluster(engine)
  clusters.set(engine, starting)
  const cluster = await starting
  cluster.databases += 1
  const database = `test_${randomUUID().replaceAll('-', '')}`
  await administer(cluster, `create database ${database} template template_migrated`)
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
      cluster.databases -= 1
      if (cluster.databases > 0) return
      clusters.delete(engine)
      cluster.watchdog.kill()
      await cluster.embedded.stop()
      await rm(cluster.dataDir, { recursive: true })
    },
  }
}

async function startCluster(name: EngineName): Promise<TestCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nana-test-'))
  const engine = ENGINES.get(name)
  const embedded = await startEmbedded({
    dataDir,
    ...(engine && { engine }),
    onLost(error) {
      throw error
    },
  })
  const cluster = { embedded, dataDir, watchdog: startWatchdog(dataDir), databases: 0 }
  // Nothing here has to outlive a power cut.
  await administer(cluster, 'alter system set fsync = off')
  await administer(cluster, 'select pg_reload_conf()')
  await administer(cluster, 'create database template_migrated')
  await connected({ ...embedded.connection, database: 'template_migrated' }, migrate)
  return cluster
}

/** Cleans up after a test process that ends before its `close`, even a killed one: its end of the pipe closes then. */
function startWatchdog(dataDir: string): ChildProcess {
  // PostgreSQL may still be writing while the folder goes.
  const script =
    'cat; kill -QUIT "$(head -n 1 "$0/database/postmaster.pid")"; for i in $(seq 50); do rm -rf "$0" && exit; sleep 0.2; done'
  const watchdog = spawn('sh', ['-c', script, dataDir], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watchdog.unref()
  return watchdog
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
