import type { ClientBase } from 'pg'
import { ConfigError } from '../settings/environment.ts'
import { ADMIN_COMMAND } from '../settings/paths.ts'
import { countUnchanging, refuseUnhealthy } from './upgrade/family-health.ts'
import {
  checksumOf,
  inLedger,
  knownMigrations,
  type Migration,
  migrationsIn,
  PLATFORM,
  PRODUCT,
  REWRITTEN,
  type Versions,
} from './upgrade/migration-files.ts'

/**
 * The number of the advisory lock that makes servers which start together migrate one after the other. Any number will
 * do that no other program uses.
 */
export const MIGRATION_LOCK = 620_118_215

type Asked = Pick<ClientBase, 'query'>

export interface MigrateOptions {
  /** No others are applied than these: a copy of an older version is restored into its own tables. */
  only?: Versions
  /**
   * Is called before anything is changed in a database that has accounts, with what is to be applied to it. Answers
   * what is called once that is done for good.
   */
  beforeUpgrade?: (pending: Versions) => Promise<() => void>
  /** False refuses a database without any tables of ours, instead of making them. */
  mayMake?: boolean
}

/**
 * Brings a database up to date: first the accounts and roles that hosted Supabase already has, then the product's own
 * tables. Where there are accounts it is looked afterwards whether a family can go on with it. All of it is one
 * transaction: when a migration or that look fails, or the power does, the database is what it was. Throws, in Spanish,
 * what failed.
 */
export async function migrate(client: ClientBase, options: MigrateOptions = {}): Promise<void> {
  const { only, beforeUpgrade, mayMake = true } = options
  await takeLock(client)
  try {
    await refuseHosted(client)
    await refuseUnfit(client)
    if (!mayMake) await refuseUnused(client)
    const pending = await pendingVersions(client, only)
    const isUpgrade = pending.length > 0 && (await hasAccounts(client))
    const upgraded = isUpgrade ? await beforeUpgrade?.(pending) : undefined
    await client.query('begin')
    try {
      // A copy of an older version is looked at when it is up to date.
      const before = isUpgrade && only === undefined ? await countUnchanging(client) : null
      await migratePlatform(client, only)
      await migrateProduct(client, only)
      if (before !== null) await refuseUnhealthy(client, before)
      await client.query('commit')
      upgraded?.()
    } catch (error) {
      // When the connection broke there is nothing left to roll back, and the first error says more than this one.
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  }
}

const NOT_THERE = `En esta base de datos no hay nada de Nana, y aquí no se estrena ninguna: mira si DATABASE_URL o DATA_DIR son los de siempre. Una copia se devuelve con «${ADMIN_COMMAND} restore FICHERO». Si es nueva, arranca antes el servidor: una vez con DATA_EXPECTED=off, si dice esto mismo.`

async function refuseUnused(client: Asked): Promise<void> {
  if ((await appliedMigrations(client)).length === 0) throw new ConfigError(NOT_THERE)
}

async function hasAccounts(client: Asked): Promise<boolean> {
  const { rows } = await client.query<{ made: boolean }>(
    `select to_regclass('auth.users') is not null as made`,
  )
  if (!rows[0]?.made) return false
  return (await client.query('select from auth.users limit 1')).rowCount !== 0
}

async function pendingVersions(client: Asked, only?: Versions): Promise<string[]> {
  const applied = new Set((await appliedMigrations(client)).map(({ version }) => version))
  return [...(await knownMigrations()).keys()].filter(
    (version) => !applied.has(version) && isWanted(only, version),
  )
}

/** Until the end of the transaction a server that starts on this database waits with its migrations. */
export async function keepMigrationsOut(client: Asked): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
}

/**
 * Applies what is missing, or only that of it which is asked for, within the caller's transaction, which keeps other
 * migrations out. Throws like `migrate`, and changes nothing then.
 */
export async function migrateWithin(client: ClientBase, only?: Versions): Promise<void> {
  await refuseHosted(client)
  await refuseUnfit(client)
  await migratePlatform(client, only)
  await migrateProduct(client, only)
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

/**
 * Throws when a newer version of the program has been here, whose tables this one doesn't know, or when a migration is
 * not the one that made these tables.
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

const HOSTED =
  'Las cuentas que hay en ella no las ha hecho Nana. Si es la de un proyecto de Supabase, arranca con SUPABASE_URL y SUPABASE_ANON_KEY; si no, con una base de datos vacía. No se ha cambiado nada.'

/** Hosted Supabase's own database lacks what a server notes beside accounts: sessions that ended, limits, the log. */
async function refuseHosted(client: Asked): Promise<void> {
  const { rows } = await client.query<{ hosted: boolean }>(
    `select to_regclass('auth.users') is not null and to_regclass('nana.platform_migrations') is null as hosted`,
  )
  if (rows[0]?.hosted) throw new ConfigError(HOSTED)
}

async function migratePlatform(client: ClientBase, only?: Versions): Promise<void> {
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
      await apply(client, migration, statement, entry)
    }
  }
}

/** Notes the migrations in the table that the Supabase CLI uses, so that it can take over from here. */
export async function migrateProduct(client: ClientBase, only?: Versions): Promise<void> {
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
    await apply(client, migration, statement, entry)
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
