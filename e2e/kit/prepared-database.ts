import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  administrate,
  ended,
  launchServer,
  newDataDir,
  throwAwaySettings,
} from '../../server/testing/server-child.ts'

/**
 * A server makes these at its first start: the database, the secrets by which it knows that this is its own, and the
 * engine where it needs its own.
 */
const PART = /^database$|^secrets\.json$|^postgres-/

/** The keys of the API, as the administrator's command prints them. */
export interface ApiKeys {
  anon_key: string
  service_key: string
}

/**
 * Makes, once for a whole run, the database that every server of the run begins with: making one takes each server a
 * second and a half of a core, and asking for its keys half a one. Returns what removes it again.
 */
export default async function prepareDatabase(): Promise<() => void> {
  const dataDir = newDataDir('prepared')
  const { url, env } = await throwAwaySettings(dataDir, '')
  await ended(await launchServer(url, env), 'SIGTERM')
  process.env.PREPARED_DATA_DIR = dataDir
  process.env.PREPARED_KEYS = await administrate(env, 'keys')
  return () => rmSync(dataDir, { recursive: true, force: true })
}

/** Returns the keys of a server that begins with the prepared database, where there is one. */
export function preparedKeys(): ApiKeys | null {
  const prepared = process.env.PREPARED_KEYS
  return prepared === undefined ? null : JSON.parse(prepared)
}

/** Copies the prepared database, where there is one, into a new data directory, with its owner. */
export function copyPreparedDatabase(dataDir: string): void {
  const prepared = process.env.PREPARED_DATA_DIR
  if (prepared === undefined) return
  const parts = readdirSync(prepared).filter((name) => PART.test(name))
  execFileSync('cp', ['-a', ...parts.map((name) => join(prepared, name)), dataDir])
}
