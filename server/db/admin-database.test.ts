import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadConfig } from '../settings/config.ts'
import { removeDataDir } from '../testing/database-process.ts'
import { openAdminDatabase } from './admin-database.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { openPool } from './open.ts'

let dataDir: string
let server: Embedded

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nana-admin-'))
  server = await startEmbedded({ dataDir })
})
afterAll(async () => {
  await server.stop()
  await removeDataDir(dataDir)
})

it('waits for the tables of a server that has just started, and refuses one of another version', async () => {
  const config = loadConfig({ DATA_DIR: dataDir })
  await expect(openAdminDatabase(config)).rejects.toThrow('es de otra versión de Nana: reinícialo')

  const opening = openAdminDatabase(config)
  const pool = openPool(server.connection)
  const client = await pool.connect()
  await migrate(client)
  client.release()
  await (await opening).close()

  await pool.query(`insert into nana.platform_migrations (version) values ('999')`)
  await expect(openAdminDatabase(config)).rejects.toThrow('versión más nueva')
  await pool.end()
})
