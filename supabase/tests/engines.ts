import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../../server/db/embedded-engine.ts'

export type EngineName = 'PostgreSQL 18, embedded' | 'PostgreSQL 15, Debian'

/** The oldest engine that the migrations promise to run on, installed beside the embedded one. */
const PG15_BIN = process.env.PG15_BIN ?? '/usr/lib/postgresql/15/bin'

/** Undefined: the one that came with the npm packages. */
export const ENGINES: ReadonlyMap<EngineName, Engine | undefined> = new Map([
  ['PostgreSQL 18, embedded', undefined],
  ...oldestEngine(),
])

function oldestEngine(): [EngineName, Engine][] {
  if (existsSync(join(PG15_BIN, 'postgres'))) return [['PostgreSQL 15, Debian', { bin: PG15_BIN, major: 15 }]]
  // An ordinary user can't install packages; the automatic checks run as root.
  if (process.getuid?.() !== 0 && process.env.NANA_PG15 !== 'required') return []
  throw new Error(
    `PostgreSQL 15 is not in ${PG15_BIN}. Install it with «apt-get install postgresql-15», or name its folder in PG15_BIN.`,
  )
}
