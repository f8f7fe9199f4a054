import type { ChildProcess } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { socketDirOf } from '../../server/db/embedded-cluster.ts'
import { ended, launchServer, newDataDir, throwAwaySettings } from '../../server/testing/server-child.ts'
import { APP_DATE } from '../program/app-date.ts'

/** The server itself stops within five seconds, so after twice as long it is killed. */
const STOP_WITHIN_MS = 10_000

/** This is the real server as it is shipped, on a throw-away data directory. */
export interface NanaServer {
  readonly port: number
  /** The server's PostgreSQL listens in this folder. */
  readonly socketDir: string
  readonly isUp: boolean
  /** Sends SIGKILL. The database goes on without the server, unless the power goes. */
  kill(powerCut: boolean): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export async function startNanaServer(): Promise<NanaServer> {
  const dataDir = newDataDir('chaos')
  const { port, url, env: common } = await throwAwaySettings(dataDir, `${APP_DATE}T16:20`)
  const env = {
    ...common,
    AUTH_SIGNUP: 'on',
    // The shortest lifetime there is makes tokens run out in the middle of a program.
    AUTH_JWT_EXPIRY: '30',
  }
  let child: ChildProcess | null = await launchServer(url, env)
  let isStopped = false

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child
    if (ending === null) return
    const timer = setTimeout(() => ending.kill('SIGKILL'), STOP_WITHIN_MS)
    await ended(ending, signal)
    clearTimeout(timer)
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
      // A program that is given up goes on for a while, and would start a server that nobody ends.
      if (isStopped) throw new Error('El mundo de este programa está cerrado')
      child ??= await launchServer(url, env)
    },
    async stop() {
      isStopped = true
      await end('SIGTERM')
      await killDatabase(dataDir)
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** Kills the database our server started, found by the id in its own lock file; it may be gone already. */
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
