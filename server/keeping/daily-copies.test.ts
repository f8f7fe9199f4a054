import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lastVerifiedCopy } from '../administration/copies/verified-copy.ts'
import { recordEvent } from '../log/security-events.ts'
import { loadConfig } from '../settings/config.ts'
import { startTestDatabase } from '../testing/test-database.ts'
import { startTestServer } from '../testing/test-server.ts'
import { dailyCopies, whenCopied } from './daily-copies.ts'

let folder: string
let said: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nana-copies-'))
  await chmod(folder, 0o755)
  said = []
  vi.spyOn(console, 'error').mockImplementation((line) => void said.push(String(line)))
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const WITHIN = { timeout: 60_000 }
/** It is due at this very minute at the latest, as is one that was missed. */
const settings = (dir: string) => ({ BACKUP_DIR: dir, BACKUP_AT: '00:00' })

it('a server makes the copy that was missed at its start, tries it out, and goes on', async () => {
  const server = await startTestServer(settings(folder))
  const config = loadConfig({ DATA_DIR: server.dataDir, ...settings(folder) })
  await vi.waitUntil(() => lastVerifiedCopy(config), WITHIN)
  expect(await readdir(folder)).toHaveLength(2)
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
  expect(said).toEqual([])
  await server.stop()
})

it('a server whose copy can’t be made says so, and goes on', async () => {
  const server = await startTestServer(settings(join(folder, 'away')))
  await vi.waitUntil(() => said.some((line) => line.includes('"copy_failed"')), WITHIN)
  expect(said.join()).toContain('no existe la carpeta')
  const failed = () => server.pool.query(`select detail from nana.security_log where event = 'copy_failed'`)
  await vi.waitUntil(async () => (await failed()).rowCount === 1, WITHIN)
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
  await server.stop()
})

it('a server whose copy can’t be made says when it is tried again, and says it once where another has it', async () => {
  const db = await startTestDatabase()
  await recordEvent(db.pool, 'copy_made', null, 'nana-2025-01-01-030000.copia')
  const copies = dailyCopies(loadConfig(settings(join(folder, 'away'))), db.connection)
  await vi.waitUntil(() => said.length > 0, WITHIN)
  await copies.stop()
  expect(said.join()).toContain('aunque ya se hizo otra')
  await db.close()
})

it('a server that ends while it tries a copy out leaves nothing of that', async () => {
  const [dir, temporary] = [join(folder, 'copies'), join(folder, 'temporary')]
  for (const made of [dir, temporary]) await mkdir(made)
  vi.stubEnv('TMPDIR', temporary)
  const server = await startTestServer(settings(dir))
  await vi.waitUntil(
    async () => (await readdir(temporary)).some((name) => name.startsWith('nana-verify-')),
    WITHIN,
  )
  await server.stop()
  const left = async () => (await readdir(temporary)).filter((name) => name.startsWith('nana-verify-'))
  await expect.poll(left, WITHIN).toEqual([])
  expect(await readdir(dir)).toEqual([expect.stringMatching(/\.copia$/)])
  expect(said).toEqual([])
})

it('the start says when copies are made, by whose clock and where', () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  expect(whenCopied(loadConfig({ BACKUP_DIR: '/srv/copies', BACKUP_AT: '03:05' }))).toBe(
    `Cada día a las 03:05 (hora de ${timeZone}, la de este servidor) se hace una copia en /srv/copies, y se comprueba.`,
  )
  expect(whenCopied(loadConfig({}))).toBeNull()
})
