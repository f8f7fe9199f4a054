import { randomUUID } from 'node:crypto'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ENGINES } from '../testing/engines.ts'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { asRole } from './as-role.ts'
import { type Database, openDatabase } from './open.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await startTestDatabase()
})
afterAll(() => db.close())

function open(user = 'postgres'): Promise<Database> {
  const { host = '', database } = db.connection
  const databaseUrl = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
  return openDatabase({ dataDir: '/nowhere', databaseUrl })
}

async function refusal(pool: pg.Pool, sql: string): Promise<string | undefined> {
  return pool.query(sql).then(
    () => undefined,
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'another error'),
  )
}

describe('the role that the server works as', () => {
  it('owns nothing, may log in, and has no right that it does not ask for', async () => {
    const server = await open()
    const { pool } = server
    const { rows } = await pool.query(
      `select rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolbypassrls,
              (select count(*) from pg_shdepend where refobjid = r.oid and deptype = 'o') as owned
         from pg_roles r where rolname = current_user`,
    )
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolinherit: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolcanlogin: true,
        rolreplication: false,
        rolbypassrls: false,
        owned: 0,
      },
    ])
    await server.close()
  })

  it.each([
    'select from public.sleep_records',
    'insert into public.baby_info default values',
    'select from public.sync_ops',
    'select from public.access_grants',
    'select from public.access_invitations',
    'update nana.invited_sign_ups set account_id = null',
    'update public.sync_state set rev = 0',
    'truncate auth.users cascade',
    'alter table auth.users add column more text',
    'alter table nana.security_log disable trigger all',
    'select from nana.security_log',
    'delete from nana.security_log',
    'update nana.security_log set address = null',
    'select from nana.server_login',
    'delete from nana.erased_accounts',
    'select from nana.platform_migrations',
    `select pg_read_file('/etc/passwd')`,
    `copy (select 1) to program 'true'`,
    'create table public.more (id int)',
    'create table auth.more (id int)',
    'create role more',
    'set session_replication_role = replica',
  ])('is refused: %s', async (sql) => {
    const server = await open()
    const { pool } = server
    expect(await refusal(pool, sql)).toBe('42501')
    await server.close()
  })

  it('reads which accesses have ended, as hashes', async () => {
    const server = await open()
    expect(await refusal(server.pool, 'select from public.hashed_accesses()')).toBeUndefined()
    await server.close()
  })

  it('writes the security log down and has it pruned', async () => {
    const server = await open()
    const { pool } = server
    await db.pool.query(
      `insert into nana.security_log (event, at) values ('old', now() - interval '1 year'), ('recent', now())`,
    )
    await pool.query(`insert into nana.security_log (event) values ('new')`)
    await pool.query('select nana.prune_security_log(90)')
    const { rows } = await db.pool.query('select event from nana.security_log order by at')
    expect(rows.map(({ event }) => event)).toEqual(['recent', 'new'])
    await server.close()
  })

  it('is the same one for every server on the database, also for those that start at once', async () => {
    const opened = await Promise.all([open(), open(), open()])
    const names = opened.map(async ({ pool }) => (await pool.query('select current_user as me')).rows[0]?.me)
    const [name, ...others] = await Promise.all(names)
    expect(name).toMatch(/^nana_server_[0-9a-f]{8}$/)
    expect(new Set(others)).toEqual(new Set([name]))
    await Promise.all(opened.map((server) => server.close()))
  })

  // A pooler that was asked in by one server opens more connections with what it learnt of the password then.
  it('is known by the same proof of its password, however many servers start', async () => {
    const proof = async () => {
      const server = await open()
      const me = (await server.pool.query<{ me: string }>('select current_user as me')).rows[0]?.me
      await server.close()
      return (await db.pool.query('select rolpassword from pg_authid where rolname = $1', [me])).rows[0]
    }
    const first = await proof()
    expect(first).toEqual({ rolpassword: expect.stringMatching(/^SCRAM-SHA-256\$4096:/) })
    expect(await proof()).toEqual(first)
  })

  it('signs in with its password where PostgreSQL asks for one', async () => {
    const { rows } = await db.pool.query<{ file: string }>(`select current_setting('hba_file') as file`)
    const file = rows[0]?.file ?? ''
    const before = await readFile(file, 'utf8')
    const first = await open()
    const me = (await first.pool.query<{ me: string }>('select current_user as me')).rows[0]?.me
    await first.close()
    await writeFile(file, `local all ${me} scram-sha-256\n${before}`)
    await db.pool.query('select pg_reload_conf()')
    const opened = await open()
    expect((await opened.pool.query('select system_user as way')).rows).toEqual([
      { way: `scram-sha-256:${me}` },
    ])
    await opened.close()
    await writeFile(file, before)
    await db.pool.query('select pg_reload_conf()')
  })
})

