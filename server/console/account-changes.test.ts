import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commandDesk, setStaff } from '../administration/own-account-changes.ts'
import type { Queryable } from '../auth/accounts/users.ts'
import { pageIn } from '../testing/mailbox.ts'
import { type Account, bearer, PASSWORD, startTestServer, type TestServer } from '../testing/test-server.ts'
import { whileLocked } from '../testing/while-locked.ts'

let server: TestServer
let family: Account
let admin: Account
let adminToken: string

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  family = await server.createAccount()
  admin = await server.createAccount()
  await setStaff(commandDesk(server.pool), { id: admin.id }, { role: 'admin', name: 'Marta' })
  adminToken = (await server.signInWithFactor(admin)).access_token
})

const ask = (method: string, path: string, body: object | null = null, token = adminToken) =>
  server.ask(`/console/v1/accounts${path}`, { method, headers: bearer(token), body })
const post = (verb: string, body: object | null = null) => ask('POST', `/${family.id}/${verb}`, body)
const signIn = async ({ email }: Account, password = PASSWORD) => {
  const body = { email, password }
  return (await server.ask('/auth/v1/token?grant_type=password', { method: 'POST', body })).body
}
const read = async (token: string) =>
  (await server.ask('/rest/v1/sleep_records', { headers: bearer(token) })).status

async function setTrial(end: string | null, db: Queryable = server.pool): Promise<void> {
  await db.query(
    `update auth.users set raw_app_meta_data = raw_app_meta_data || jsonb_build_object('trial_ends_at', $2::text)
      where id = $1`,
    [family.id, end],
  )
}

/** What the security log has of the family's account, made by this administrator. */
async function noted(account: Account = family): Promise<unknown[]> {
  const { rows } = await server.pool.query(
    `select event, detail, address is not null and request_id is not null as traced from nana.security_log
      where account_id = $1 and event = 'console_command' order by at`,
    [account.id],
  )
  return rows
}
const by = (what: string) => ({ event: 'console_command', detail: `${what} by ${admin.id}`, traced: true })

describe('the list', () => {
  it('tells of each account what the console shows', async () => {
    await post('trial', { days: 1 })
    await ask('POST', '/invite', { email: `invited-${family.email}`, trial_days: 7 })
    const { body } = await ask('GET', '')
    const accounts = body.accounts as { email: string }[]
    const find = (email: string) => accounts.find((account) => account.email === email)
    expect(find(admin.email)).toEqual({
      id: admin.id,
      email: admin.email,
      phone: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*(Z|\+00:00)$/),
      last_sign_in_at: expect.any(String),
      disabled: false,
      waiting: false,
      trial_ends_at: null,
      staff_role: 'admin',
      staff_name: 'Marta',
      works_for_provider: true,
      has_second_factor: true,
    })
    expect(find(family.email)).toMatchObject({
      last_sign_in_at: null,
      staff_role: null,
      staff_name: null,
      works_for_provider: false,
      has_second_factor: false,
    })
    expect(find(`invited-${family.email}`)).toMatchObject({
      waiting: true,
      trial_ends_at: expect.any(String),
    })
  })

  it('tells of all, however many accounts there are, the oldest first', async () => {
    const own = await startTestServer()
    const chief = await own.createAccount()
    await setStaff(commandDesk(own.pool), { id: chief.id }, { role: 'admin', name: 'Eva' })
    const { access_token: token } = await own.signInWithFactor(chief)
    await own.pool.query(
      `with people as (
         insert into auth.users (email, created_at)
         select 'n' || n || '@example.com', now() - n * interval '1 hour' from generate_series(1, 5000) n returning id
       )
       insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
       select gen_random_uuid(), id, 'totp', 'verified', 'x', now(), now() from people`,
    )
    const { body } = await own.ask('/console/v1/accounts', { headers: bearer(token) })
    const accounts = body.accounts as { email: string }[]
    expect([accounts.length, accounts[0]?.email]).toEqual([5001, 'n5000@example.com'])
    await own.stop()
  })
})

