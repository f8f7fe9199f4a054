import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { anonymous, type Caller, refusal, service, user } from '../../server/testing/callers.ts'
import { onEachEngine } from './on-each-engine.ts'

const REFUSED = '42501'
const TABLES = ['baby_info', 'sleep_plans', 'sleep_records']
const BOOKKEEPING = ['sync_state', 'deleted_rows']

/** Callers may use these functions, each of which has tests of its own. */
const MEANT_FOR_CALLERS = [
  'is_second_factor_given',
  'are_taps',
  'delete_my_account',
  'account_exists',
  'families_i_read',
  'families_i_write',
  'families_in_sight',
  'my_families',
  'invite_to_family',
  'look_at_invitation',
  'accept_invitation',
  'withdraw_invitation',
  'change_access',
  'end_access',
  'leave_family',
  'my_support',
  'answer_request',
  'answer_proposal',
  'take_back_answer',
  'ask_consultant',
  'my_staff_role',
  'ask_family',
  'withdraw_request',
  'consulted_families',
  'consulted_summaries',
  'consulted_revs',
  'consulted_changes',
  'consulted_family',
  'open_family',
  'set_support',
  'save_note',
  'answer_question',
  'propose_plan',
  'withdraw_proposal',
  'plan_templates',
  'save_template',
  'delete_template',
]

/** An insert into each table needs these columns besides its user. */
const CONTENT: Record<string, string> = {
  baby_info: '',
  sleep_plans: '',
  sleep_records: `, date, type, "time"`,
}
const VALUES: Record<string, string> = {
  baby_info: '',
  sleep_plans: '',
  sleep_records: `, '2025-08-11', 'siesta', '13:05'`,
}
/** An update of each table sets this column to this value. */
const CHANGE: Record<string, string> = {
  baby_info: `name = 'Otra'`,
  sleep_plans: 'reminders = true',
  sleep_records: 'feedings = 7',
}

