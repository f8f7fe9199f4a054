import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import * as v from 'valibot'
import { Refusal } from './accounts.ts'
import { BACKUP_FORMAT, type BackupHead } from './backup.ts'
import { appliedVersions, type BackupTable, backupTables, isOwnDatabase } from './backup-tables.ts'

const headSchema = v.object({
  format: v.literal(BACKUP_FORMAT),
  at: v.string(),
  versions: v.array(v.string()),
})
const lineSchema = v.union([
  v.array(v.nullable(v.string())),
  v.object({ table: v.string(), columns: v.array(v.string()) }),
  v.object({ rows: v.number() }),
])

const ROWS_AT_ONCE = 500

/**
 * Puts a backup into an empty database of the same version: all of it, or nothing. Returns when the backup was made and
 * how many rows it had. Throws Refusal.
 */
export async function restore(
  pool: pg.Pool,
  file: string,
  progress: (line: string) => void,
): Promise<{ at: string; rows: number }> {
  const client = await pool.connect()
  try {
    await access(file)
    await client.query('begin')
    await client.query(`set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'`)
    if (!(await isOwnDatabase(client))) {
      throw new Refusal('Esta base de datos es de Supabase: usa sus copias de seguridad.')
    }
    const tables = await backupTables(client)
    // Rows go in as they were: nothing is counted or noted again. It also keeps every writer out.
    for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
    await refuseUnlessEmpty(client, tables)
    const done = await load(client, tables, file, progress)
    for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw explained(error, file)
  } finally {
    client.release(true)
  }
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
  file: string,
  progress: (line: string) => void,
): Promise<{ at: string; rows: number }> {
  let head: BackupHead | null = null
  let target: Target | null = null
  let rows = 0
  let ended = false
  for await (const text of linesOf(file)) {
    if (head === null) {
      head = v.parse(headSchema, JSON.parse(text))
      await refuseOtherVersion(client, head)
      continue
    }
    const line = v.parse(lineSchema, JSON.parse(text))
    if (Array.isArray(line)) {
      if (target === null) throw new Error('a row without a table')
      rows += 1
      await target.add(line)
      continue
    }
    await target?.flush()
    if (target !== null) progress(`${target.name}: ${target.count()}`)
    target = 'table' in line ? targetOf(client, tables, line) : null
    ended = 'rows' in line && line.rows === rows
  }
  if (head === null || !ended) throw new Refusal(`${file} está incompleto: no se ha restaurado nada.`)
  return { at: head.at, rows }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const unzipped = createGunzip()
  // An error of the file would otherwise reach nobody: pipe passes none on.
  source.on('error', (error) => unzipped.destroy(error))
  yield* createInterface({ input: source.pipe(unzipped), crlfDelay: Number.POSITIVE_INFINITY })
  if (unzipped.errored) throw unzipped.errored
}

async function refuseOtherVersion(client: pg.PoolClient, { versions }: BackupHead): Promise<void> {
  const present = await appliedVersions(client)
  if (JSON.stringify(present) === JSON.stringify(versions)) return
  throw new Refusal(
    'La copia es de otra versión del programa: restáurala con aquella versión y después actualiza.',
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
    throw new Error(`the table ${stated.table} is another one here`)
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

function explained(error: unknown, file: string): unknown {
  if (error instanceof Refusal) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') return new Refusal(`No existe ${file}.`)
  const damaged = code.startsWith('Z_') || error instanceof SyntaxError || v.isValiError(error)
  return damaged ? new Refusal(`${file} no es una copia de este programa, o está dañado.`) : error
}
