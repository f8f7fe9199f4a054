import { existsSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadConfig } from '../settings/config.ts'
import { removeDataDir } from '../testing/database-process.ts'
import { openAdminDatabase } from './admin-database.ts'
import { type Embedded, OWNER_LOCK, startEmbedded } from './embedded.ts'
import { prepareCluster } from './embedded-cluster.ts'
import { migrate } from './migrate.ts'
import { openPool } from './open.ts'
import { spawnPostgres } from './postgres-process.ts'

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
  await pool.query(`delete from nana.platform_migrations where version = '999'`)
  await pool.end()
})

it('leaves a database that replays its log to the server that has started it', async () => {
  await server.stop()
  const [asked, rest] = [join(dataDir, 'run/asked'), join(dataDir, 'run/rest')]
  // PostgreSQL waits for the rest of its log, and answers nobody before.
  await writeFile(join(dataDir, 'database/recovery.signal'), '')
  await writeFile(
    join(dataDir, 'database/postgresql.auto.conf'),
    `restore_command = 'touch ${asked}; until [ -e ${rest} ]; do sleep 0.1; done; exit 1'\n`,
  )
  await spawnPostgres(await prepareCluster(dataDir), 1)
  while (!existsSync(asked)) await sleep(20)
  const opening = openAdminDatabase(loadConfig({ DATA_DIR: dataDir }))
  await sleep(500)
  await writeFile(rest, '')
  const database = await opening
  const locks = await database.pool.query('select from pg_locks where objid = $1', [OWNER_LOCK])
  expect(locks.rows).toEqual([])
  await database.close()
})
