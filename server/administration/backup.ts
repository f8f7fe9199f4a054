import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { Refusal } from './accounts.ts'
import { appliedVersions, type BackupTable, backupTables, isOwnDatabase } from './backup-tables.ts'

/**
 * The file is JSON lines, gzipped: a head, then for each table a line that names it and one line a row, and an end that
 * counts the rows, so that a file that was cut off is known. Values are as PostgreSQL writes them as text.
 */
export const BACKUP_FORMAT = 'nana backup 1'

export interface BackupHead {
  format: string
  /** RFC 3339. */
  at: string
  versions: string[]
}

type Progress = (line: string) => void

const ROWS_AT_ONCE = 1000

/** Writes all of the database as it is at one moment; the server may run meanwhile. Returns the number of rows. */
export async function backup(pool: pg.Pool, file: string, progress: Progress): Promise<number> {
  const client = await pool.connect()
  const draft = `${file}.${randomUUID()}`
  try {
    await client.query('begin isolation level repeatable read read only')
    // A policy that hid a row would make an incomplete copy: then it fails.
    await client.query(
      `set local row_security = off; set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'`,
    )
    if (!(await isOwnDatabase(client))) {
      throw new Refusal('Esta base de datos es de Supabase: usa sus copias de seguridad.')
    }
    const counter = { rows: 0 }
    // Password hashes are in it: for its owner alone.
    const handle = await open(draft, 'wx', 0o600)
    await pipeline(
      Readable.from(lines(client, counter, progress)),
      createGzip(),
      handle.createWriteStream({ flush: true }),
    )
    await rename(draft, file)
    return counter.rows
  } finally {
    await rm(draft, { force: true })
    await client.query('rollback').catch(() => undefined)
    client.release(true)
  }
}

async function* lines(
  client: pg.PoolClient,
  counter: { rows: number },
  progress: Progress,
): AsyncGenerator<string> {
  const head: BackupHead = {
    format: BACKUP_FORMAT,
    at: new Date().toISOString(),
    versions: await appliedVersions(client),
  }
  yield `${JSON.stringify(head)}\n`
  for (const table of await backupTables(client)) {
    yield `${JSON.stringify({ table: table.name, columns: table.columns.map(({ name }) => name) })}\n`
    let rows = 0
    for await (const batch of rowsOf(client, table)) {
      rows += batch.length
      yield batch.map((row) => `${row}\n`).join('')
    }
    counter.rows += rows
    progress(`${table.name}: ${rows}`)
  }
  yield `${JSON.stringify({ rows: counter.rows })}\n`
}

async function* rowsOf(client: pg.PoolClient, { name, columns }: BackupTable): AsyncGenerator<string[]> {
  const values = columns.map((column) => `${column.name}::text`).join(', ')
  await client.query(
    `declare copied no scroll cursor for select to_json(array[${values}])::text as row from ${name}`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from copied`)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await client.query('close copied')
}
