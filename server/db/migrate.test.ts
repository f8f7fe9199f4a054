import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { user } from '../testing/callers.ts'
import { ENGINES } from '../testing/engines.ts'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'
import { openPool } from './open.ts'

const HOSTED_USER = '5f3f0c1e-2b1a-4b57-8f19-3c9f0e6d7a11'

/**
 * Imitates a hosted project as far as the migrations can tell: the accounts belong to another role, and new tables
 * start out open to everybody.
 */
const HOSTED_PROJECT = `
  create schema auth authorization auth_admin;
  set role auth_admin;
  create table auth.users (
    id uuid primary key, email text, created_at timestamptz, deleted_at timestamptz, banned_until timestamptz,
    raw_app_meta_data jsonb
  );
  alter table auth.users enable row level security;
  insert into auth.users (id) values ('${HOSTED_USER}');
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

describe.each([...ENGINES.keys()])('migrating on %s', (engine) => {
  let db: TestDatabase

  beforeAll(async () => {
    db = await startTestDatabase(engine)
  })
  afterAll(() => db.close())

  async function emptyDatabase(name: string, owner = 'postgres'): Promise<pg.ClientConfig> {
    await db.pool.query(`create database ${name} owner ${owner}`)
    return { ...db.connection, database: name }
  }

  it('changes nothing the second time', async () => {
    const ledgers = `select version from supabase_migrations.schema_migrations
      union all select version || applied_at from nana.platform_migrations order by 1`
    const before = (await db.pool.query(ledgers)).rows
    await connected(db.connection, migrate)
    expect((await db.pool.query(ledgers)).rows).toEqual(before)
    expect(before.length).toBeGreaterThan(4)
  })

  it('notes the migrations where the Supabase CLI reads them', async () => {
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

  it('applies only the migrations that are missing', async () => {
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

  it('names the migration that failed, and undoes its part', async () => {
    const taken = await emptyDatabase('taken')
    await connected(taken, async (client) => {
      await client.query('create table public.sleep_plans ()')
      await expect(migrate(client)).rejects.toThrow('20251101090000 (sleep_log)')
      await client.query('drop table public.sleep_plans')
      await migrate(client)
    })
  })

  it('refuses a database that a newer version has been on, and changes nothing', async () => {
    const newer = await emptyDatabase('newer')
    await connected(newer, async (client) => {
      await migrate(client)
      await client.query(`insert into nana.platform_migrations (version) values ('999')`)
      await client.query(
        `delete from nana.platform_migrations where version = '016'; drop table nana.this_server`,
      )
      await expect(migrate(client)).rejects.toThrow('versión más nueva de Nana (tiene platform 999)')
      const { rows } = await client.query(`select to_regclass('nana.this_server') as made`)
      expect(rows).toEqual([{ made: null }])
      await client.query(`delete from nana.platform_migrations where version = '999'`)
      await client.query(
        `insert into supabase_migrations.schema_migrations (version) values ('20991231000000')`,
      )
      await expect(migrate(client)).rejects.toThrow('(tiene 20991231000000)')
    })
  })

  it('notices a migration that is not the one that was applied', async () => {
    const changed = await emptyDatabase('changed')
    await connected(changed, async (client) => {
      await migrate(client)
      await client.query(`update nana.platform_migrations set checksum = null where version = '003'`)
      await migrate(client)
      await client.query(
        `update nana.platform_migrations set checksum = 'x' where version = '003' and checksum <> ''`,
      )
      await expect(migrate(client)).rejects.toThrow('La migración platform 003 (auth-tables) no es la que')
      await client.query(`update nana.platform_migrations set checksum = null where version = '003'`)
      await client.query(
        `update supabase_migrations.schema_migrations set statements = array['select 1'] where name = 'taps'`,
      )
      await expect(migrate(client)).rejects.toThrow('(taps) no es la que')
      // The Supabase CLI notes each statement apart.
      await client.query(
        `update supabase_migrations.schema_migrations set statements = array['select 1', 'select 2'] where name = 'taps'`,
      )
      await migrate(client)
    })
  })

  it('takes no offence at comments and line breaks, nor at the numbers of the first weeks', async () => {
    await connected(await emptyDatabase('commented'), async (client) => {
      await migrate(client)
      await client.query(`
        update supabase_migrations.schema_migrations
           set statements = array['-- another comment' || chr(10) || statements[1] || chr(10)]
         where name = 'taps'`)
      await client.query(
        `insert into supabase_migrations.schema_migrations (version, statements) values ('20251121090000', '{x}')`,
      )
      await migrate(client)
    })
  })

  it('says that it waits while another process migrates', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const shared = await emptyDatabase('shared')
    await connected(shared, async (holder) => {
      await holder.query('select pg_advisory_lock(620118215)')
      await connected(shared, async (client) => {
        const migrating = migrate(client)
        await vi.waitUntil(() => said.mock.calls.length > 0, { timeout: 60_000 })
        await holder.query('select pg_advisory_unlock(620118215)')
        await migrating
      })
    })
    expect(said.mock.calls).toEqual([['Esperando a que otro proceso termine de preparar la base de datos…']])
    said.mockRestore()
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
