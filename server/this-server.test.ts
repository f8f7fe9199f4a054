import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openOwnAccounts } from './administration/own-accounts.ts'
import { runCli } from './cli.ts'
import { startServer } from './main.ts'
import { loadConfig } from './settings/config.ts'
import { startTestDatabase, type TestDatabase } from './testing/test-database.ts'

let folder: string
let db: TestDatabase

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nana-this-server-'))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  db = await startTestDatabase()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.exitCode = 0
  await db.close()
})

function settings(dataDir: string, more: Record<string, string> = {}) {
  const { host, user, database } = db.connection
  return {
    PORT: '0',
    DATA_DIR: join(folder, dataDir),
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`,
    ...more,
  }
}

async function command(env: Record<string, string>, ...args: string[]): Promise<string> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  let said = ''
  const keep = (text: string) => {
    said += text
  }
  vi.spyOn(console, 'log').mockImplementation(keep)
  vi.spyOn(console, 'error').mockImplementation(keep)
  await runCli(args)
  return said
}

describe('two servers on one database', () => {
  it('with the same secrets start, also one after the other', async () => {
    const first = await startServer(loadConfig(settings('one')))
    await (await startServer(loadConfig(settings('one')))).stop()
    await first.stop()
    await (await startServer(loadConfig(settings('one', { SITE_URL: 'https://nana.example' })))).stop()
  })

  it('with other secrets are refused, until somebody takes the database over on purpose', async () => {
    await (await startServer(loadConfig(settings('one')))).stop()
    await expect(startServer(loadConfig(settings('two')))).rejects.toThrow('servidor con otros secretos')
    const other = settings('one', { JWT_SECRET: 'another-secret-of-more-than-32-characters' })
    await expect(startServer(loadConfig(other))).rejects.toThrow('npm run admin -- take-over --yes')

    expect(await command(settings('two'), 'take-over')).toContain('confirma con')
    await expect(startServer(loadConfig(settings('two')))).rejects.toThrow('servidor con otros secretos')
    expect(await command(settings('two'), 'take-over', '--yes')).toContain('es ahora del servidor')
    await (await startServer(loadConfig(settings('two')))).stop()
    await expect(startServer(loadConfig(settings('one')))).rejects.toThrow('servidor con otros secretos')
  })

  it('keep no secret in it', async () => {
    const secret = 'a-secret-of-more-than-32-characters-long'
    await (await startServer(loadConfig(settings('one', { JWT_SECRET: secret })))).stop()
    const { rows } = await db.pool.query<{ row: string }>('select t::text as row from nana.this_server t')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(secret)
  })
})

it('a hosted project’s own database is refused, by a start and by a command', async () => {
  await db.pool.query('drop schema nana cascade')
  await expect(startServer(loadConfig(settings('one')))).rejects.toThrow('arranca con SUPABASE_URL')
  expect(await command(settings('one'), 'list-users')).toContain('arranca con SUPABASE_URL')
})

describe('a command of the administrator’s', () => {
  it('prints the address of the server, unless it is told another', async () => {
    await (await startServer(loadConfig(settings('one', { SITE_URL: 'https://nana.example' })))).stop()
    expect(await command(settings('one'), 'create-user', 'ana@example.com')).toContain('https://nana.example')
    const told = settings('one', { SITE_URL: 'https://told.example' })
    expect(await command(told, 'create-user', 'bea@example.com')).toContain('https://told.example')
    expect(await command(settings('one', { SITE_URL: '' }), 'invite', 'eva@example.com')).toContain(
      'https://nana.example',
    )
  })

  it('makes no link with other secrets than the server’s', async () => {
    await (await startServer(loadConfig(settings('one')))).stop()
    const accounts = await openOwnAccounts(loadConfig(settings('elsewhere')))
    const inviting = accounts.invite({ email: 'ana@example.com', trialDays: null })
    await expect(inviting).rejects.toThrow('servidor con otros secretos')
    expect(await accounts.list()).toEqual([])
    await accounts.close()
  })

  it('makes no database, and no keys, where there are none', async () => {
    const env = { DATA_DIR: join(folder, 'mistyped'), DATABASE_URL: '' }
    for (const args of [
      ['create-user', 'ana@example.com'],
      ['list-users'],
      ['backup', join(folder, 'backup')],
      ['keys'],
    ]) {
      expect(await command(env, ...args)).toContain('no hay ninguna')
      expect(process.exitCode).toBe(1)
    }
    expect(await readdir(folder)).not.toContain('mistyped')
    expect(await readdir(folder)).not.toContain('backup')
  })
})
