import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { loadConfig } from '../settings/config.ts'
import { watchedOnce } from './keeping.ts'

it('whoever watches over a server is told of the disk on which its own database lies, and of no other', async () => {
  const spaceWhere = (env: Record<string, string>) =>
    watchedOnce(loadConfig({ DATA_DIR: tmpdir(), ...env })).space()
  const { freeBytes = 0, totalBytes = 0 } = (await spaceWhere({})) ?? {}
  expect(freeBytes).toBeGreaterThan(0)
  expect(totalBytes).toBeGreaterThan(freeBytes)
  expect(await spaceWhere({ DATABASE_URL: 'postgres://localhost/nana' })).toBeNull()
  expect(await spaceWhere({ SUPABASE_URL: 'https://x.supabase.co', SUPABASE_ANON_KEY: 'key' })).toBeNull()
})
