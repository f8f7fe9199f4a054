import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { user } from '../../supabase/tests/callers.ts'
import { ENGINES } from '../../supabase/tests/engines.ts'
import { startTestDatabase, type TestDatabase } from '../../supabase/tests/test-database.ts'
import { migrate } from './migrate.ts'
import { openPool } from './open.ts'

const HOSTED_USER = '5f3f0c1e-2b1a-4b57-8f19-3c9f0e6d7a11'

/** As far as the product can see it: closed accounts of another role, and new tables that start out open. */
const HOSTED_PROJECT = `
  create schema auth authorization auth_admin;
  set role auth_admin;
  create table auth.users (id uuid primary key, deleted_at timestamptz, raw_app_meta_data jsonb);
  alter table auth.users enable row level security;
  insert into auth.users values ('${HOSTED_USER}');
  create function auth.uid() returns uuid language sql stable as $$
    select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;
  grant usage on schema auth to project_owner, anon, authenticated, service_role;
  create table auth.mfa_factors (user_id uuid, status text);
  alter table auth.mfa_factors enable row level security;
  grant select, references on auth.users, auth.mfa_factors to project_owner;
  reset role;
  grant all on schema public to project_owner;
  grant usage on schema public to anon, authenticated, service_role;
  alter default privileges for role project_owner in schema public
    grant all on tables to anon, authenticated, service_role;
  alter default privileges for role project_owner in schema public
    grant all on functions to anon, authenticated, service_role;
`

describe.each([...ENGINES.keys()])('%s', (engine) => {
  let db: TestDatabase

  beforeAll(async () => {
    db = await startTestDatabase(engine)
  })
  afterAll(() => db.close())

  async function emptyDatabase(name: string, owner = 'postgres'): Promise<pg.ClientConfig> {
    await db.pool.query(`create database ${name} owner ${owner}`)
    return { ...db.connection, database: name }
  }

  it('does nothing the second time', async () => {
    const ledgers = `select version from supabase_migrations.schema_migrations
      union all select version || applied_at from nana.platform_migrations order by 1`
    const before = (await db.pool.query(ledgers)).rows
    await connected(db.connection, migrate)
    expect((await db.pool.query(ledgers)).rows).toEqual(before)
    expect(before.length).toBeGreaterThan(4)
  })

  it('keeps the ledger that the Supabase CLI reads', async () => {
    const { rows } = await db.pool.query(
      `select version, name, cardinality(statements) as statements
       from supabase_migrations.schema_migrations order by version limit 1`,
    )
    expect(rows).toEqual([{ version: '20251101090000', name: 'sleep_log', statements: 1 }])
  })

  it('happens once when many servers start at once', async () => {
    const empty = await emptyDatabase('many')
    await Promise.all(Array.from({ length: 5 }, () => connected(empty, migrate)))
    await connected(empty, async (client) => {
      const { rows } = await client.query(
        'select count(*)::int as n from supabase_migrations.schema_migrations',
      )
      expect(rows[0]?.n).toBeGreaterThan(1)
    })
  })

  it('adds only what is missing', async () => {
    const older = await emptyDatabase('older')
    await connected(older, async (client) => {
      await migrate(client)
      const all = 'select version from nana.platform_migrations order by version'
      const { rows } = await client.query(all)
      await client.query(`delete from nana.platform_migrations where version > '001'`)
      await client.query('drop schema auth cascade')
      await migrate(client)
      expect((await client.query(all)).rows).toEqual(rows)
    })
  })

  it('runs unchanged on a hosted project, whose accounts belong to another role, and leaves them alone', async () => {
    await db.pool.query(`
      create role project_owner login createrole bypassrls;
      grant anon, authenticated, service_role to project_owner;
      create role auth_admin login`)
    const hosted = await emptyDatabase('hosted', 'project_owner')
    await connected(hosted, (client) => client.query(HOSTED_PROJECT))
    await connected({ ...hosted, user: 'project_owner' }, migrate)

    const pool = openPool({ ...hosted, user: 'project_owner' })
    const carer = user(pool, HOSTED_USER)
    const { rows } = await pool.query(`select to_regnamespace('nana') as platform`)
    expect(rows).toEqual([{ platform: null }])
    const add = `insert into public.sleep_records (date, type, start_time, op_id)
      values ('2025-08-11', 'siesta', '13:05', '0a5fd4b3-6f2c-4a53-9d55-0d43f9b0a001')`
    expect((await carer(add)).rowCount).toBe(1)
    expect((await carer(add)).rowCount).toBe(0)
    expect((await carer('delete from public.sleep_records')).rowCount).toBe(1)
    expect((await carer('insert into public.baby_info default values')).rowCount).toBe(1)
    await expect(carer('select * from public.sync_ops')).rejects.toMatchObject({ code: '42501' })

    await connected({ ...hosted, user: 'auth_admin' }, (client) => client.query('delete from auth.users'))
    expect((await pool.query('select from public.baby_info')).rowCount).toBe(0)
    await pool.end()
  })

  it('tells which migration failed, and leaves no half of it', async () => {
    const taken = await emptyDatabase('taken')
    await connected(taken, async (client) => {
      await client.query('create table public.sleep_plans ()')
      await expect(migrate(client)).rejects.toThrow('20251101090000 (sleep_log)')
      await client.query('drop table public.sleep_plans')
      await migrate(client)
    })
  })

  it('works for an owner who is no superuser', async () => {
    await db.pool.query('create role landlord login createrole')
    await db.pool.query('grant anon, authenticated, service_role to landlord with admin option')
    const rented = await emptyDatabase('rented', 'landlord')
    await connected({ ...rented, user: 'landlord' }, async (client) => {
      await migrate(client)
      await client.query('begin; set local role authenticated')
      expect((await client.query('select * from public.sleep_records')).rows).toEqual([])
      await client.query('commit')
    })
  })
})

async function connected(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