describe.each([...ENGINES.keys()])('on %s', (engine) => {
  it('an owner who is no superuser makes the role, and the server works with it', async () => {
    const there = await startTestDatabase(engine)
    const [landlord, rented] = ['landlord', 'rented'].map((name) => `${name}_${randomUUID().slice(0, 8)}`)
    await there.pool.query(`create role ${landlord} login createrole`)
    await there.pool.query(`grant anon, authenticated, service_role to ${landlord} with admin option`)
    await there.pool.query(`create database ${rented} owner ${landlord}`)
    const host = encodeURIComponent(there.connection.host ?? '')
    const server = await openDatabase({
      dataDir: '/nowhere',
      databaseUrl: `postgres://${landlord}@localhost/${rented}?host=${host}`,
    })
    const { rows } = await server.pool.query(
      `with account as (insert into auth.users (email) values ('ana@example.com') returning id)
       select current_user as me, id from account`,
    )
    expect(rows).toEqual([{ me: expect.stringMatching(/^nana_server_/), id: expect.anything() }])
    const asAna = { role: 'authenticated' as const, sub: String(rows[0]?.id) }
    const log = `insert into public.baby_info (user_id) values ($1)`
    await asRole(server.tablePool, asAna, { text: log, values: [rows[0]?.id] })
    expect((await server.pool.query('select rev from public.sync_state')).rows).toEqual([{ rev: 1 }])
    await server.pool.query('select public.delete_account($1)', [rows[0]?.id])
    expect((await server.pool.query('select from auth.users')).rowCount).toBe(0)
    await server.close()
    await there.pool.query(`drop database ${rented} with (force)`)
    await there.close()
  })
})

describe('where no role can be made', () => {
  it('the role of DATABASE_URL works on, and the log says so', async () => {
    const tenant = `tenant_${randomUUID().slice(0, 8)}`
    await db.pool.query(`
      create role ${tenant} login;
      grant usage, create on schema nana, supabase_migrations, auth to ${tenant};
      grant create on database ${db.connection.database} to ${tenant};
      grant select, update on nana.platform_migrations to ${tenant};
      grant select on supabase_migrations.schema_migrations to ${tenant}`)
    const said = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => said.mockRestore())
    const server = await open(tenant)
    const { pool } = server
    expect((await pool.query('select current_user as me')).rows).toEqual([{ me: tenant }])
    expect(said.mock.calls.join()).toContain('El servidor trabaja con el rol de DATABASE_URL')
    await server.close()
  })

  it('the same is done where a pooler does not know it', async () => {
    const first = await open()
    const me = (await first.pool.query<{ me: string }>('select current_user as me')).rows[0]?.me
    await first.close()
    const { rows } = await db.pool.query<{ dir: string }>(`select current_setting('data_directory') as dir`)
    const file = join(rows[0]?.dir ?? '', 'pg_hba.conf')
    const before = await readFile(file, 'utf8')
    await writeFile(file, `local all ${me} reject\n`)
    await appendFile(file, before)
    await db.pool.query('select pg_reload_conf()')
    const said = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => said.mockRestore())
    const server = await open()
    const { pool } = server
    expect((await pool.query('select current_user as me')).rows).toEqual([{ me: 'postgres' }])
    expect(said.mock.calls.join()).toContain('El servidor trabaja con el rol de DATABASE_URL')
    await server.close()
    await writeFile(file, before)
    await db.pool.query('select pg_reload_conf()')
  })
})
