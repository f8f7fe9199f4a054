import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { PACKAGE_ROOT } from '../settings/paths.ts'

const PLATFORM = join(PACKAGE_ROOT, 'server/db/platform')
const PRODUCT = join(PACKAGE_ROOT, 'supabase/migrations')

/**
 * The number of the advisory lock that makes servers which start together migrate one after the other. Any number will
 * do that no other program uses.
 */
export const MIGRATION_LOCK = 620_118_215

type Asked = Pick<ClientBase, 'query'>

interface Migration {
  version: string
  name: string
  sql: string
}

/** Names migrations as the ledgers do; those of the platform have their folder's name in front («platform 001»). */
export type Versions = readonly string[]

/**
 * Brings a database up to date: first the accounts and roles that hosted Supabase already has, then the product's own
 * tables. With `only`, no others are applied than these: a copy of an older version is restored into its own tables.
 * Throws, in Spanish, with the migration that failed; nothing of that one is left.
 */
export async function migrate(client: ClientBase, only?: Versions): Promise<void> {
  await takeLock(client)
  try {
    const isHosted = await isHostedSupabase(client)
    if (!isHosted) {
      await refuseUnfit(client)
      await migratePlatform(client, eachInItsTransaction, only)
    }
    await migrateProduct(client, eachInItsTransaction, only)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  }
}

/** Until the end of the transaction a server that starts on this database waits with its migrations. */
export async function keepMigrationsOut(client: Asked): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
}

/** Applies what is missing within the caller's transaction, which keeps other migrations out. */
export async function migrateWithin(client: ClientBase): Promise<void> {
  const asTheyAre: Transactions = (_client, work) => work()
  await migratePlatform(client, asTheyAre)
  await migrateProduct(client, asTheyAre)
}

/** A server that waits for another one's migrations would look as if it hung, so it says what it waits for. */
async function takeLock(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    MIGRATION_LOCK,
  ])
  if (rows[0]?.taken) return
  console.error('Esperando a que otro proceso termine de preparar la base de datos…')
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
}

/** Databases of the first weeks have an earlier text of these, or know one of them by an earlier number. */
const REWRITTEN = new Set([
  '20251101090000',
  '20251101090100',
  '20251120100100',
  '20251121090000',
  '20251121093000',
])

/**
 * Throws when a newer version of the program has been here, whose tables this one doesn't know, or when a migration is
 * not the one that made these tables. On a hosted project both may be somebody else's.
 */
export async function refuseUnfit(client: Asked): Promise<void> {
  const applied = await appliedMigrations(client)
  const known = await knownMigrations()
  const unknown = applied
    .map(({ version }) => version)
    .filter((version) => !known.has(version) && !REWRITTEN.has(version))
  if (unknown.length > 0) {
    throw new Error(
      `Esta base de datos es de una versión más nueva de Nana (tiene ${unknown.join(', ')}): arranca esa versión o una posterior. No se ha cambiado nada.`,
    )
  }
  for (const { version, checksum } of applied) {
    const migration = known.get(version)
    if (checksum === null || migration === undefined || checksum === checksumOf(migration)) continue
    if (REWRITTEN.has(version)) continue
    throw new Error(
      `La migración ${version} (${migration.name}) no es la que se aplicó a esta base de datos: instala de nuevo esta versión de Nana. No se ha cambiado nada.`,
    )
  }
}

async function knownMigrations(): Promise<Map<string, Migration>> {
  const platform = await migrationsIn(PLATFORM)
  const product = await migrationsIn(PRODUCT)
  return new Map([
    ...platform.map((migration) => [inLedger(PLATFORM, migration), migration] as const),
    ...product.map((migration) => [inLedger(PRODUCT, migration), migration] as const),
  ])
}

function inLedger(folder: string, { version }: Migration): string {
  return folder === PLATFORM ? `platform ${version}` : version
}

/** Answers those versions that this program doesn't know, and never knew. */
export async function unknownVersions(versions: Versions): Promise<string[]> {
  const known = await knownMigrations()
  return versions.filter((version) => !known.has(version) && !REWRITTEN.has(version))
}

/** Those that there are still files of, sorted: two lists of them are of the same tables when they are the same. */
export async function knownVersions(versions: Versions): Promise<string[]> {
  const known = await knownMigrations()
  return versions.filter((version) => known.has(version)).toSorted()
}

/** Comments and line breaks change nothing. */
function checksumOf({ sql }: Pick<Migration, 'sql'>): string {
  const said = sql.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim()
  return createHash('sha256').update(said).digest('hex')
}

interface Applied {
  version: string
  /** Null where nobody has noted it: the first versions didn't, and the Supabase CLI does it in its own way. */
  checksum: string | null
}

