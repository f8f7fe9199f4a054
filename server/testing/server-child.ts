import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { PACKAGE_ROOT } from '../settings/paths.ts'

const NODE_COMMAND: readonly string[] = [process.execPath, 'dist/server/main.js']

/** Makes a new folder for the data of a server that is thrown away; whoever asked removes it. */
export function newDataDir(purpose: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), `nana-${purpose}-`))
  // As root the database runs as another user, who has to reach its folder.
  chmodSync(dataDir, 0o755)
  return dataDir
}

/**
 * Returns settings of a server for this machine alone, on a port that was free just now. `fixedNow` is the product's
 * clock: 'YYYY-MM-DD' or 'YYYY-MM-DDTHH:mm', in Madrid.
 */
export async function throwAwaySettings(dataDir: string, fixedNow: string) {
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    FIXED_NOW: fixedNow,
    DATABASE_URL: '',
    BACKUP_DIR: '',
    AUTH_RATE_LIMITS: 'off',
  }
  return { port, url: `http://127.0.0.1:${port}`, env }
}

interface Launch {
  /** The built package is here, if it is another one than this. */
  root?: string
  command?: readonly string[]
  /** The server is asked this often whether it is ready. */
  everyMs?: number
}

/** Starts the built server; resolves with its first good answer, throws what it complained of if it ended before. */
export async function launchServer(
  url: string,
  env: NodeJS.ProcessEnv,
  { root = PACKAGE_ROOT, command = NODE_COMMAND, everyMs = 50 }: Launch = {},
): Promise<ChildProcess> {
  const [program = '', ...args] = command
  const child = spawn(program, args, { env, cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${url}/health`).catch(() => null)
    if (answer?.ok) return child
    await sleep(everyMs)
  }
  throw new Error(`The server ended before it was ready: ${complaints}`)
}

/** Runs a command of the administrator's, and resolves with what it prints. */
export async function administrate(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  const command = ['dist/server/cli.js', ...args]
  return (await promisify(execFile)(process.execPath, command, { env, cwd: PACKAGE_ROOT })).stdout
}

/** Sends the signal, and resolves when the process is gone. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await exit
}

/** Below those from which a system takes the near end of a connection that somebody opens. */
const PORTS = { from: 10_000, to: 32_000 }

/**
 * Resolves to a port on which nothing listens. Where the system chooses, it is one that it may have given to a
 * connection of another program by the time a server listens there.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
