import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { printFailure } from '../log/lines.ts'
import { OWNER_ROLE, restrictAccess } from './embedded-access.ts'
import { type Cluster, inWords, prepareCluster } from './embedded-cluster.ts'
import type { Engine } from './embedded-engine.ts'
import { growingPause } from './growing-pause.ts'
import {
  connectionsFor,
  logSince,
  logSize,
  type PostgresProcess,
  runningPostgres,
  SOCKET_PORT,
  spawnPostgres,
  stopPostgres,
} from './postgres-process.ts'

/** A PostgreSQL that runs as a child process and is reached through a socket of its own. */
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
  /** The PostgreSQL to run, when it is not the one that came with the npm packages. */
  engine?: Engine
  /** How many processes will connect to it. */
  processes?: number
  /** For so long PostgreSQL may say nothing of its start, or hang while it stops. */
  wordWithinMs?: number
  /** Ends a start that is under way; a database that it has begun to start is stopped. */
  signal?: AbortSignal
}

/**
 * The number of an advisory lock that the server which owns a data directory holds as long as its process lives. It has
 * no meaning.
 */
export const OWNER_LOCK = 620_118_216
/**
 * The lock of a killed server is released when PostgreSQL notices its closed socket, so a new server waits that long.
 */
const OWNER_TIMEOUT_MS = 2_000
/** While it replays its log after a power cut, PostgreSQL says that it is starting, for as long as that takes. */
const WORD_WITHIN_MS = 120_000
const MAX_FAILED_STARTS = 3
/** A database that has stood for so long is brought back at once when it falls. */
const STEADY_AFTER_MS = 10_000

/**
 * Starts the database of `dataDir`, making it first if it isn't there, or takes over the one that a killed server left
 * running. Throws when another server is using it; that one goes on undisturbed. Once it has started, a database that
 * falls is brought back as often as it takes: the disk may have room again later.
 */
export async function startEmbedded({
  dataDir,
  engine,
  processes = 1,
  wordWithinMs = WORD_WITHIN_MS,
  signal,
}: EmbeddedOptions): Promise<Embedded> {
  const cluster = await prepareCluster(resolve(dataDir), engine)
  const connection: Connection = {
    host: cluster.socketDir,
    port: SOCKET_PORT,
    user: OWNER_ROLE,
    database: 'postgres',
    ssl: false,
  }
  const stopping = new AbortController()
  const giveUp = () => stopping.abort(signal?.reason)
  signal?.addEventListener('abort', giveUp)
  if (signal?.aborted) giveUp()
  let failures = 0
  let lastComplaint = ''
  let ownedSince = performance.now()
  let returning: Promise<void> = Promise.resolve()
  let owner: pg.Client | null = await own().finally(() => signal?.removeEventListener('abort', giveUp))

  async function own(): Promise<pg.Client> {
    const { client, lost } = await takeOwnership(
      cluster,
      connection,
      { processes, wordWithinMs },
      stopping.signal,
    )
    ownedSince = performance.now()
    void lost.then(() => {
      owner = null
      if (!stopping.signal.aborted) returning = comeBack()
    })
    return client
  }

  async function comeBack(): Promise<void> {
    const message = `La base de datos se ha detenido. Se vuelve a arrancar (${cluster.logFile}).`
    printFailure('database_fallen', { message })
    if (performance.now() - ownedSince > STEADY_AFTER_MS) failures = 0
    while (!stopping.signal.aborted) {
      try {
        if (failures > 0) await sleep(growingPause(failures - 1), null, { signal: stopping.signal })
        failures += 1
        owner = await own()
        return
      } catch (error) {
        complain(reasonOf(error))
      }
    }
  }

  /** Said once, however often it is tried: the log may lie on the same full disk. */
  function complain(reason: string): void {
    if (!stopping.signal.aborted && reason !== lastComplaint)
      printFailure('database_down', { message: reason })
    lastComplaint = reason
  }

  return {
    connection,
    stop: async () => {
      stopping.abort()
      await returning
      // Whoever took it over meanwhile goes on with it.
      if (owner === null && (await tryToOwn(connection).catch(() => null))?.kind === 'held') return
      await owner?.end()
      await stopPostgres(cluster)
    },
  }
}

/**
 * Opens the connection whose advisory lock reserves the data directory for this process, and starts PostgreSQL when
 * nobody answers. PostgreSQL releases the lock when the process ends, in whatever way.
 */
