import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { cutWhen } from '../cut-connection.ts'
import { BACKUP_FORMAT, type BackupHead, framed } from './backup-file.ts'
import { sealedWith } from './backup-seal.ts'
import { appliedVersions, type BackupTable, backupTables, SHORT_LIVED } from './backup-tables.ts'
import { prepareTarget } from './backup-target.ts'

type Progress = (line: string) => void

const ROWS_AT_ONCE = 1000

interface BackupOptions {
  /** Replaces a file that is already there. Nothing but a plain file is ever replaced. */
  force?: boolean
  /** Encrypts the backup. */
  passphrase?: string | null
  signal?: AbortSignal
}

/**
 * Writes the whole database, as it is at one moment, to `file`; the server may go on running. Returns the number of
 * rows. When it throws, or `signal` ends it, nothing is left of the file, and what a person can act upon is thrown as
 * Refusal.
 */
export async function backup(
  pool: pg.Pool,
  file: string,
  progress: Progress,
  { force = false, passphrase = null, signal = new AbortController().signal }: BackupOptions = {},
): Promise<number> {
  const target = await prepareTarget(file, force)
  const client = await pool.connect()
  const uncut = cutWhen(signal, client)
  try {
    await client.query('begin isolation level repeatable read read only')
    // Row security off makes the query fail where a policy would silently hide rows and make the backup incomplete.
    await client.query(
      `set local row_security = off; set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'`,
    )
    const counter = { rows: 0 }
    // The file holds password hashes, so only its owner may read it.
    const handle = await open(target.draft, 'wx', 0o600)
    await pipeline(
      Readable.from(lines(client, counter, progress)),
      createGzip(),
      passphrase === null ? framed : sealedWith(passphrase),
      handle.createWriteStream({ flush: true }),
      { signal },
    )
    await target.keep()
    return counter.rows
  } catch (error) {
    signal.throwIfAborted()
    throw target.explained(error)
  } finally {
    uncut()
    await target.remove()
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
    if (SHORT_LIVED.has(table.name)) continue
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
