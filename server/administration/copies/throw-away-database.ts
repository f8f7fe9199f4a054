import { type ChildProcess, spawn } from 'node:child_process'
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLeftBehind, socketDirOf } from '../../db/embedded-cluster.ts'
import { type Database, openDatabase } from '../../db/open.ts'
import { stopPostgres } from '../../db/postgres-process.ts'
import type { Versions } from '../../db/upgrade/migration-files.ts'
import { Refusal } from '../accounts.ts'
import { MACHINE } from './backup-target.ts'

/** The temporary folder may be shared with other machines, where the same process id is another process. */
const OWN = `nana-verify-${MACHINE}-`

/**
 * Does some work with a database of its own, empty and with these migrations. It lies in the system's temporary folder
 * and is gone afterwards, also when this process is killed. Whatever other database the settings name is left alone.
 */
export async function withThrowAwayDatabase<T>(
  only: Versions,
  signal: AbortSignal,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  await removeStale()
  const dataDir = await mkdtemp(join(tmpdir(), `${OWN}${process.pid}-`)).catch((cause: unknown) => {
    throw new Refusal(
      `La carpeta temporal ${tmpdir()} no sirve para comprobar la copia: pon otra en TMPDIR.`,
      {
        cause,
      },
    )
  })
  const watchdog = startWatchdog(dataDir)
  try {
    const db = await openDatabase({ dataDir, databaseUrl: null }, null, signal, { workAs: 'owner', only })
    try {
      // Nothing here has to survive a power cut.
      await db.pool.query('alter system set fsync = off')
      await db.pool.query('select pg_reload_conf()')
      return await work(db)
    } finally {
      await db.close()
    }
  } catch (error) {
    throw explained(error, dataDir)
  } finally {
    await rm(socketDirOf(dataDir), { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
    watchdog.stdin?.end()
  }
}

/**
 * Starts a process that ends the PostgreSQL of a folder and removes the folder when this process is gone, in whatever
 * way, because its end of the pipe closes then. Whoever asked keeps it: garbage collection would close the pipe too.
 */
export function startWatchdog(dataDir: string): ChildProcess {
  // Removing the folder is repeated, because PostgreSQL may still be writing to it.
  const script =
    'cat; [ -d "$0" ] || exit; kill -QUIT "$(head -n 1 "$0/database/postmaster.pid")"; for i in $(seq 50); do rm -rf "$0" && exit; sleep 0.2; done'
  const watchdog = spawn('sh', ['-c', script, dataDir], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // It is not reached by what ends a whole group of processes.
    detached: true,
  })
  // Where it can't be started the work is done all the same.
  watchdog.on('error', () => undefined)
  watchdog.stdin?.on('error', () => undefined)
  watchdog.unref()
  return watchdog
}

/** Removes what a power cut has left: all data lie there, and a temporary folder may be on a disk that keeps them. */
async function removeStale(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names.filter((found) => found.startsWith(OWN))) {
    const place = join(tmpdir(), name)
    // Another process may be removing it just now.
    const found = await lstat(place).catch(() => null)
    const pid = Number.parseInt(name.slice(OWN.length), 10)
    if (found?.uid !== process.getuid?.() || !(await isLeftBehind(place, pid))) continue
    // One that this process can see has outlived who asked for it: where there was no shell, nobody watched over it.
    await stopPostgres({ clusterDir: join(place, 'database') })
    if (!(await isAnswered(place))) {
      await rm(place, { recursive: true, force: true, maxRetries: 10 })
    }
  }
}

/**
 * Whether a database runs in a folder. A container beside the server's may have its name and its process's number, and
 * see none of its processes, but it reaches the same socket.
 */
function isAnswered(dataDir: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(socketDirOf(dataDir), '.s.PGSQL.5432'))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

function explained(error: unknown, dataDir: string): unknown {
  for (let deeper = error; deeper instanceof Error; deeper = deeper.cause) {
    const isFull = 'code' in deeper && ['53100', 'ENOSPC'].includes(String(deeper.code))
    if (isFull || deeper.message.includes('no queda espacio')) {
      return new Refusal(
        `No queda espacio en ${tmpdir()} para comprobar la copia: pon en TMPDIR una carpeta de otro disco.`,
        { cause: error },
      )
    }
  }
  const named = `DATA_DIR=${dataDir}`
  if (!(error instanceof Error) || !error.message.includes(named)) return error
  // Nobody who verifies a copy has chosen this folder, only the one that it lies in.
  const message = error.message.replace(named, `TMPDIR=${tmpdir()}`).replace('/var/lib/nana', '/var/tmp')
  return new Refusal(message, { cause: error })
}