describe('a change', () => {
  it('prolongs a trial, makes it a full account, and says when there is none', async () => {
    const none = await post('trial', { days: 7 })
    expect([none.status, none.body.code]).toEqual([422, 'not_a_trial'])
    await setTrial('2025-01-01T00:00:00Z')
    const { body } = await post('trial', { days: 7 })
    const { trial_ends_at: end } = body.account as { trial_ends_at: string }
    expect((Date.parse(end) - Date.now()) / 86_400_000).toBeCloseTo(7, 1)
    expect((await post('full')).body.account).toMatchObject({ id: family.id, trial_ends_at: null })
    expect(await noted()).toEqual([by('extend'), by('full')])
  })

  it('prolongs a trial once for who says which end they have seen, though the first answer was lost', async () => {
    await setTrial('2099-01-01T00:00:00Z')
    const seen = '2099-01-01T00:00:00+00:00'
    const { status, body } = await post('trial', { days: 7, seen })
    expect([status, body.account]).toMatchObject([200, { trial_ends_at: '2099-01-08T00:00:00.000Z' }])
    const again = await post('trial', { days: 7, seen })
    expect([again.status, again.body.code]).toEqual([409, 'trial_changed'])
    const { trial_ends_at } = body.account as { trial_ends_at: string }
    expect((await post('trial', { days: 7, seen: trial_ends_at })).status).toBe(200)
    expect((await post('trial', { days: 7, seen: 'soon' })).body.code).toBe('trial_changed')
    expect(await noted()).toEqual([by('extend'), by('extend')])
  })

  it.each([0, -1, 1.5, 3651, null])('refuses a trial of %j days', async (days) => {
    await setTrial('2099-01-01T00:00:00Z')
    const { status, body } = await post('trial', { days })
    expect([status, body.code]).toEqual([400, 'validation_failed'])
    expect(await noted()).toEqual([])
  })

  it('that comes while another is under way waits for it, and prolongs what that has left', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    await setTrial(inDays(1))
    const { body } = await whileLocked(server.pool, {
      hold: (other) => setTrial(inDays(11), other),
      send: () => post('trial', { days: 10 }),
    })
    const { trial_ends_at: end } = body.account as { trial_ends_at: string }
    expect((Date.parse(end) - Date.now()) / 86_400_000).toBeCloseTo(21, 1)
  })

  it('disables an account, whose open sessions stop at once and go on when it is enabled', async () => {
    const { access_token: token } = await server.signIn(family)
    expect(await read(token)).toBe(200)
    expect((await post('disable')).body.account).toMatchObject({ disabled: true })
    expect(await read(token)).toBe(401)
    expect(await signIn(family)).toMatchObject({ code: 'user_banned' })
    expect((await post('enable')).body.account).toMatchObject({ disabled: false })
    expect(await read(token)).toBe(200)
    expect(await noted()).toEqual([by('disable-user'), by('enable-user')])
  })

  it('sets a password that is told once, ends every session, and marks it as somebody else’s', async () => {
    const { access_token: token } = await server.signIn(family)
    expect(await read(token)).toBe(200)
    const { body } = await post('reset-password')
    expect(body.password).toMatch(/^([a-z]+-){4}[a-z]+$/)
    expect(await read(token)).toBe(401)
    expect(await signIn(family)).toMatchObject({ code: 'invalid_credentials' })
    expect(await signIn(family, String(body.password))).toMatchObject({
      user: { app_metadata: { password_given: true } },
    })
    expect(JSON.stringify((await ask('GET', '')).body)).not.toContain(body.password)
    expect(await noted()).toEqual([by('reset-password')])
    const { text } = await server.mails.newestTo(family.email)
    expect(text).toContain('ha puesto otra contraseña en tu cuenta')
    expect(text).not.toContain(body.password)
  })

  it('sets no password of somebody who was invited: it would open nothing, and void the link', async () => {
    const email = `invited-${family.email}`
    const invited = (await ask('POST', '/invite', { email })).body.account as { id: string }
    const { token_hash } = pageIn(await server.mails.newestTo(email))
    const { status, body } = await ask('POST', `/${invited.id}/reset-password`)
    expect([status, body.code]).toEqual([422, 'account_waiting'])
    expect((await server.client().verifyOtp({ type: 'invite', token_hash })).data.user?.email).toBe(email)
  })

  it('that changes nothing is not written down', async () => {
    for (const verb of ['full', 'enable', 'remove-second-factor']) expect((await post(verb)).status).toBe(200)
    expect((await post('trial', { days: 7 })).body.code).toBe('not_a_trial')
    expect(await noted()).toEqual([])
  })

  it('takes a second factor away from somebody who lost it', async () => {
    await server.signInWithFactor(family)
    expect((await post('remove-second-factor')).body.account).toMatchObject({ has_second_factor: false })
    const { rows } = await server.pool.query('select from auth.mfa_factors where user_id = $1', [family.id])
    expect(rows).toEqual([])
    expect(await noted()).toEqual([by('remove-second-factor')])
  })

  it('deletes an account that has no address only when its id is typed', async () => {
    await server.pool.query('update auth.users set email = null where id = $1', [family.id])
    for (const email of ['', undefined])
      expect((await ask('DELETE', `/${family.id}`, { email })).body.code).toBe('email_mismatch')
    expect((await ask('DELETE', `/${family.id}`, { email: family.id })).status).toBe(200)
  })

  it('deletes an account while its family deletes it too: one of the two does', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, email } = await server.createAccount()
      const { access_token: token } = await server.signIn({ ...family, email, id })
      const [own, ours] = await Promise.all([
        server.ask('/rest/v1/rpc/delete_my_account', { method: 'POST', headers: bearer(token), body: {} }),
        ask('DELETE', `/${id}`, { email }),
      ])
      // Whoever is later finds nothing; neither waits for the other for ever.
      expect(Math.max(own.status, ours.status)).toBeLessThan(500)
      expect((await server.pool.query('select from auth.users where id = $1', [id])).rows).toEqual([])
    }
  })

  it('prolongs no trial whose end is no date', async () => {
    await setTrial('soon')
    const { status, body } = await post('trial', { days: 7 })
    expect([status, body.code]).toEqual([422, 'not_a_trial'])
  })

  it('deletes an account only when its address is typed', async () => {
    const { access_token: token } = await server.signIn(family)
    expect(await read(token)).toBe(200)
    for (const email of [admin.email, '', undefined]) {
      const { status, body } = await ask('DELETE', `/${family.id}`, { email })
      expect([status, body.code]).toEqual([422, 'email_mismatch'])
    }
    expect(await read(token)).toBe(200)
    const gone = await ask('DELETE', `/${family.id}`, { email: ` ${family.email.toUpperCase()} ` })
    expect([gone.status, gone.body]).toEqual([200, {}])
    expect(await read(token)).toBe(401)
    expect(await signIn(family)).toMatchObject({ code: 'invalid_credentials' })
    expect(await noted()).toEqual([by('delete-user')])
  })

  it.each(['trial', 'full', 'disable', 'enable', 'reset-password', 'remove-second-factor', ''])(
    '«%s» of nobody is refused, and notes nothing',
    async (verb) => {
      const nobody = { id: '11111111-2222-4333-8444-555555555555', email: '' }
      const method = verb === '' ? 'DELETE' : 'POST'
      const path = (id: string) => (verb === '' ? `/${id}` : `/${id}/${verb}`)
      const unknown = await ask(method, path(nobody.id), { days: 1, email: '' })
      expect([unknown.status, unknown.body.code]).toEqual([404, 'user_not_found'])
      const odd = await ask(method, path('x'), { days: 1, email: '' })
      expect([odd.status, odd.body.message]).toEqual([404, 'user_id must be an UUID'])
      expect(await noted(nobody)).toEqual([])
    },
  )
})

