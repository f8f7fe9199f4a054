import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, isAlive, postgresEnvironment } from './embedded-cluster.ts'

export const SOCKET_PORT = 5432

/** Of the five seconds the whole server has to stop. */
const STOP_TIMEOUT_MS = 4_000

type Place = Pick<Cluster, 'clusterDir'>

/** A PostgreSQL that this process started; `ended` says why it is no longer there. */
export interface PostgresProcess {
  ended: string | null
}

export async function spawnPostgres(cluster: Cluster): Promise<PostgresProcess> {
  await removeStaleLocks(cluster)
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
  const state: PostgresProcess = { ended: null }
  child.once('exit', (code, signal) => {
    state.ended = signal ?? `exit code ${code}`
  })
  child.once('error', (error) => {
    state.ended = error.message
  })
  return state
}

/** On the command line, so that a new version's choices reach a database that is already there. */
function settings({ socketDir, engine }: Cluster): string[] {
  const values = {
    listen_addresses: '',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(SOCKET_PORT),
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
export async function runningPostgres(place: Place): Promise<number | null> {
  const pid = await pidIn(pidFile(place))
  return pid !== null && isAlive(pid) && (await worksOn(pid, place)) ? pid : null
}

/** Resolves when the database is shut down: everything on disk, nothing to recover at the next start. */
export async function stopPostgres(cluster: Place): Promise<void> {
  const pid = await runningPostgres(cluster)
  if (pid === null) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while ((await runningPostgres(cluster)) === pid) {
    // What was acknowledged is in its log: ending at once loses nothing, and the next start replays it.
    if (Date.now() > deadline) return void process.kill(pid, 'SIGQUIT')
    await sleep(5)
  }
}

export async function logSize({ logFile }: Cluster): Promise<number> {
  return (await stat(logFile).catch(() => ({ size: 0 }))).size
}

export async function logSince({ logFile }: Cluster, start: number): Promise<string> {
  const text = await readFile(logFile).catch(() => Buffer.of())
  return text.subarray(start).toString('utf8').trim()
}

/**
 * The id in a lock file may belong to something else after a reboot, or in a new container, or to a dead process that
 * nobody has waited for. PostgreSQL takes any process of its own user for a server that runs, and refuses to start.
 */
async function removeStaleLocks(cluster: Cluster): Promise<void> {
  for (const file of [pidFile(cluster), join(cluster.socketDir, `.s.PGSQL.${SOCKET_PORT}.lock`)]) {
    const pid = await pidIn(file)
    if (pid === null || !isAlive(pid) || (await worksOn(pid, cluster))) continue
    const aside = `${file}.stale-${process.pid}`
    await rename(file, aside)
    // Another server may have started PostgreSQL between the look and the rename: then the file goes back.
    await ((await pidIn(aside)) === pid ? rm(aside) : rename(aside, file))
  }
}

/** PostgreSQL works inside of its data directory. Where that can't be seen, the id has to do. */
async function worksOn(pid: number, { clusterDir }: Place): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null)
  return cwd === (await realpath(clusterDir))
}

/** A lock file starts with a process id; while a stopping server takes it away, it may be empty or gone. */
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
