import pg from 'pg'
import { keepMigrationsOut, migrateWithin } from '../../db/migrate.ts'
import { knownVersions, unknownVersions } from '../../db/upgrade/migration-files.ts'
import { ConfigError } from '../../settings/environment.ts'
import { Refusal } from '../accounts.ts'
import { cutWhen } from '../cut-connection.ts'
import { type EndedAccesses, endAgain } from '../ended-accesses.ts'
import { type ErasedAccounts, eraseAgain } from '../erased-accounts.ts'
import type { Backup, BackupHead } from './backup-file.ts'
import { appliedVersions, type BackupTable, backupTables, END_PENDING, SHORT_LIVED } from './backup-tables.ts'

const ROWS_AT_ONCE = 500

/** What is known, beside the database, to have been done since. */
interface Lists {
  /** Accounts that were deleted, and are deleted again. Those that the database itself knows of are, anyway. */
  erased: ErasedAccounts
  /** Accesses that have got an end or a lower role, and get it again unless they were given later. */
  ended: EndedAccesses
}

export interface DoneAgain {
  erased: number
  ended: number
}

interface RestoreOptions extends Partial<Lists> {
  signal?: AbortSignal
}

/** The database was told to keep it all, and its answer never came. */
export class UnsureRestore extends Error {
  constructor(cause: unknown) {
    super(
      'No se sabe si la copia se ha restaurado: la base de datos no ha llegado a contestar. Repite la orden: si se niega porque no está vacía, o porque ya tiene las tablas de ahora, es que la copia ya está restaurada.',
      { cause },
    )
  }
}

/**
 * Restores a backup into a database without tables, or into empty ones of the same version, and brings an older one up
 * to date, all in one transaction. Each family's counter tells its phones that it was restored. Returns when the backup
 * was made (RFC 3339), how many rows it had, and how many of its accounts were erased and of its accesses ended again.
 * When it throws, nothing was changed, unless that can't be known (UnsureRestore); what a person can act upon is thrown
 * as Refusal.
 */
export async function restore(
  pool: pg.Pool,
  backup: Backup,
  progress: (line: string) => void,
  { signal = new AbortController().signal, erased = [], ended = [] }: RestoreOptions = {},
): Promise<{ at: string; rows: number } & DoneAgain> {
  const client = await pool.connect()
  const uncut = cutWhen(signal, client)
  let isCommitting = false
  try {
    await client.query('begin')
    await client.query(`set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'`)
    await keepMigrationsOut(client)
    await refuseNewer(backup.head)
    // Of a restore that is cut off nothing is left: tables without a row would look like a server without families.
    await migrateWithin(client, backup.head.versions)
    await refuseOtherVersion(client, backup.head)
    const rows = await withoutTriggers(client, async (tables) => {
      await refuseUnlessEmpty(client, tables)
      const loaded = await load(client, tables, backup, progress)
      await client.query(END_PENDING)
      return loaded
    })
    await migrateWithin(client)
    await client.query('select public.note_restore()')
    const erasedAgain = await withoutTriggers(client, () => eraseAgain(client, erased))
    const endedAgain = await endAgain(client, ended)
    isCommitting = true
    await client.query('commit')
    return { at: backup.head.at, rows, erased: erasedAgain, ended: endedAgain }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    // Only an answer of its own says that the database has refused; it also ends connections while a commit waits.
    const isRefused = error instanceof pg.DatabaseError && error.severity === 'ERROR'
    if (isCommitting && !isRefused) throw new UnsureRestore(error)
    signal.throwIfAborted()
    throw explained(error, backup.file)
  } finally {
    uncut()
    client.release(true)
  }
}

/**
 * Does with a database that was brought back in another way what a restore does at its end, beside a server that may be
 * at work: so no table is locked, and accounts are deleted as at any time, ahead of the counters, of which each writer
 * takes one last. `late`: people have written to it already.
 */
export async function noteRestore(pool: pg.Pool, lists: Lists, late: boolean): Promise<DoneAgain> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const erased = await eraseAgain(client, lists.erased)
    await client.query('select public.note_restore($1)', [late])
    const ended = await endAgain(client, lists.ended)
    await client.query('commit')
    return { erased, ended }
  } finally {
    // A transaction that failed ends with its connection.
    client.release(true)
  }
}

/**
 * Without its triggers a row goes in as it was, and does not count as a new change. The statement's lock also keeps
 * every other writer out until the end of the transaction.
 */
