import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { socketDirOf } from '../server/db/embedded-cluster.ts'
import { APP_DATE } from './app-date.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MAIN = join(ROOT, 'dist/server/main.js')
/** The server itself stops within five. */
const STOP_WITHIN_MS = 10_000

/** The real server, built, on a throw-away data directory. */
export interface NanaServer {
  readonly port: number
  /** Where its PostgreSQL listens. */
  readonly socketDir: string
  readonly isUp: boolean
  /** SIGKILL. The database goes on without it, unless the power goes. */
  kill(powerCut: boolean): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export async function startNanaServer(): Promise<NanaServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nana-chaos-'))
  // As root the database runs as another user, who has to reach its folder.
  chmodSync(dataDir, 0o755)
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    FIXED_NOW: `${APP_DATE}T16:20`,
    AUTH_RATE_LIMITS: 'off',
    AUTH_SIGNUP: 'on',
    // The shortest there is: tokens run out in the middle of a program.
    AUTH_JWT_EXPIRY: '30',
    // It starts often.
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
  }
  let child: ChildProcess | null = await launch(env, port)

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child !== null) await ended(child, signal)
    child = null
  }

  return {
    port,
    socketDir: socketDirOf(dataDir),
    get isUp() {
      return child !== null
    },
    async kill(powerCut) {
      await end('SIGKILL')
      if (powerCut) await killDatabase(dataDir)
    },
    async start() {
      child ??= await launch(env, port)
    },
    async stop() {
      await end('SIGTERM')
      await killDatabase(dataDir)
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

async function launch(env: NodeJS.ProcessEnv, port: number): Promise<ChildProcess> {
  const child = spawn('node', [MAIN], { env, cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  while (child.exitCode === null) {
    const ready = await fetch(`http://127.0.0.1:${port}/health`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return child
    await sleep(50)
  }
  throw new Error(`The server ended before it was ready: ${complaints}`)
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await exit
  clearTimeout(timer)
}

/** The database our server started, by the id in its own lock file; it may be gone already. */
async function killDatabase(dataDir: string): Promise<void> {
  const pid = databasePid(dataDir)
  if (pid === null) return
  for (let tries = 0; tries < 100 && isAlive(pid); tries++) {
    process.kill(pid, 'SIGKILL')
    await sleep(20)
  }
}

function databasePid(dataDir: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(dataDir, 'database/postmaster.pid'), 'utf8'), 10)
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
