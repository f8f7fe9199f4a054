import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { PACKAGE_ROOT } from '../../server/settings/paths.ts'
import { postgresPid, removeDataDir } from '../../server/testing/database-process.ts'
import { ended, newDataDir, throwAwaySettings } from '../../server/testing/server-child.ts'
import { killPostgres } from './kill-postgres.ts'

/** The built server as a process of its own, on loopback, with a data directory that is thrown away. */
export interface Nana {
  readonly url: string
  readonly anonKey: string
  readonly dataDir: string
  /** True as long as the process runs: it may be out of order, and still nobody had to start it again. */
  isRunning(): boolean
  /** What it said on stderr lately. */
  complaints(): string
  killServer(): Promise<void>
  killDatabase(): Promise<void>
  /** Starts the process, and doesn't wait for anything it opens. */
  startServer(): void
  /** Ends everything, and removes what it left. */
  stop(): Promise<void>
}

interface Place {
  /** The folder, if it is another one than a new one of its own. */
  dataDir?: string
  settings?: NodeJS.ProcessEnv
}

const SAID = 4000
const ENDS_WITHIN_MS = 20_000

export async function startNana({ dataDir = newDataDir('crash'), settings = {} }: Place = {}): Promise<Nana> {
  chmodSync(dataDir, 0o755)
  const { url, env: common } = await throwAwaySettings(dataDir, '2025-08-11')
  const env = { ...common, AUTH_SIGNUP: 'on', AUTH_ANONYMOUS: 'on', AUTH_JWT_EXPIRY: '604800', ...settings }
  let said = ''
  let child = spawnServer()

  function spawnServer(): ChildProcess {
    const begun = spawn(process.execPath, [join(PACKAGE_ROOT, 'dist/server/main.js')], {
      cwd: PACKAGE_ROOT,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    begun.stderr.on('data', (chunk) => {
      said = (said + String(chunk)).slice(-SAID)
    })
    return begun
  }
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const killServer = () => ended(child, 'SIGKILL')

  async function killDatabase(): Promise<void> {
    const pid = await postgresPid(dataDir)
    if (pid !== null) await killPostgres(pid)
  }

  async function stop(): Promise<void> {
    // Its end is orderly, unless it has lost its way.
    const timer = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
    await ended(child, 'SIGTERM')
    clearTimeout(timer)
    await killDatabase()
    await removeDataDir(dataDir).catch(() => rmSync(dataDir, { recursive: true, force: true }))
  }

  try {
    await isReady(url, isRunning)
    return {
      url,
      anonKey: await anonKeyOf(env),
      dataDir,
      isRunning,
      complaints: () => said,
      killServer,
      killDatabase,
      startServer() {
        child = spawnServer()
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw new Error(`El servidor no arranca: ${said}`, { cause: error })
  }
}

async function isReady(url: string, isRunning: () => boolean): Promise<void> {
  while (isRunning()) {
    if ((await fetch(`${url}/health`).catch(() => null))?.ok) return
    await sleep(20)
  }
  throw new Error('ended')
}

async function anonKeyOf(env: NodeJS.ProcessEnv): Promise<string> {
  const cli = join(PACKAGE_ROOT, 'dist/server/cli.js')
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'keys'], { cwd: PACKAGE_ROOT, env })
  const { anon_key: key } = JSON.parse(stdout) as { anon_key: string } // The command prints this.
  return key
}
