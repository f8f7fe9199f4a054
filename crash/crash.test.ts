import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { PACKAGE_ROOT } from '../server/settings/paths.ts'
import { playFalls } from './scenes/falls.ts'
import { playReadOnlyFolder } from './scenes/read-only-folder.ts'

// The whole run is `npm run crash`: 200 falls, a full disk and a database that is away for a minute as well.

beforeAll(async () => {
  const tsc = join(PACKAGE_ROOT, 'node_modules/.bin/tsc')
  await promisify(execFile)(tsc, ['-b', 'core', 'server'], { cwd: PACKAGE_ROOT })
})

/** A test's usual patience is too short where three servers, databases and their load share a busy core. */
const PATIENCE_MS = 240_000
const NOTHING = { lost: [], doubled: [], revived: [], faults: [] }

it(
  'a server, its database and both that are killed under load lose nothing, and nobody is let in again',
  async ({ signal }) => {
    let played = 0
    const findings = await playFalls(3, signal, (round) => (played = round))
    expect(findings).toMatchObject(NOTHING)
    expect([played, findings.acknowledged > 60, [...findings.ready.keys()].length]).toEqual([3, true, 3])
  },
  PATIENCE_MS,
)

it(
  'a database that falls while its folder can’t be written is back when it can, and nothing is lost',
  async ({ signal }) => {
    const findings = await playReadOnlyFolder(signal)
    expect(findings).toMatchObject(NOTHING)
    expect(findings.acknowledged).toBeGreaterThan(200)
  },
  PATIENCE_MS,
)
