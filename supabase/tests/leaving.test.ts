import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeEach, expect, it } from 'vitest'
import { asRole } from '../../server/db/as-role.ts'
import { anonymous, type Caller, refusal, service, user } from '../../server/testing/callers.ts'
import { untilWaitedFor } from '../../server/testing/while-locked.ts'
import { onEachEngine } from './on-each-engine.ts'

const REFUSED = '42501'
const LEAVE = 'select public.delete_my_account()'

/** These are all the tables that hold something of an account. */
const OF_AN_ACCOUNT = [
  'auth.identities',
  'auth.sessions',
  'public.baby_info',
  'public.sleep_plans',
  'public.sleep_records',
  'public.sync_state',
  'public.sync_ops',
  'public.deleted_rows',
]

onEachEngine((db) => {
  let ana: string
  let bea: string

  beforeEach(async () => {
    ;[ana, bea] = [await family(), await family()]
  })

  /** Makes an account that has something in every table. */
  async function family(): Promise<string> {
    const id = await db.createUser()
    const own = user(db.pool, id)
    await own('insert into public.baby_info (op_id) values ($1)', randomUUID())
    await own('insert into public.sleep_plans default values')
    for (const time of ['07:00', '08:00']) {
      await own(
        `insert into public.sleep_records (date, type, "time") values ('2025-08-11', 'despertar', $1)`,
        time,
      )
    }
    await own(`delete from public.sleep_records where "time" = '08:00'`)
    await db.pool.query('insert into auth.sessions (user_id) values ($1)', [id])
    await db.pool.query(
      `insert into auth.identities (provider_id, user_id, identity_data, provider) values ($1::text, $1::uuid, '{}', 'email')`,
      [id],
    )
    return id
  }

  /** Returns a caller who signed in so many seconds ago, in one of the ways there are. */
  function signedIn(id: string, secondsAgo: number, method = 'password'): Caller {
    const timestamp = Math.floor(Date.now() / 1000) - secondsAgo
    return withClaims({ sub: id, amr: [{ method, timestamp }] })
  }

  function withClaims(claims: Record<string, unknown>): Caller {
    return (text, ...values) => asRole(db.pool, { role: 'authenticated', ...claims }, { text, values })
  }

  async function rowsOf(id: string): Promise<Record<string, number>> {
    const counted = await Promise.all(
      OF_AN_ACCOUNT.map((table) => db.pool.query(`select from ${table} where user_id = $1`, [id])),
    )
    return Object.fromEntries(OF_AN_ACCOUNT.map((table, index) => [table, counted[index]?.rowCount ?? 0]))
  }

  it('takes the account with everything in it, and nobody else’s', async () => {
    const before = await rowsOf(bea)
    expect(Object.values(await rowsOf(ana)).every((count) => count > 0)).toBe(true)
    await signedIn(ana, 0)(LEAVE)
    expect(Object.values(await rowsOf(ana)).every((count) => count === 0)).toBe(true)
    expect((await db.pool.query('select from auth.users where id = $1', [ana])).rowCount).toBe(0)
    expect(await rowsOf(bea)).toEqual(before)
  })

  it('can be asked again, when the answer was lost', async () => {
    await signedIn(ana, 0)(LEAVE)
    expect(await refusal(signedIn(ana, 5)(LEAVE))).toBe('accepted')
    // Asking again must bring nothing of the account back.
    expect(Object.values(await rowsOf(ana)).every((count) => count === 0)).toBe(true)
  })

  it('wants a sign-in of the last ten minutes, by whatever way', async () => {
    expect(await refusal(signedIn(ana, 601)(LEAVE))).toBe(REFUSED)
    expect(await refusal(signedIn(ana, 0, 'token_refresh')(LEAVE))).toBe(REFUSED)
    for (const method of ['totp', 'mfa/phone', 'mfa/webauthn']) {
      expect(await refusal(signedIn(ana, 0, method)(LEAVE))).toBe(REFUSED)
    }
    expect(await refusal(user(db.pool, ana)(LEAVE))).toBe(REFUSED)
    // A clock that was ahead and is set back would keep it recent for as long.
    expect(await refusal(signedIn(ana, -100)(LEAVE))).toBe(REFUSED)
    expect((await rowsOf(ana))['public.sleep_records']).toBe(1)
    expect(await refusal(signedIn(ana, 590, 'otp')(LEAVE))).toBe('accepted')
  })

  it('wants the second factor of an account that has one', async () => {
    await db.pool.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [ana],
    )
    expect(await refusal(signedIn(ana, 0)(LEAVE))).toBe(REFUSED)
    const timestamp = Math.floor(Date.now() / 1000)
    const amr = ['totp', 'password'].map((method) => ({ method, timestamp }))
    expect(await refusal(withClaims({ sub: ana, amr, aal: 'aal2' })(LEAVE))).toBe('accepted')
  })

  it.each([
    ['amr', null],
    ['amr', 'password'],
    ['amr', [{ method: 'password', timestamp: 'now' }]],
    ['amr', [{ method: 'password' }, 7]],
  ])('refuses claims it can’t read: %s %j', async (name, value) => {
    expect(await refusal(withClaims({ sub: ana, [name]: value })(LEAVE))).toBe(REFUSED)
    expect((await rowsOf(ana))['public.sleep_records']).toBe(1)
  })

  it('is for nobody but who is signed in', async () => {
    expect(await refusal(anonymous(db.pool)(LEAVE))).toBe(REFUSED)
    expect(await refusal(service(db.pool)(LEAVE))).toBe(REFUSED)
    expect(await refusal(withClaims({ amr: [{ method: 'password', timestamp: 9e9 }] })(LEAVE))).toBe(REFUSED)
    for (const caller of [anonymous(db.pool), service(db.pool), signedIn(bea, 0)]) {
      expect(await refusal(caller('select public.delete_account($1)', ana))).toBe(REFUSED)
    }
    expect((await rowsOf(ana))['public.sleep_records']).toBe(1)
  })

  it('looks up no name in a schema of the caller’s', async () => {
    const { rows } = await db.pool.query<{ name: string; config: string[] | null }>(
      `select proname as name, proconfig as config from pg_proc
        where pronamespace = 'public'::regnamespace
          and proname in ('delete_account', 'delete_my_account', 'account_exists') and prosecdef`,
    )
    expect(rows).toHaveLength(3)
    for (const { config } of rows) expect(config).toEqual(['search_path=""'])
  })

  it('says whether an account exists, to whoever knows its id', async () => {
    const asks = async (caller: Caller, id: string) =>
      (await caller('select public.account_exists($1) as exists', id)).rows[0]
    expect(await asks(anonymous(db.pool), ana)).toEqual({ exists: true })
    expect(await asks(user(db.pool, bea), ana)).toEqual({ exists: true })
    await signedIn(ana, 0)(LEAVE)
    expect(await asks(anonymous(db.pool), ana)).toEqual({ exists: false })
  })

  it('waits for a write of the other phone instead of dying with it', async () => {
    const phone = new pg.Client(db.connection)
    await phone.connect()
    await phone.query('begin')
    await phone.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
      [JSON.stringify({ sub: ana, role: 'authenticated' })],
    )
    // The phone holds the counter from here on, and its insert below will ask for the account too.
    await phone.query(`update public.baby_info set name = 'Otra'`)
    const leaving = signedIn(ana, 0)(LEAVE)
    await untilWaitedFor(phone)
    await phone.query(
      `insert into public.sleep_records (date, type, "time") values ('2025-08-11', 'despertar', '09:00')`,
    )
    await phone.query('commit')
    await phone.end()
    await leaving
    expect(Object.values(await rowsOf(ana)).every((count) => count === 0)).toBe(true)
  })
})