async function withoutTriggers<T>(
  client: pg.PoolClient,
  work: (tables: BackupTable[]) => Promise<T>,
): Promise<T> {
  const tables = await backupTables(client)
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  const done = await work(tables)
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
  return done
}

async function refuseUnlessEmpty(client: pg.PoolClient, tables: BackupTable[]): Promise<void> {
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select from ${name} limit 1`)
    if (rowCount !== 0) {
      throw new Refusal('La base de datos no está vacía: una copia solo se restaura en una nueva.')
    }
  }
}

async function load(
  client: pg.PoolClient,
  tables: BackupTable[],
  backup: Backup,
  progress: (line: string) => void,
): Promise<number> {
  let target: Target | null = null
  let rows = 0
  const finish = async () => {
    if (target === null) return
    await target.flush()
    await refuseMissing(client, target)
    progress(`${target.name}: ${target.count()}`)
  }
  for await (const line of backup.lines()) {
    if (Array.isArray(line)) {
      if (target === null) continue
      rows += 1
      await target.add(line)
      continue
    }
    await finish()
    target = 'table' in line && !SHORT_LIVED.has(line.table) ? targetOf(client, tables, line) : null
  }
  return rows
}

/** What the database was given it has to have. */
async function refuseMissing(client: pg.PoolClient, target: Target): Promise<void> {
  const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${target.name}`)
  if (rows[0]?.n === target.count()) return
  throw new Refusal(`La tabla ${target.name} tiene ${rows[0]?.n} filas, y la copia ${target.count()}.`)
}

/** Throws a Refusal when the backup has tables that this program doesn't know. */
export async function refuseNewer({ versions }: BackupHead): Promise<void> {
  const unknown = await unknownVersions(versions)
  if (unknown.length === 0) return
  throw new Refusal(
    `La copia es de otra versión del programa (tiene ${unknown.join(', ')}): restáurala con aquella versión.`,
  )
}

async function refuseOtherVersion(client: pg.PoolClient, head: BackupHead): Promise<void> {
  const present = await knownVersions(await appliedVersions(client))
  if (JSON.stringify(present) === JSON.stringify(await knownVersions(head.versions))) return
  throw new Refusal(
    'La copia es de una versión anterior del programa, y esta base de datos ya tiene las tablas de ahora: restáurala en otra que esté por estrenar (otro DATA_DIR, sin arrancar antes el servidor, u otra DATABASE_URL), y se pondrá al día sola.',
  )
}

interface Target {
  name: string
  add(row: (string | null)[]): Promise<void>
  flush(): Promise<void>
  count(): number
}

function targetOf(
  client: pg.PoolClient,
  tables: BackupTable[],
  stated: { table: string; columns: string[] },
): Target {
  const table = tables.find(({ name }) => name === stated.table)
  const columns = table?.columns.map(({ name }) => name)
  if (table === undefined || JSON.stringify(columns) !== JSON.stringify(stated.columns)) {
    throw new Refusal(`La tabla ${stated.table} de la copia no es como la de esta base de datos.`)
  }
  const values = table.columns.map(({ type }, index) => `(r ->> ${index})::${type}`)
  const insert = `insert into ${table.name} (${stated.columns.join(', ')}) overriding system value
    select ${values.join(', ')} from jsonb_array_elements($1::jsonb) as r`
  let batch: (string | null)[][] = []
  let count = 0
  const flush = async () => {
    if (batch.length > 0) await client.query(insert, [JSON.stringify(batch)])
    batch = []
  }
  return {
    name: table.name,
    count: () => count,
    flush,
    async add(row) {
      batch.push(row)
      count += 1
      if (batch.length >= ROWS_AT_ONCE) await flush()
    },
  }
}

/** What PostgreSQL says about a row that doesn't fit: its value (22), what has to hold (23), its column's type (42). */
const UNFIT_ROW = /^(?:22|23|42)/

function explained(error: unknown, file: string): unknown {
  // What was refused says already what a person can do, be it of the copy or of the database.
  if (error instanceof Refusal || error instanceof ConfigError || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : error.message
  const reason = UNFIT_ROW.test(code)
    ? `${file} está dañado: tiene una fila que no cabe en la base de datos (${code})`
    : `La base de datos no ha podido con la copia (${code})`
  return new Refusal(`${reason}.`, { cause: error })
}