async function hasChecksums(client: Asked): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = to_regclass('nana.platform_migrations') and attname = 'checksum'`,
  )
  return rowCount !== 0
}

/** Answers none where the ledgers aren't there yet. */
async function appliedMigrations(client: Asked): Promise<Applied[]> {
  const applied: Applied[] = []
  const { rows } = await client.query<{ platform: boolean; product: boolean }>(
    `select to_regclass('nana.platform_migrations') is not null as platform,
            to_regclass('supabase_migrations.schema_migrations') is not null as product`,
  )
  const [found] = rows
  if (found?.platform) {
    const checksum = (await hasChecksums(client)) ? 'checksum' : 'null as checksum'
    const ledger = await client.query<Applied>(
      `select 'platform ' || version as version, ${checksum} from nana.platform_migrations`,
    )
    applied.push(...ledger.rows)
  }
  if (found?.product) {
    const ledger = await client.query<{ version: string; sql: string | null }>(
      `select version, case when cardinality(statements) = 1 then statements[1] end as sql
         from supabase_migrations.schema_migrations`,
    )
    applied.push(
      ...ledger.rows.map(({ version, sql }) => ({
        version,
        checksum: sql === null ? null : checksumOf({ sql }),
      })),
    )
  }
  return applied
}

/**
 * Answers true when every migration was applied, and nothing is left to do. Another process may have the database open
 * at the same time.
 */
export async function isMigrated(client: Asked): Promise<boolean> {
  const { rows } = await client.query<{ ready: boolean }>(
    `select to_regclass('nana.platform_migrations') is not null
        and to_regclass('supabase_migrations.schema_migrations') is not null as ready`,
  )
  if (!rows[0]?.ready) return false
  const [platform, product] = [await migrationsIn(PLATFORM), await migrationsIn(PRODUCT)]
  const done = {
    platform: await versionsIn(client, 'nana.platform_migrations'),
    product: await versionsIn(client, 'supabase_migrations.schema_migrations'),
  }
  return (
    platform.every(({ version }) => done.platform.has(version)) &&
    product.every(({ version }) => done.product.has(version))
  )
}

/** True when the database has accounts that this server did not make. */
async function isHostedSupabase(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ hosted: boolean }>(
    `select to_regclass('auth.users') is not null and to_regclass('nana.platform_migrations') is null as hosted`,
  )
  return rows[0]?.hosted === true
}

type Transactions = (client: ClientBase, work: () => Promise<void>) => Promise<void>

const eachInItsTransaction: Transactions = async (client, work) => {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function migratePlatform(client: ClientBase, within: Transactions, only?: Versions): Promise<void> {
  await client.query(`
    create schema if not exists nana;
    create table if not exists nana.platform_migrations (
      version text not null primary key,
      applied_at timestamptz not null default now()
    )`)
  if (!(await hasChecksums(client))) {
    await client.query('alter table nana.platform_migrations add column if not exists checksum text')
  }
  const done = await versionsIn(client, 'nana.platform_migrations')
  for (const migration of await migrationsIn(PLATFORM)) {
    const entry = [migration.version, checksumOf(migration)]
    if (done.has(migration.version)) {
      // Those that were applied before checksums were noted get theirs with the first start that knows of them.
      const statement =
        'update nana.platform_migrations set checksum = $2 where version = $1 and checksum is null'
      await client.query(statement, entry)
    } else if (isWanted(only, inLedger(PLATFORM, migration))) {
      const statement = 'insert into nana.platform_migrations (version, checksum) values ($1, $2)'
      await within(client, () => apply(client, migration, statement, entry))
    }
  }
}

/** Notes the migrations in the table that the Supabase CLI uses, so that it can take over from here. */
async function migrateProduct(client: ClientBase, within: Transactions, only?: Versions): Promise<void> {
  await client.query(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (
      version text not null primary key,
      statements text[],
      name text
    )`)
  const done = await versionsIn(client, 'supabase_migrations.schema_migrations')
  for (const migration of await migrationsIn(PRODUCT)) {
    if (done.has(migration.version) || !isWanted(only, inLedger(PRODUCT, migration))) continue
    const statement =
      'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)'
    const entry = [migration.version, [migration.sql], migration.name]
    await within(client, () => apply(client, migration, statement, entry))
  }
}

function isWanted(only: Versions | undefined, version: string): boolean {
  return only === undefined || only.includes(version)
}

async function apply(client: ClientBase, migration: Migration, statement: string, values: unknown[]) {
  try {
    await client.query(migration.sql)
    await client.query(statement, values)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`La migración ${migration.version} (${migration.name}) ha fallado: ${reason}`, {
      cause: error,
    })
  }
}

async function versionsIn(client: Asked, ledger: string): Promise<Set<string>> {
  const { rows } = await client.query<{ version: string }>(`select version from ${ledger}`)
  return new Set(rows.map((row) => row.version))
}

async function migrationsIn(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const [, version = file, name = file] = /^(\d+)[-_](.+)\.sql$/.exec(file) ?? []
      return { version, name, sql: await readFile(join(folder, file), 'utf8') }
    }),
  )
}
