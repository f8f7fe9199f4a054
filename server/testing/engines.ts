import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../db/embedded-engine.ts'

export type EngineName = 'PostgreSQL 18, embedded' | 'PostgreSQL 15, Debian'

/** The oldest PostgreSQL that the migrations have to run on, when it is installed on this machine. */
const PG15_BIN = process.env.PG15_BIN || '/usr/lib/postgresql/15/bin'

/** The engines to test, by name. Undefined means the one that came with the npm packages. */
export const ENGINES: ReadonlyMap<EngineName, Engine | undefined> = new Map([
  ['PostgreSQL 18, embedded', undefined],
  ...oldestEngine(),
])

function oldestEngine(): [EngineName, Engine][] {
  if (existsSync(join(PG15_BIN, 'postgres'))) return [['PostgreSQL 15, Debian', { bin: PG15_BIN, major: 15 }]]
  // Without PG15_BIN the engine is optional, and the run has already said that its tests are left out. A folder that
  // was named has to hold it.
  if (!process.env.PG15_BIN) return []
  throw new Error(`PostgreSQL 15 is not in ${PG15_BIN}.`)
}
