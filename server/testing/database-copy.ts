import { execFile } from 'node:child_process'
import { appendFile, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type pg from 'pg'
import { startWatchdog } from '../administration/copies/throw-away-database.ts'
import { prepareCluster } from '../db/embedded-cluster.ts'
import { openPool } from '../db/open.ts'
import { SOCKET_PORT, spawnPostgres } from '../db/postgres-process.ts'
import type { TestDatabase } from './test-database.ts'

/** A PostgreSQL of its own that follows the one of a test's database. */
export interface DatabaseCopy {
  pool: pg.Pool
  /** Ends the copy, as a machine that is switched off. */
  fall(): Promise<void>
  close(): Promise<void>
}

export async function startDatabaseCopy({ pool: primary, connection }: TestDatabase): Promise<DatabaseCopy> {
  const { rows } = await primary.query<{ data: string; hba: string }>(
    `select current_setting('data_directory') as data, current_setting('hba_file') as hba`,
  )
  const [found] = rows
  if (found === undefined) throw new Error('PostgreSQL has not said where it is')
  const { data, hba } = found
  await appendFile(hba, 'local replication all trust\n')
  await primary.query('select pg_reload_conf()')
  const dataDir = await mkdtemp(join(tmpdir(), 'nana-copy-'))
  const watchdog = startWatchdog(dataDir)
  const folder = join(dataDir, 'database')
  const client = await primary.connect()
  await client.query(`select pg_backup_start('copy', true)`)
  await promisify(execFile)('cp', ['-a', data, folder])
  const stopped = await client.query<{ label: string }>(
    'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
  )
  client.release()
  await rm(join(folder, 'postmaster.pid'))
  const { uid, gid } = await stat(data)
  for (const [name, text] of [
    ['backup_label', stopped.rows[0]?.label ?? ''],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(join(folder, name), text)
    await chown(join(folder, name), uid, gid)
  }
  const way = `host=${connection.host} port=${SOCKET_PORT} user=${connection.user}`
  await appendFile(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${way}'\n`)
  const cluster = await prepareCluster(dataDir)
  const postgres = await spawnPostgres(cluster, 1)
  const pool = openPool({ ...connection, host: cluster.socketDir }, 4, 3000)
  while (!(await pool.query('select 1').catch(() => null))) {
    if (postgres.ended !== null) throw new Error(`The copy ended: ${postgres.ended} (${cluster.logFile})`)
    await sleep(50)
  }
  return {
    pool,
    fall: () => postgres.stop(),
    async close() {
      await pool.end()
      await postgres.stop()
      await rm(cluster.socketDir, { recursive: true, force: true })
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
      watchdog.stdin?.end()
    },
  }
}