async function takeOwnership(
  cluster: Cluster,
  connection: Connection,
  { processes, wordWithinMs }: { processes: number; wordWithinMs: number },
  signal: AbortSignal,
): Promise<Ownership> {
  const began = performance.now()
  let deadline = began + wordWithinMs
  let isStopping = false
  let isLongSaid = false
  const logStart = await logSize(cluster)
  let started: PostgresProcess | null = null
  let failedStarts = 0
  let heldSince: number | null = null
  while (performance.now() < deadline && failedStarts < MAX_FAILED_STARTS) {
    if (signal.aborted) {
      // It may be replaying its log, and nobody would be there to stop it afterwards. Another server's is left alone.
      if (heldSince === null) await started?.stop()
      throw signal.reason
    }
    const attempt = await tryToOwn(connection)
    isStopping = attempt.kind === 'stopping'
    if (attempt.kind === 'starting') {
      deadline = performance.now() + wordWithinMs
      if (!isLongSaid && performance.now() - began > wordWithinMs) {
        isLongSaid = true
        printFailure('database_starting', {
          message: `PostgreSQL aún está arrancando (${cluster.logFile}). Se espera a que termine.`,
        })
      }
    }
    if (attempt.kind === 'owned' && attempt.connections < connectionsFor(processes)) {
      // A killed server of fewer processes left it running. Nobody else owns it until it has ended.
      await stopPostgres(cluster)
      await attempt.client.end()
      continue
    }
    if (attempt.kind === 'owned') {
      try {
        // One that a killed server left running may be open to more users, as earlier versions left it.
        if (await restrictAccess(cluster)) await attempt.client.query('select pg_reload_conf()')
        return attempt
      } catch (error) {
        // Its lock would look like another server's to the next try.
        await attempt.client.end()
        throw error
      }
    }
    if (attempt.kind === 'held') {
      heldSince ??= performance.now()
      if (performance.now() - heldSince > OWNER_TIMEOUT_MS) {
        throw new Error(`Ya hay otro servidor en marcha con DATA_DIR=${cluster.dataDir}.`)
      }
    } else if (started?.ended) {
      started = null
      failedStarts += 1
      // The child processes of a PostgreSQL that was killed need a moment to notice it and end.
      await sleep(300)
    } else if (!started && (await runningPostgres(cluster)) === null) {
      await restrictAccess(cluster)
      started = await spawnPostgres(cluster, processes)
    }
    await sleep(attempt.kind === 'absent' ? 5 : 50)
  }
  if (isStopping) {
    throw new Error(`El PostgreSQL de antes no acaba de pararse (${cluster.logFile}).`)
  }
  throw new Error(
    `PostgreSQL no arranca (${cluster.logFile}):\n${inWords(await logSince(cluster, logStart))}`,
  )
}

/** The connection that holds the lock. */
interface Ownership {
  client: pg.Client
  /** How many PostgreSQL takes. */
  connections: number
  /**
   * Resolves when PostgreSQL ends, or restarts itself because one of its processes was killed. It is watched from
   * before the lock is asked for: a later listener would miss a PostgreSQL that falls a moment after it came back.
   */
  lost: Promise<void>
}

type Attempt = ({ kind: 'owned' } & Ownership) | { kind: 'held' | 'starting' | 'stopping' | 'absent' }

async function tryToOwn(connection: Connection): Promise<Attempt> {
  const client = new pg.Client({ ...connection, application_name: 'nana owner' })
  // Failures arrive as rejected calls and as the 'end' event. Without a listener, 'error' would end the process.
  client.on('error', () => undefined)
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
  try {
    await client.connect()
    const { rows } = await client.query<{ owned: boolean; connections: number }>(
      `select pg_try_advisory_lock($1) as owned, current_setting('max_connections')::int as connections`,
      [OWNER_LOCK],
    )
    if (rows[0]?.owned) return { kind: 'owned', client, connections: rows[0].connections, lost }
    await client.end()
    return { kind: 'held' }
  } catch (error) {
    // The connection may have been opened before it failed.
    client.end().catch(() => undefined)
    if (isAway(error)) return { kind: awayKind(error) }
    if (error instanceof Error && 'code' in error && error.code === '28000') {
      throw new Error(
        `El PostgreSQL de ${connection.host} lo ha puesto en marcha otro usuario: arranca como ese usuario o como root.`,
        { cause: error },
      )
    }
    throw error
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** It answers 57P03 while it starts, recovers or stops, and only its words, which are English here, say which. */
export function awayKind(error: Error): 'starting' | 'stopping' | 'absent' {
  if (!('code' in error) || error.code !== '57P03') return 'absent'
  return error.message.includes('shutting down') ? 'stopping' : 'starting'
}

/** Nobody there, still starting, or just stopping. */
function isAway(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  // 57P01 means shutting down and 57P03 that it doesn't take any connection yet or any more. 53300 means too many
  // connections: those of a killed server are still closing.
  const codes = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P03', '53300']
  if ('code' in error && codes.includes(String(error.code))) return true
  return error.message.startsWith('Connection terminated')
}
