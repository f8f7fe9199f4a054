import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, inWords, prepareCluster } from './embedded-cluster.ts'
import type { Engine } from './embedded-engine.ts'
import {
  logSince,
  logSize,
  type PostgresProcess,
  runningPostgres,
  SOCKET_PORT,
  spawnPostgres,
  stopPostgres,
} from './postgres-process.ts'

/** PostgreSQL as a child process, reached through a private socket. */
export interface Embedded {
  connection: Connection
  stop(): Promise<void>
}

interface Connection {
  host: string
  port: number
  user: string
  database: string
  ssl: false
}

export interface EmbeddedOptions {
  dataDir: string
  /** Another PostgreSQL than the one that came with the npm packages. */
  engine?: Engine
  /** The database went away and would not come back. Nothing can be served from here on. */
  onLost: (error: Error) => void
}

/** Any number: held by the server that owns a data directory, for as long as its process lives. */
const OWNER_LOCK = 620_118_216
/** A killed server's hold ends when PostgreSQL notices its closed socket. */
const OWNER_TIMEOUT_MS = 2_000
/** After a power cut, PostgreSQL replays its log first. */
const START_TIMEOUT_MS = 120_000
const MAX_FAILED_STARTS = 3
/** A database that falls over twice within this time is given up. */
const RETURN_PAUSE_MS = 10_000

/**
 * Starts the database of `dataDir`, making it first if it isn't there, or takes over the one that a killed server left
 * running. Throws when another server is using it; that one goes on undisturbed.
 */
export async function startEmbedded({ dataDir, engine, onLost }: EmbeddedOptions): Promise<Embedded> {
  const cluster = await prepareCluster(resolve(dataDir), engine)
  const connection: Connection = {
    host: cluster.socketDir,
    port: SOCKET_PORT,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
  }
  let stopping = false
  let lastReturn = Number.NEGATIVE_INFINITY
  let returning: Promise<void> = Promise.resolve()
  let owner = await own()

  async function own(): Promise<pg.Client> {
    const client = await takeOwnership(cluster, connection)
    // It ends when PostgreSQL does, or when PostgreSQL restarts itself because one of its processes was killed.
    client.once('end', () => {
      if (!stopping) returning = comeBack()
    })
    return client
  }

  async function comeBack(): Promise<void> {
    try {
      if (Date.now() - lastReturn < RETURN_PAUSE_MS) throw new Error(`Mira ${cluster.logFile}.`)
      owner = await own()
      lastReturn = Date.now()
    } catch (error) {
      if (!stopping) onLost(new Error('La base de datos se ha detenido y no vuelve.', { cause: error }))
    }
  }

  return {
    connection,
    stop: async () => {
      stopping = true
      await returning
      await owner.end()
      await stopPostgres(cluster)
    },
  }
}

/**
 * The connection that holds the data directory for this process: PostgreSQL lets go of the lock when the process ends,
 * in whatever way. Starts PostgreSQL when nobody answers.
 */
async function takeOwnership(cluster: Cluster, connection: Connection): Promise<pg.Client> {
  const deadline = Date.now() + START_TIMEOUT_MS
  const logStart = await logSize(cluster)
  let started: PostgresProcess | null = null
  let failedStarts = 0
  let heldSince: number | null = null
  while (Date.now() < deadline && failedStarts < MAX_FAILED_STARTS) {
    const attempt = await tryToOwn(connection)
    if (attempt.kind === 'owned') return attempt.client
    if (attempt.kind === 'held') {
      heldSince ??= Date.now()
      if (Date.now() - heldSince > OWNER_TIMEOUT_MS) {
        throw new Error(`Ya hay otro servidor en marcha con DATA_DIR=${cluster.dataDir}.`)
      }
    } else if (started?.ended) {
      started = null
      failedStarts += 1
      // The orphans of a PostgreSQL that was killed need a moment to notice.
      await sleep(300)
    } else if (!started && (await runningPostgres(cluster)) === null) {
      started = await spawnPostgres(cluster)
    }
    await sleep(attempt.kind === 'held' ? 50 : 5)
  }
  throw new Error(
    `PostgreSQL no arranca (${cluster.logFile}):\n${inWords(await logSince(cluster, logStart))}`,
  )
}

type Attempt = { kind: 'owned'; client: pg.Client } | { kind: 'held' } | { kind: 'absent' }

async function tryToOwn(connection: Connection): Promise<Attempt> {
  const client = new pg.Client({ ...connection, application_name: 'nana owner' })
  // Whatever breaks is told by the rejected calls and by 'end'.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [
      OWNER_LOCK,
    ])
    if (rows[0]?.owned) return { kind: 'owned', client }
    await client.end()
    return { kind: 'held' }
  } catch (error) {
    if (isAway(error)) return { kind: 'absent' }
    throw error
  }
}

/** Nobody there, still starting, or just stopping. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // 57P01 and 57P03: shutting down, starting up. 53300: the last connections of a killed server are still closing.
  const codes = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P03', '53300']
  if ('code' in error && codes.includes(String(error.code))) return true
  return error.message.startsWith('Connection terminated')
}