onEachEngine((db) => {
  let anon: Caller
  let a: Caller
  let b: Caller
  let admin: Caller
  let idA: string
  let idB: string

  beforeAll(async () => {
    ;[idA, idB] = [await db.createUser(), await db.createUser()]
    ;[anon, a, b, admin] = [anonymous(db.pool), user(db.pool, idA), user(db.pool, idB), service(db.pool)]
    for (const table of TABLES)
      for (const [caller, id] of [
        [a, idA],
        [b, idB],
      ] as const)
        await insertFor(caller, table, id)
    for (const [caller, id] of [
      [a, idA],
      [b, idB],
    ] as const) {
      await insertFor(caller, 'sleep_records', id)
      await caller(
        'delete from public.sleep_records where id in (select id from public.sleep_records limit 1)',
      )
    }
  })

  function insertFor(caller: Caller, table: string, owner: string, rest = '') {
    return caller(
      `insert into public.${table} (user_id${CONTENT[table]}) values ($1${VALUES[table]}) ${rest}`,
      owner,
    )
  }

  /** Resolves to everything a table holds, as the owner of the table sees it. */
  async function contents(table: string) {
    return (await db.pool.query(`select * from public.${table} order by user_id, rev`)).rows
  }

  describe.each(TABLES)('%s', (table) => {
    it('shows everyone their own rows', async () => {
      for (const [caller, id] of [
        [a, idA],
        [b, idB],
      ] as const) {
        const { rows } = await caller(`select user_id from public.${table}`)
        expect(rows).toEqual([{ user_id: id }])
      }
    })

    it('shows no row to the other user by any filter', async () => {
      const { rows } = await a(`select * from public.${table} where user_id = $1`, idB)
      expect(rows).toEqual([])
      const { rows: counted } = await a(`select count(*)::int from public.${table} where user_id <> $1`, idA)
      expect(counted).toEqual([{ count: 0 }])
    })

    it('lets nobody change or delete a row of another user', async () => {
      const before = await contents(table)
      const update = await a(`update public.${table} set ${CHANGE[table]} where user_id = $1`, idB)
      const remove = await a(`delete from public.${table} where user_id = $1`, idB)
      expect([update.rowCount, remove.rowCount]).toEqual([0, 0])
      expect(await contents(table)).toEqual(before)
    })

    it('lets nobody write a row for another user, or give one away', async () => {
      const before = await contents(table)
      expect(await refusal(insertFor(a, table, idB))).toBe(REFUSED)
      expect(await refusal(insertFor(a, table, randomUUID()))).toBe(REFUSED)
      expect(await refusal(a(`update public.${table} set user_id = $1`, idB))).toBe(REFUSED)
      expect(await refusal(a(`update public.${table} set user_id = null`))).toBe(REFUSED)
      expect(await contents(table)).toEqual(before)
    })

    it('answers with the words of the policy', async () => {
      const message = `new row violates row-level security policy for table "${table}"`
      await expect(insertFor(a, table, idB)).rejects.toThrow(message)
      await expect(insertFor(anon, table, idB)).rejects.toThrow(message)
    })

    it('lets nobody take over a row of another user with an upsert', async () => {
      const before = await contents(table)
      const { rows } = await db.pool.query(`select id from public.${table} where user_id = $1`, [idB])
      const upsert = a(
        `insert into public.${table} (id, user_id${CONTENT[table]}) values ($1, $2${VALUES[table]})
         on conflict (id) do update set user_id = excluded.user_id`,
        rows[0]?.id,
        table === 'sleep_records' ? idA : idB,
      )
      expect(await refusal(upsert)).toBe(REFUSED)
      expect(await contents(table)).toEqual(before)
    })

    it('shows nothing to anonymous callers and takes nothing from them', async () => {
      const before = await contents(table)
      expect((await anon(`select * from public.${table}`)).rows).toEqual([])
      expect(await refusal(insertFor(anon, table, idA))).toBe(REFUSED)
      expect(await refusal(anon(`insert into public.${table} default values`))).toBe(REFUSED)
      expect(await refusal(anon(`update public.${table} set ${CHANGE[table]} where true`))).toBe(REFUSED)
      expect(await refusal(anon(`delete from public.${table} where true`))).toBe(REFUSED)
      expect(await contents(table)).toEqual(before)
    })

    it.each(['truncate public.%', 'create trigger t after insert on public.% execute function f()'])(
      'refuses «%s»',
      async (sql) => {
        for (const caller of [anon, a, admin])
          expect(await refusal(caller(sql.replace('%', table)))).toBe(REFUSED)
      },
    )

    it('is open to the service role for every user', async () => {
      const { rows } = await admin(`select distinct user_id from public.${table}`)
      expect(rows.map((row: { user_id: string }) => row.user_id).sort()).toEqual([idA, idB].sort())
      expect(
        (await admin(`update public.${table} set ${CHANGE[table]} where user_id = $1`, idB)).rowCount,
      ).toBe(1)
      expect(
        await refusal(admin(`update public.${table} set user_id = $1 where user_id = $2`, idA, idB)),
      ).toBe(REFUSED)
    })
  })

  it.each(BOOKKEEPING)('%s is read by its user alone and written by nobody', async (table) => {
    expect((await a(`select user_id from public.${table}`)).rows).toEqual([{ user_id: idA }])
    expect((await b(`select user_id from public.${table}`)).rows).toEqual([{ user_id: idB }])
    expect(await refusal(anon(`select * from public.${table}`))).toBe(REFUSED)
    for (const caller of [anon, a, admin]) {
      expect(await refusal(caller(`update public.${table} set rev = 0`))).toBe(REFUSED)
      expect(await refusal(caller(`delete from public.${table}`))).toBe(REFUSED)
      expect(await refusal(caller(`insert into public.${table} default values`))).toBe(REFUSED)
    }
  })

  it('keeps the ledger, the accounts and the server schemas from every request', async () => {
    const closed = [
      'public.sync_ops',
      'public.erased_accounts',
      'auth.users',
      'auth.identities',
      'auth.sessions',
      'auth.mfa_amr_claims',
    ]
    const ledgers = [
      'nana.platform_migrations',
      'nana.security_log',
      'nana.key_versions',
      'nana.server_login',
      'supabase_migrations.schema_migrations',
    ]
    for (const table of [...closed, ...ledgers]) {
      for (const caller of [anon, a, admin]) {
        expect(await refusal(caller(`select * from ${table}`))).toBe(REFUSED)
        expect(await refusal(caller(`delete from ${table}`))).toBe(REFUSED)
      }
    }
  })

  it('lets no request call a function but those that are there for it', async () => {
    const { rows } = await db.pool.query<{ call: string }>(
      `select format('%s(%s)', p.oid::regproc, (select string_agg('null', ',') from unnest(p.proargtypes))) as call
       from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname <> all ($1)`,
      [MEANT_FOR_CALLERS],
    )
    expect(rows.length).toBeGreaterThan(5)
    for (const { call } of rows) {
      for (const caller of [anon, a, admin])
        expect(await refusal(caller(`select ${call}`)), call).toBe(REFUSED)
    }
  })

  it('lets a request make nothing in the schema', async () => {
    for (const caller of [anon, a, admin]) {
      expect(await refusal(caller('create table public.mine (id int)'))).toBe(REFUSED)
      expect(await refusal(caller('create schema mine'))).toBe(REFUSED)
    }
  })

  it('tells a policy who is calling, as hosted Supabase does', async () => {
    const { rows } = await a(
      'select auth.uid() as uid, auth.role() as role, auth.jwt() as jwt, current_user::text as name',
    )
    expect(rows).toEqual([
      { uid: idA, role: 'authenticated', jwt: { role: 'authenticated', sub: idA }, name: 'authenticated' },
    ])
    expect((await anon('select auth.uid() as uid, auth.role() as role')).rows).toEqual([
      { uid: null, role: 'anon' },
    ])
  })
})
