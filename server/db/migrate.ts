import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { PACKAGE_ROOT } from '../paths.ts'

const PLATFORM = join(PACKAGE_ROOT, 'server/db/platform')
const PRODUCT = join(PACKAGE_ROOT, 'supabase/migrations')

/** Any number, as long as no other program takes the same: servers that start together migrate one after the other. */
const MIGRATION_LOCK = 620_118_215

interface Migration {
  version: string
  name: string
  sql: string
}

/** Brings a database up to date: first what hosted Supabase already has, then the product's own tables. */
export async function migrate(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  try {
    if (!(await isHostedSupabase(client))) await migratePlatform(client)
    await migrateProduct(client)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  }
}

/** Accounts are there, and not by our hand. */
async function isHostedSupabase(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ hosted: boolean }>(
    `select to_regclass('auth.users') is not null and to_regclass('nana.platform_migrations') is null as hosted`,
  )
  return rows[0]?.hosted === true
}

async function migratePlatform(client: ClientBase): Promise<void> {
  await client.query(`
    create schema if not exists nana;
    create table if not exists nana.platform_migrations (
      version text not null primary key,
      applied_at timestamptz not null default now()
    )`)
  const done = await versionsIn(client, 'nana.platform_migrations')
  for (const migration of await migrationsIn(PLATFORM)) {
    if (done.has(migration.version)) continue
    await apply(client, migration, 'insert into nana.platform_migrations (version) values ($1)', [
      migration.version,
    ])
  }
}

/** The ledger is the one of the Supabase CLI, so that it can take over. */
async function migrateProduct(client: ClientBase): Promise<void> {
  await client.query(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (
      version text not null primary key,
      statements text[],
      name text
    )`)
  const done = await versionsIn(client, 'supabase_migrations.schema_migrations')
  for (const migration of await migrationsIn(PRODUCT)) {
    if (done.has(migration.version)) continue
    await apply(
      client,
      migration,
      'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)',
      [migration.version, [migration.sql], migration.name],
    )
  }
}

async function apply(client: ClientBase, migration: Migration, note: string, values: unknown[]) {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query(note, values)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`La migración ${migration.version} (${migration.name}) ha fallado: ${reason}`, {
      cause: error,
    })
  }
}

async function versionsIn(client: ClientBase, ledger: string): Promise<Set<string>> {
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