describe('an administrator', () => {
  /** Of others who work for the provider only the command line decides. */
  async function expectLeftAlone({ id, email }: typeof family) {
    for (const [method, verb] of [
      ['POST', '/disable'],
      ['POST', '/enable'],
      ['POST', '/reset-password'],
      ['POST', '/remove-second-factor'],
      ['DELETE', ''],
    ] as const) {
      const { status, body } = await ask(method, `/${id}${verb}`, { email })
      expect([status, body.code]).toEqual([422, 'staff_account'])
    }
  }

  it.each(['service_role', 'supabase_admin'])(
    'leaves an account with the role %s, which may do everything, to the command line',
    async (role) => {
      const other = await server.createAccount()
      await server.signInWithFactor(other)
      await server.pool.query('update auth.users set role = $2 where id = $1', [other.id, role])
      const { accounts } = (await ask('GET', '')).body as { accounts: { id: string }[] }
      expect(accounts.find(({ id }) => id === other.id)).toMatchObject({ works_for_provider: true })
      await expectLeftAlone(other)
    },
  )

  it.each(['consultant', 'admin'] as const)(
    'leaves the account of a %s to the command line',
    async (role) => {
      const other = await server.createAccount()
      await setStaff(commandDesk(server.pool), { id: other.id }, { role, name: 'Eva' })
      const { access_token: token } = await server.signInWithFactor(other)
      await expectLeftAlone(other)
      expect(await read(token)).toBe(200)
      expect(await signIn(other)).toHaveProperty('access_token')
    },
  )

  it.each([
    ['POST', 'disable'],
    ['POST', 'remove-second-factor'],
    ['DELETE', ''],
  ])('can’t shut themselves out by %s %s', async (method, verb) => {
    for (const id of [admin.id, admin.id.toUpperCase()]) {
      const path = verb === '' ? `/${id}` : `/${id}/${verb}`
      const { status, body } = await ask(method, path, { email: admin.email })
      expect([status, body.code]).toEqual([422, 'own_account'])
    }
    expect((await ask('GET', '')).status).toBe(200)
  })

  it.each([
    ['POST', 'disable', true],
    ['POST', 'reset-password', true],
    ['POST', 'remove-second-factor', true],
    ['DELETE', '', true],
    ['POST', 'enable', true],
    ['POST', 'full', false],
  ])('who signed in eleven minutes ago: %s %s wants it again (%s)', async (method, verb, isWanted) => {
    await server.pool.query(
      `update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'
        where authentication_method <> 'totp' and session_id in (select id from auth.sessions where user_id = $1)`,
      [admin.id],
    )
    const path = verb === '' ? `/${family.id}` : `/${family.id}/${verb}`
    const { status, body } = await ask(method, path, { email: family.email })
    if (!isWanted) return expect(status).toBe(200)
    expect([status, body.code, body.message]).toEqual([
      400,
      'reauthentication_needed',
      'Account administration requires reauthentication',
    ])
    expect(await signIn(family)).toHaveProperty('access_token')
  })
})
