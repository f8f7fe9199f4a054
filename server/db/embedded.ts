import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, isAlive, postgresEnvironment, prepareCluster } from './embedded-cluster.ts'
import type { Engine } from './embedded-engine.ts'

/** PostgreSQL as a child process, reached through a private socket. */
export interface Embedded {
  connection: { host: string; port: number; user: string; database: string; ssl: false }
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  /** Another PostgreSQL than the one that came with the npm packages. */
  engine?: Engine
  /** The database went away and would not come back. Nothing can be served from here on. */
  onLost: (error: Error) => void
}

const PORT = 5432
/** Any number: held by the server that owns a data directory, for as long as its process lives. */
const OWNER_LOCK = 620_118_216
/** Recovery after a power cut replays the log first. */
const START_TIMEOUT_MS = 120_000
/** A killed server's hold ends when the kernel has closed its socket and PostgreSQL noticed. */
const OWNER_TIMEOUT_MS = 2_000
/** Of the five seconds the whole server has to stop. */
const STOP_TIMEOUT_MS = 4_000
/** A database that falls over twice within this time is given up. */
const RESTART_PAUSE_MS = 10_000

/**
 * Starts the database of `dataDir`, making it first if it isn't there, or takes over the one that a killed server left
 * running. Throws when another server is using it.
 */
export async function startEmbedded({ dataDir, engine, onLost }: EmbeddedOptions): Promise<Embedded> {
  const cluster = await prepareCluster(resolve(dataDir), engine)
  const connection = {
    host: cluster.socketDir,
    port: PORT,
    user: 'postgres',
    database: 'postgres',
    ssl: false as const,
  }
  let stopping = false
  let owner = await takeOwnership()
  let startedAt = Date.now()

  async function takeOwnership(): Promise<pg.Client> {
    const client = await connectOrStart(cluster, connection)
    await lockOwner(client, cluster)
    // The lock's connection ends when PostgreSQL does, or when it restarts itself after one of its processes was killed.
    client.once('end', () => void comeBack())
    return client
  }

  async function comeBack(): Promise<void> {
    if (stopping) return
    try {
      if (Date.now() - startedAt < RESTART_PAUSE_MS) throw new Error(`Mira ${cluster.logFile}.`)
      owner = await takeOwnership()
      startedAt = Date.now()
    } catch (error) {
      onLost(new Error('La base de datos se ha detenido y no vuelve.', { cause: error }))
    }
  }

  return {
    connection,
    async stop() {
      stopping = true
      await owner.end()
      await stopPostgres(cluster)
    },
  }
}

async function connectOrStart(cluster: Cluster, connection: Embedded['connection']): Promise<pg.Client> {
  const deadline = Date.now() + START_TIMEOUT_MS
  const logStart = (await stat(cluster.logFile).catch(() => null))?.size ?? 0
  let child: { failed: boolean } | null = null
  let failures = 0
  while (Date.now() < deadline) {
    const client = await tryToConnect(connection)
    if (client) return client
    if (child?.failed) {
      child = null
      // Orphans of a postmaster that was killed need a moment to notice.
      if (++failures > 2) break
      await sleep(300)
    }
    if (!child && (await runningPostgres(cluster)) === null) child = spawnPostgres(cluster)
    await sleep(5)
  }
  throw new Error(`PostgreSQL no arranca:\n${await logSince(cluster, logStart)}`)
}

/** Null while there is nobody to connect to: not started, still starting, or just stopping. */
async function tryToConnect(connection: Embedded['connection']): Promise<pg.Client | null> {
  const client = new pg.Client({ ...connection, application_name: 'nana owner' })
  // Told by 'end' and by the rejected calls.
  client.on('error', () => undefined)
  try {
    return await client.connect()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // 57P03: starting up or shutting down. 53300: the last connections of a killed server are still closing.
    if (['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03', '53300'].includes(String(code))) return null
    throw error
  }
}

async function lockOwner(client: pg.Client, { dataDir }: Cluster): Promise<void> {
  const deadline = Date.now() + OWNER_TIMEOUT_MS
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      OWNER_LOCK,
    ])
    if (rows[0]?.locked) return
    if (Date.now() > deadline) {
      await client.end()
      throw new Error(`Ya hay otro servidor de Nana en marcha con DATA_DIR=${dataDir}.`)
    }
    await sleep(50)
  }
}

function spawnPostgres(cluster: Cluster): { failed: boolean } {
  const log = openSync(cluster.logFile, 'a', 0o600)
  const child = spawn(
    join(cluster.engine.bin, 'postgres'),
    ['-D', cluster.clusterDir, ...settings(cluster)],
    {
      cwd: '/',
      env: postgresEnvironment(),
      stdio: ['ignore', log, log],
      // A process group of its own: Ctrl-C in the terminal is for the server, which stops its database last.
      detached: true,
      ...(cluster.user && { uid: cluster.user.uid, gid: cluster.user.gid }),
    },
  )
  closeSync(log)
  child.unref()
  const state = { failed: false }
  child.once('exit', () => {
    state.failed = true
  })
  child.once('error', () => {
    state.failed = true
  })
  return state
}

/** On the command line, so that a new version's choices reach a database that is already there. */
function settings({ socketDir, engine }: Cluster): string[] {
  const values = {
    listen_addresses: '',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(PORT),
    max_connections: '50',
    shared_buffers: '32MB',
    max_logical_replication_workers: '0',
    // Hundreds of small queries a second gain nothing from compiling them.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // What clients send wrong is answered to them; a log of it would keep family data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(engine.major >= 18 && { io_method: 'sync' }),
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** The process id of the PostgreSQL that runs on the cluster, whoever started it. */
async function runningPostgres({ clusterDir }: Cluster): Promise<number | null> {
  const pid = await pidIn(join(clusterDir, 'postmaster.pid'))
  if (pid === null || !isAlive(pid)) return null
  return pid
}

async function stopPostgres(cluster: Cluster): Promise<void> {
  const pid = await runningPostgres(cluster)
  if (pid === null) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while ((await runningPostgres(cluster)) === pid) {
    // What was acknowledged is in its log: stopping at once loses nothing, and the next start replays it.
    if (Date.now() > deadline) return void process.kill(pid, 'SIGQUIT')
    await sleep(5)
  }
}

async function pidIn(file: string): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const pid = Number.parseInt(text, 10)
  return Number.isNaN(pid) ? null : pid
}

async function logSince({ logFile }: Cluster, start: number): Promise<string> {
  const text = await readFile(logFile).catch(() => Buffer.from(''))
  return text.subarray(start).toString('utf8').trim()
}
