import { rmSync } from 'node:fs'
import { ended, launchServer, newDataDir, throwAwaySettings } from '../server/testing/server-child.ts'

/** The built server runs in a process of its own, so that its memory and processor time are its alone. */
export interface BenchServer {
  url: string
  port: number
  pid: number
  dataDir: string
  /** The milliseconds run from the start of the command to the first good answer of /health. */
  readyAfterMs: number
  stop(): Promise<void>
}

/** The product's clock stands at this moment of Madrid in every bench, so that all see the same day. */
export const TODAY = '2025-08-11'
export const NOW = `${TODAY}T16:20`

export const NPM_COMMAND: readonly string[] = ['npm', 'start', '--silent']

const HEALTH_EVERY_MS = 4

export async function startServer(dataDir: string, command?: readonly string[]): Promise<BenchServer> {
  const { port, url, env } = await throwAwaySettings(dataDir, NOW)
  const startedAt = performance.now()
  const child = await launchServer(url, env, { everyMs: HEALTH_EVERY_MS, ...(command && { command }) })
  const readyAfterMs = performance.now() - startedAt
  if (child.pid === undefined) throw new Error('El servidor no tiene número de proceso.')
  return { url, port, pid: child.pid, dataDir, readyAfterMs, stop: () => ended(child, 'SIGTERM') }
}

/** Runs `work` with an empty data directory, which is gone afterwards. */
export async function withDataDir<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = newDataDir('bench')
  try {
    return await work(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
