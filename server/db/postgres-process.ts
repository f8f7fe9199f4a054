import { spawn } from 'node:child_process'
import { closeSync, existsSync, fchownSync, openSync } from 'node:fs'
import { readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { explainedFolder, ownerAt } from '../settings/data-dir.ts'
import { type Cluster, isAlive, postgresEnvironment } from './embedded-cluster.ts'

export const SOCKET_PORT = 5432

/** The whole server has five seconds to stop, and this is the database's part of them. */
const STOP_TIMEOUT_MS = 4_000

type Place = Pick<Cluster, 'clusterDir'>

/** A PostgreSQL that this process started. `ended` is null while it runs, and then says why it ended. */
export interface PostgresProcess {
  ended: string | null
  /** Stops it also while it is starting, when its files don't name it yet. */
  stop(): Promise<void>
}

/** Starts PostgreSQL on a cluster that no other PostgreSQL uses. It does not wait until the database answers. */
export async function spawnPostgres(cluster: Cluster, processes: number): Promise<PostgresProcess> {
  await removeStaleLocks(cluster)
  let log: number
  try {
    log = openLog(cluster)
  } catch (error) {
    throw explainedFolder(error, cluster.dataDir)
  }
  const child = spawn(
    join(cluster.engine.bin, 'postgres'),
    ['-D', cluster.clusterDir, ...settings(cluster, processes)],
    {
      cwd: '/',
      env: postgresEnvironment(),
      stdio: ['ignore', log, log],
      // In a process group of its own PostgreSQL is not reached by Ctrl-C: the server has to finish first and then
      // stops it.
      detached: true,
      ...(cluster.user && { uid: cluster.user.uid, gid: cluster.user.gid }),
    },
  )
  closeSync(log)
  child.unref()
  const state: PostgresProcess = {
    ended: null,
    stop: async () => {
      child.kill('SIGINT')
      const deadline = Date.now() + STOP_TIMEOUT_MS
      while (state.ended === null) {
        if (Date.now() > deadline) return void child.kill('SIGQUIT')
        await sleep(5)
      }
    },
  }
  child.once('exit', (code, signal) => {
    state.ended = signal ?? `exit code ${code}`
  })
  child.once('error', (error) => {
    state.ended = error.message
  })
  return state
}

/**
 * One that root makes is the folder's owner's, whose server appends to it later. One that is there stays whose it is:
 * the owner of the folder could have put a link to another file in its place.
 */
function openLog({ logFile, dataDir }: Cluster): number {
  try {
    const log = openSync(logFile, 'ax', 0o600)
    const owner = ownerAt(dataDir)
    if (owner !== null) fchownSync(log, owner.uid, owner.gid)
    return log
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    return openSync(logFile, 'a', 0o600)
  }
}

/** How many connections are needed: each process has up to 26 (decision 057), and the rest is for commands. */
export function connectionsFor(processes: number): number {
  return 24 + 26 * processes
}

/**
 * The settings are given on the command line, so that a new version's choices reach a database that is already there.
 */
function settings({ socketDir, engine }: Cluster, processes: number): string[] {
  const values = {
    listen_addresses: '',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(SOCKET_PORT),
    max_connections: String(connectionsFor(processes)),
    shared_buffers: '32MB',
    max_logical_replication_workers: '0',
    // Compiling takes longer than it saves on many small queries.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A client's mistake is answered to the client. Writing the statement to the log as well would keep family data
    // there.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(engine.major >= 18 && { io_method: 'sync' }),
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Answers the process id of the PostgreSQL that runs on the cluster, whoever started it, or null when none does. */
export async function runningPostgres(place: Place): Promise<number | null> {
  const pid = await pidIn(pidFile(place))
  return pid !== null && isAlive(pid) && (await worksOn(pid, place)) ? pid : null
}

/**
 * Stops PostgreSQL and resolves when everything is on disk, so that the next start has nothing to recover. When that
 * takes too long, PostgreSQL is told to quit at once.
 */
export async function stopPostgres(cluster: Place): Promise<void> {
  const pid = await runningPostgres(cluster)
  if (pid === null) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while ((await runningPostgres(cluster)) === pid) {
    // Quitting at once loses no committed data, because the next start replays the write-ahead log.
    if (Date.now() > deadline) return void process.kill(pid, 'SIGQUIT')
    await sleep(5)
  }
}

/** Answers the size of PostgreSQL's log in bytes, or 0 when there is none yet. */
export async function logSize({ logFile }: Cluster): Promise<number> {
  return (await stat(logFile).catch(() => ({ size: 0 }))).size
}

/** Answers what was written to PostgreSQL's log after its first `start` bytes. */
export async function logSince({ logFile }: Cluster, start: number): Promise<string> {
  const text = await readFile(logFile).catch(() => Buffer.of())
  return text.subarray(start).toString('utf8').trim()
}

/**
 * Removes lock files that no running PostgreSQL holds. After a reboot or in a new container their process id may belong
 * to another program, or to a dead process that nobody has waited for. PostgreSQL would take any process of its own
 * user for a running server and refuse to start.
 */
async function removeStaleLocks(cluster: Cluster): Promise<void> {
  for (const file of [pidFile(cluster), join(cluster.socketDir, `.s.PGSQL.${SOCKET_PORT}.lock`)]) {
    const pid = await pidIn(file)
    if (pid === null || !isAlive(pid) || (await worksOn(pid, cluster))) continue
    const aside = `${file}.stale-${process.pid}`
    await rename(file, aside)
    // When another server started PostgreSQL just before the rename, the lock is valid and has to go back.
    await ((await pidIn(aside)) === pid ? rm(aside) : rename(aside, file))
  }
}

/**
 * A running PostgreSQL has its data directory as working directory. Where that can't be looked up, as the service's and
 * a command's are in user namespaces of their own, the process id has to be enough.
 */
async function worksOn(pid: number, { clusterDir }: Place): Promise<boolean> {
  if (process.platform !== 'linux') return true
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(clusterDir))
  } catch (error) {
    const isDenied = error instanceof Error && 'code' in error && error.code === 'EACCES'
    // One that has ended has a folder without a working directory until somebody waits for it; a hidden one has none.
    return (isDenied || !existsSync(`/proc/${pid}`)) && isOfThisUser(pid)
  }
}

/** A process of another user may not be told anything. PostgreSQL is the user's who looks here, unless that is root. */
function isOfThisUser(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Reads the process id at the start of a lock file. The file may be empty or gone while a stopping server removes it.
 */
async function pidIn(file: string): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const pid = Number.parseInt(text, 10)
  return Number.isNaN(pid) ? null : pid
}

function pidFile({ clusterDir }: Place): string {
  return join(clusterDir, 'postmaster.pid')
}
