import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { user } from '../testing/callers.ts'
import { ENGINES } from '../testing/engines.ts'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { migrate, migrateProduct } from './migrate.ts'
import { openPool } from './open.ts'
import { countUnchanging, refuseUnhealthy } from './upgrade/family-health.ts'

const HOSTED_USER = '5f3f0c1e-2b1a-4b57-8f19-3c9f0e6d7a11'

/** The migrations of the first version. */
const FIRST_VERSION = [...['001', '002', '003', '004', '005'].map((n) => `platform ${n}`), '20251101090000']

/**
 * Imitates a hosted project as far as the migrations can tell: the accounts belong to another role, and new tables
 * start out open to everybody.
 */
const HOSTED_PROJECT = `
  create schema auth authorization auth_admin;
  set role auth_admin;
  create table auth.users (
    id uuid primary key, email text, created_at timestamptz, updated_at timestamptz, deleted_at timestamptz, banned_until timestamptz,
    raw_app_meta_data jsonb, email_change_sent_at timestamptz, is_sso_user boolean
  );
  alter table auth.users enable row level security;
  insert into auth.users (id) values ('${HOSTED_USER}');
  create function auth.uid() returns uuid language sql stable as $$
    select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;
  grant usage on schema auth to project_owner, anon, authenticated, service_role;
  create table auth.mfa_factors (user_id uuid, status text);
  alter table auth.mfa_factors enable row level security;
  create table auth.sessions (user_id uuid, created_at timestamptz, refreshed_at timestamp);
  alter table auth.sessions enable row level security;
  create table auth.identities (user_id uuid, provider text, updated_at timestamptz);
  alter table auth.identities enable row level security;
  grant select, references on auth.users, auth.mfa_factors, auth.sessions, auth.identities to project_owner;
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
    await db.pool.query(`
      create role project_owner login createrole bypassrls;
      grant anon, authenticated, service_role to project_owner;
      create role auth_admin login`)
  })
  afterAll(() => db.close())

  async function emptyDatabase(name: string, owner = 'postgres'): Promise<pg.ClientConfig> {
    await db.pool.query(`create database ${name} owner ${owner}`)
    return { ...db.connection, database: name }
  }

  async function hostedProject(name: string): Promise<pg.ClientConfig> {
    const hosted = await emptyDatabase(name, 'project_owner')
    await connected(hosted, (client) => client.query(HOSTED_PROJECT))
    return hosted
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
    const hosted = await hostedProject('hosted')
    // There it is the Supabase CLI that applies them.
    await connected({ ...hosted, user: 'project_owner' }, migrateProduct)

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

  it('is refused where accounts are a hosted project’s, and changes nothing', async () => {
    const hosted = await hostedProject('refused')
    await connected({ ...hosted, user: 'project_owner' }, async (client) => {
      await expect(migrate(client)).rejects.toThrow('arranca con SUPABASE_URL y SUPABASE_ANON_KEY')
      const { rows } = await client.query(`select to_regclass('public.sleep_records') as made`)
      expect(rows).toEqual([{ made: null }])
    })
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

  describe('where there are accounts, an upgrade', () => {
    const FAMILY = 'b4a5f9c2-6a55-4a3e-9c11-52f0a3d1f001'

    /** A database with a family in it, as the first version left it. */
    async function olderFamily(name: string): Promise<pg.ClientConfig> {
      const older = await emptyDatabase(name)
      await connected(older, async (client) => {
        await migrate(client, { only: FIRST_VERSION })
        await client.query(`insert into auth.users (id, email) values ($1, 'marta@example.com')`, [FAMILY])
        await client.query(
          `insert into public.sleep_records (user_id, date, type, start_time, end_time)
           values ($1, '2025-08-11', 'siesta', '10:00', '11:30')`,
          [FAMILY],
        )
      })
      return older
    }

    /** What an older version finds at its start. */
    async function asItIs(client: pg.Client): Promise<unknown> {
      const { rows } = await client.query(
        `select 'platform ' || version as has from nana.platform_migrations
          union all select version from supabase_migrations.schema_migrations
          union all select table_schema || '.' || table_name || '.' || column_name from information_schema.columns
           where table_schema in ('auth', 'public', 'nana')
          union all select row_to_json(r)::text from public.sleep_records r order by 1`,
      )
      return rows
    }

    it('is told beforehand with what is to be applied, and brings the family along', async () => {
      await connected(await olderFamily('upgraded'), async (client) => {
        const asked: string[][] = []
        const beforeUpgrade = async (pending: readonly string[]) => {
          asked.push([...pending])
          return () => undefined
        }
        await migrate(client, { beforeUpgrade })
        expect(asked).toHaveLength(1)
        expect(asked[0]).toContain('20251101090100')
        expect(asked[0]).not.toContain('20251101090000')
        await migrate(client, { beforeUpgrade })
        expect(asked).toHaveLength(1)
        const { rows } = await client.query('select user_id, taps from public.sleep_records')
        expect(rows).toEqual([{ user_id: FAMILY, taps: [] }])
      })
    })

    it('changes nothing when what has to come before it fails', async () => {
      await connected(await olderFamily('uncopied'), async (client) => {
        const before = await asItIs(client)
        const beforeUpgrade = () => Promise.reject(new Error('no room'))
        await expect(migrate(client, { beforeUpgrade })).rejects.toThrow('no room')
        expect(await asItIs(client)).toEqual(before)
      })
    })

    it('that fails at its last migration leaves the database as it was before the first', async () => {
      await connected(await olderFamily('failing'), async (client) => {
        await client.query('create function public.families_in_sight() returns int return 1')
        const before = await asItIs(client)
        await expect(migrate(client)).rejects.toThrow('20251126170000 (families_in_sight)')
        expect(await asItIs(client)).toEqual(before)
        await client.query('drop function public.families_in_sight()')
        await migrate(client)
      })
    })

    it.each([
      [
        'no family can save in',
        `create function public.refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
         create trigger refused before update on public.sleep_records for each row execute function public.refuse()`,
        'drop trigger refused on public.sleep_records',
        'no está sana: broken',
      ],
      [
        'a family doesn’t see all of its records in',
        'create policy hidden on public.sleep_records as restrictive for select to authenticated using (false)',
        'drop policy hidden on public.sleep_records',
        'una familia ve 0 de sus 1 registros',
      ],
    ])('is undone where it would make a database that %s', async (name, breaks, mends, message) => {
      await connected(await olderFamily(name.replace(/\W/g, '_').toLowerCase()), async (client) => {
        await client.query(breaks)
        const before = await asItIs(client)
        await expect(migrate(client)).rejects.toThrow(message)
        expect(await asItIs(client)).toEqual(before)
        await client.query(mends)
        await migrate(client)
        expect((await client.query('select from auth.users')).rowCount).toBe(1)
      })
    })

    it('is undone when it takes records away', async () => {
      await connected(await olderFamily('shrunken'), async (client) => {
        await client.query('begin')
        const before = await countUnchanging(client)
        await client.query('delete from public.sleep_records')
        await expect(refuseUnhealthy(client, before)).rejects.toThrow(
          'faltan datos (antes, cuentas: 1, registros: 1; después, cuentas: 1, registros: 0)',
        )
        await client.query('rollback')
      })
    })
  })

  it('makes no tables where there should be some', async () => {
    await connected(await emptyDatabase('unused'), async (client) => {
      await expect(migrate(client, { mayMake: false })).rejects.toThrow(
        'no hay nada de Nana, y aquí no se estrena ninguna',
      )
      expect((await client.query(`select to_regnamespace('nana') as made`)).rows).toEqual([{ made: null }])
      await migrate(client)
      await migrate(client, { mayMake: false })
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
    onTestFinished(() => said.mockRestore())
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
