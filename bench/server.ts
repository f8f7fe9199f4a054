import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PACKAGE_ROOT } from '../server/paths.ts'

/** The built server in a process of its own. */
export interface BenchServer {
  url: string
  port: number
  pid: number
  dataDir: string
  /** From the start of the command to the first good answer of /health. */
  readyAfterMs: number
  stop(): Promise<void>
}

/** The product's clock in every bench, Madrid. */
export const TODAY = '2025-08-11'
export const NOW = `${TODAY}T16:20`

const NODE_COMMAND: readonly string[] = [process.execPath, 'dist/server/main.js']
export const NPM_COMMAND: readonly string[] = ['npm', 'start', '--silent']

const HEALTH_EVERY_MS = 4

export async function startServer(dataDir: string, command = NODE_COMMAND): Promise<BenchServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    FIXED_NOW: NOW,
    DATABASE_URL: '',
    AUTH_RATE_LIMITS: 'off',
  }
  const [program = '', ...args] = command
  const startedAt = performance.now()
  const child = spawn(program, args, { cwd: PACKAGE_ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] })
  await healthy(url, child)
  const readyAfterMs = performance.now() - startedAt
  if (child.pid === undefined) throw new Error('The server has no process id')
  return { url, port, pid: child.pid, dataDir, readyAfterMs, stop: () => ended(child) }
}

/** Runs `work` with an empty data directory, which is gone afterwards. */
export async function withDataDir<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nana-bench-'))
  // As root the database runs as another user, who has to reach its folder.
  chmodSync(dataDir, 0o755)
  try {
    return await work(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function healthy(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/health`).catch(() => null)
    if (answer?.ok) return
    await sleep(HEALTH_EVERY_MS)
  }
  throw new Error('The server ended before it was ready')
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      )
    })
  })
}
