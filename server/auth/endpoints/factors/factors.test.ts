import { randomUUID } from 'node:crypto'
import { GoTrueAdminApi } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHostedAccounts } from '../../../administration/hosted-accounts.ts'
import { commandDesk, removeFactors } from '../../../administration/own-account-changes.ts'
import {
  type Account,
  bearer,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts'
import { totpCode } from '../../../testing/totp-code.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_IP_HEADER: 'X-Real-IP' })
})
afterAll(() => server.stop())

interface Enrolled {
  id: string
  secret: string
}

async function person() {
  const account = await server.createAccount()
  const session = await server.signIn(account)
  return { account, token: session.access_token, refresh: session.refresh_token }
}
const post = (token: string, path: string, body: object = {}, headers: Record<string, string> = {}) =>
  server.ask(`/auth/v1/${path}`, { method: 'POST', headers: { ...bearer(token), ...headers }, body })
const remove = (token: string, id: string) =>
  server.ask(`/auth/v1/factors/${id}`, { method: 'DELETE', headers: bearer(token), body: {} })
const refresh = (token: string) =>
  server.ask('/auth/v1/token?grant_type=refresh_token', { method: 'POST', body: { refresh_token: token } })

async function enroll(token: string, name: string = randomUUID()): Promise<Enrolled> {
  const { body } = await post(token, 'factors', { factor_type: 'totp', friendly_name: name })
  return { id: String(body.id), secret: (body.totp as { secret: string }).secret }
}
async function challenge(token: string, id: string, headers: Record<string, string> = {}): Promise<string> {
  const { body } = await post(token, `factors/${id}/challenge`, {}, headers)
  return String(body.id)
}
/** Verifies a factor by a code of so many steps ahead: each step counts once, so a second code has to be of another. */
async function verify(token: string, { id, secret }: Enrolled, stepsAhead = 0) {
  const challenge_id = await challenge(token, id)
  const code = totpCode(secret, Date.now() / 1000 + 30 * stepsAhead)
  return post(token, `factors/${id}/verify`, { challenge_id, code })
}
/** Makes a person whose factor was verified, as if in the step before, so that the present step's code still counts. */
async function withFactor() {
  const { account, token } = await person()
  const factor = await enroll(token)
  const { body } = await verify(token, factor)
  await server.pool.query('update auth.mfa_factors set last_totp_step = last_totp_step - 1 where id = $1', [
    factor.id,
  ])
  return { account, factor, token: String(body.access_token), refresh: String(body.refresh_token) }
}
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
const answer = ({ status, body }: { status: number; body: unknown }) => [status, body]

describe('with the official client', () => {
  it('a factor is enrolled, challenged, verified, listed and given up', async () => {
    const account = await server.createAccount()
    const client = server.client()
    await client.signInWithPassword({ email: account.email, password: PASSWORD })
    const levels = async () => (await client.mfa.getAuthenticatorAssuranceLevel()).data
    expect(await levels()).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })

    const { data: enrolled, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'móvil' })
    expect(error).toBeNull()
    if (enrolled === null) throw new Error('not enrolled')
    expect(enrolled).toMatchObject({ type: 'totp', friendly_name: 'móvil' })
    expect(enrolled.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]+<\/svg>$/)
    expect(enrolled.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    const host = new URL(server.url).host
    const uri = new URL(enrolled.totp.uri)
    expect(decodeURIComponent(uri.pathname)).toBe(`/${host}:${account.email}`)
    expect(`${uri.protocol}//${uri.host}`).toBe('otpauth://totp')
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      algorithm: 'SHA1',
      digits: '6',
      issuer: host,
      period: '30',
      secret: enrolled.totp.secret,
    })

    const { data: challenged } = await client.mfa.challenge({ factorId: enrolled.id })
    expect(challenged).toMatchObject({ type: 'totp', expires_at: expect.any(Number) })
    expect((challenged?.expires_at ?? 0) - Date.now() / 1000).toBeGreaterThan(290)
    const verified = await client.mfa.verify({
      factorId: enrolled.id,
      challengeId: challenged?.id ?? '',
      code: totpCode(enrolled.totp.secret),
    })
    expect(verified.error).toBeNull()
    expect(await levels()).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    expect((await client.getSession()).data.session?.access_token).toBe(verified.data?.access_token)

    const { data: factors } = await client.mfa.listFactors()
    expect(factors?.totp).toEqual([
      {
        id: enrolled.id,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        status: 'verified',
        friendly_name: 'móvil',
        factor_type: 'totp',
        phone: '',
        last_challenged_at: expect.stringMatching(/Z$/),
      },
    ])
    expect(await client.mfa.unenroll({ factorId: enrolled.id })).toMatchObject({ data: { id: enrolled.id } })
    expect((await client.mfa.listFactors()).data?.all).toEqual([])
  })

  it('challengeAndVerify raises a session that signs in later', async () => {
    const { account, factor } = await withFactor()
    const client = server.client()
    await client.signInWithPassword({ email: account.email, password: PASSWORD })
    const level = await client.mfa.getAuthenticatorAssuranceLevel()
    expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    const { error } = await client.mfa.challengeAndVerify({
      factorId: factor.id,
      code: totpCode(factor.secret),
    })
    expect(error).toBeNull()
  })
})

describe('a right code', () => {
  it('makes the session aal2 by password and totp, also after a refresh', async () => {
    const { token, refresh: refreshToken } = await withFactor()
    const raised = claimsOf(token)
    expect(raised).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] })
    const { body } = await refresh(refreshToken)
    expect(claimsOf(String(body.access_token))).toMatchObject({
      aal: 'aal2',
      amr: raised.amr,
      session_id: raised.session_id,
    })
  })

  it('leaves the refresh token from before good for the reuse interval; later it destroys the session', async () => {
    const { token, refresh: old } = await person()
    const raised = await verify(token, await enroll(token))
    const within = await refresh(old)
    expect(within.body.refresh_token).toBe(raised.body.refresh_token)
    await server.pool.query(`update auth.sessions set refreshed_at = refreshed_at - interval '11 s'`)
    expect(answer(await refresh(old))).toEqual([
      400,
      { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
    ])
    expect((await refresh(String(raised.body.refresh_token))).status).toBe(400)
  })

  it('lets an access token from before do nothing that wants the factor', async () => {
    const { token } = await person()
    const factor = await enroll(token)
    const raised = await verify(token, factor)
    const put = { method: 'PUT', headers: bearer(token), body: { password: 'otra-siesta-larga' } }
    const refused = [
      await post(token, 'recovery_codes'),
      await remove(token, factor.id),
      await server.ask('/auth/v1/user', put),
    ]
    expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'insufficient_aal'))
    expect((await post(String(raised.body.access_token), 'recovery_codes')).status).toBe(200)
  })

  it('ends the sessions without a second factor, and keeps those with one', async () => {
    const { account, token, factor } = await withFactor()
    const low = await server.signIn(account)
    const high = await server.signIn(account)
    expect((await verify(high.access_token, factor)).status).toBe(200)
    const user = (bearerToken: string) => server.ask('/auth/v1/user', { headers: bearer(bearerToken) })
    expect((await user(low.access_token)).body.code).toBe('session_not_found')
    expect((await user(token)).status).toBe(200)
    const records = await server.ask('/rest/v1/sleep_records', { headers: bearer(low.access_token) })
    expect(records.status).toBe(401)
  })

  it('makes the tables refuse the token from before, which would find no rows, whether that is remembered or not', async () => {
    const { token } = await person()
    const factor = await enroll(token)
    const deleteRecord = (bearerToken: string) =>
      server.ask(`/rest/v1/sleep_records?id=eq.${randomUUID()}`, {
        method: 'DELETE',
        headers: bearer(bearerToken),
      })
    expect((await deleteRecord(token)).status).toBe(204)
    const raised = await verify(token, factor)
    const refused = await deleteRecord(token)
    expect([refused.status, refused.body]).toMatchObject([
      401,
      { code: 'PGRST301', message: 'Session from session_id claim in JWT has been raised to aal2' },
    ])
    const high = String(raised.body.access_token)
    expect((await deleteRecord(high)).status).toBe(204)
    // Once the factor is given up, the token that a refresh brings counts again at once.
    await server.ask(`/auth/v1/factors/${factor.id}`, { method: 'DELETE', headers: bearer(high), body: {} })
    const fallen = await refresh(String(raised.body.refresh_token))
    expect(claimsOf(String(fallen.body.access_token)).aal).toBe('aal1')
    expect((await deleteRecord(String(fallen.body.access_token))).status).toBe(204)
  })

  it('removes the other factors that were not verified', async () => {
    const { token } = await person()
    const [kept] = [await enroll(token), await enroll(token)]
    if (kept === undefined) throw new Error('not enrolled')
    const { body } = await verify(token, kept)
    expect(body.user).toMatchObject({ factors: [{ id: kept.id, status: 'verified' }] })
  })

  it('counts no more after its factor is dropped: the sessions are aal1 at the next refresh', async () => {
    const { token, factor, refresh: refreshToken } = await withFactor()
    expect(answer(await remove(token, factor.id))).toEqual([200, { id: factor.id }])
    const { body } = await refresh(refreshToken)
    expect(claimsOf(String(body.access_token))).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  })
})

it('one of two that is dropped takes the tables from the session that it had raised, at once', async () => {
  const { account, factor: lost, token: onLostPhone, refresh: refreshToken } = await withFactor()
  const own = await verify((await server.signIn(account)).access_token, lost)
  const kept = await enroll(String(own.body.access_token))
  const { body } = await verify(String(own.body.access_token), kept)
  const read = (token: string) => server.ask('/rest/v1/sleep_records', { headers: bearer(token) })
  expect((await read(onLostPhone)).status).toBe(200)
  expect((await remove(String(body.access_token), lost.id)).status).toBe(200)
  const refused = await read(onLostPhone)
  expect([refused.status, refused.body]).toMatchObject([
    401,
    { code: 'PGRST301', message: 'Session from session_id claim in JWT has fallen to aal1' },
  ])
  expect((await read(String(body.access_token))).status).toBe(200)
  // What a refresh brings finds no rows, as with the password alone.
  const fallen = String((await refresh(refreshToken)).body.access_token)
  expect(answer(await read(fallen))).toEqual([200, []])
})

describe('enrolling is refused', () => {
  it.each([
    [{}, 400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn'],
    [{ factor_type: 'sms' }, 400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn'],
    [
      { factor_type: 'phone', phone: '34600000000' },
      422,
      'mfa_phone_enroll_not_enabled',
      'MFA enroll is disabled for Phone',
    ],
    [
      { factor_type: 'webauthn' },
      422,
      'mfa_webauthn_enroll_not_enabled',
      'MFA enroll is disabled for WebAuthn',
    ],
    [
      { factor_type: 'totp', friendly_name: 'x'.repeat(121) },
      400,
      'validation_failed',
      `friendly_name and issuer can't be longer than 120 characters`,
    ],
  ])('for %.60j', async (body, status, code, message) => {
    const { token } = await person()
    expect(answer(await post(token, 'factors', body))).toEqual([status, { code, message }])
  })

  it('under a name that is taken, the empty one too', async () => {
    const { token } = await person()
    for (const friendly_name of ['móvil', '']) {
      const body = { factor_type: 'totp', friendly_name }
      expect((await post(token, 'factors', body)).status).toBe(200)
      expect(answer(await post(token, 'factors', body))).toEqual([
        422,
        {
          code: 'mfa_factor_name_conflict',
          message: `A factor with the friendly name "${friendly_name}" for this user already exists`,
        },
      ])
    }
  })

  it('after ten factors', async () => {
    const { token } = await person()
    for (let i = 0; i < 10; i++) await enroll(token)
    expect(answer(await post(token, 'factors', { factor_type: 'totp', friendly_name: 'one more' }))).toEqual([
      422,
      {
        code: 'too_many_enrolled_mfa_factors',
        message: 'Maximum number of verified factors reached, unenroll to continue',
      },
    ])
  })

  it('to a session that has not proved the factor which is there already', async () => {
    const { account, token } = await withFactor()
    const low = await server.signIn(account)
    const body = { factor_type: 'totp', friendly_name: 'second' }
    expect(answer(await post(low.access_token, 'factors', body))).toEqual([
      403,
      { code: 'insufficient_aal', message: 'AAL2 required to enroll a new factor' },
    ])
    expect((await post(token, 'factors', body)).status).toBe(200)
  })
})

describe('the factor that a path names', () => {
  it.each(['challenge', 'verify'])('has to be a UUID, exist and be one’s own for %s', async (call) => {
    const { token } = await person()
    const others = await enroll((await person()).token)
    const ask = (id: string) => post(token, `factors/${id}/${call}`, { code: '1' })
    const unknown = [404, { code: 'mfa_factor_not_found', message: 'Factor not found' }]
    expect(answer(await ask('x'))).toEqual([
      404,
      { code: 'validation_failed', message: 'factor_id must be an UUID' },
    ])
    expect(answer(await ask(randomUUID()))).toEqual(unknown)
    expect(answer(await ask(others.id))).toEqual(unknown)
    expect(answer(await remove(token, others.id))).toEqual(unknown)
    expect((await remove(token, 'x')).status).toBe(404)
  })

  it('expires when it is not verified within five minutes', async () => {
    const { token } = await person()
    const { id } = await enroll(token, 'móvil')
    await server.pool.query(
      `update auth.mfa_factors set created_at = created_at - interval '301 s' where id = $1`,
      [id],
    )
    expect((await post(token, `factors/${id}/challenge`)).status).toBe(404)
    const user = await server.ask('/auth/v1/user', { headers: bearer(token) })
    expect(user.body).not.toHaveProperty('factors')
    await enroll(token, 'móvil')
    const { rows } = await server.pool.query('select from auth.mfa_factors where id = $1', [id])
    expect(rows).toEqual([])
  })

  it('lives for one challenge more than that, however many are asked for', async () => {
    const { token } = await person()
    const factor = await enroll(token)
    const wait = () =>
      server.pool.query(
        `update auth.mfa_factors set created_at = created_at - interval '299 s' where id = $1`,
        [factor.id],
      )
    await challenge(token, factor.id)
    await wait()
    await wait()
    expect((await post(token, `factors/${factor.id}/challenge`)).status).toBe(200)
    await wait()
    expect((await verify(token, factor)).status).toBe(404)
  })

  it('is looked up for nobody without a bearer', async () => {
    for (const path of ['factors', `factors/${randomUUID()}/challenge`, `factors/${randomUUID()}/verify`]) {
      const { status, body } = await server.ask(`/auth/v1/${path}`, { method: 'POST', body: {} })
      expect([status, body.code]).toEqual([401, 'no_authorization'])
    }
  })
})

describe('verifying is refused', () => {
  const wrongCode = [422, { code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' }]
  const mismatch = [
    422,
    { code: 'mfa_ip_address_mismatch', message: 'Challenge and verify IP addresses mismatch.' },
  ]

  it('with an empty or a wrong code, and the challenge stays', async () => {
    const { token } = await person()
    const { id, secret } = await enroll(token)
    const challenge_id = await challenge(token, id)
    const send = (code: string) => post(token, `factors/${id}/verify`, { challenge_id, code })
    expect(answer(await send(''))).toEqual([
      400,
      { code: 'validation_failed', message: 'Code needs to be non-empty' },
    ])
    const now = Date.now() / 1000
    for (const code of ['000', 'abcdef', '1234567', totpCode(secret, now + 90), totpCode(secret, now - 90)]) {
      expect(answer(await send(code))).toEqual(wrongCode)
    }
    expect((await send(totpCode(secret))).status).toBe(200)
  })

  it('for a challenge that is unknown, of another factor, or no UUID', async () => {
    const { token } = await person()
    const [one, other] = [await enroll(token), await enroll(token)]
    const send = (challenge_id: string | null) =>
      post(token, `factors/${one.id}/verify`, { challenge_id, code: totpCode(one.secret) })
    const unknown = [
      422,
      {
        code: 'mfa_factor_not_found',
        message: 'MFA factor with the provided challenge ID not found',
      },
    ]
    expect(answer(await send(randomUUID()))).toEqual(unknown)
    expect(answer(await send(null))).toEqual(unknown)
    expect(answer(await send(await challenge(token, other.id)))).toEqual(unknown)
    expect((await send('x')).body.code).toBe('bad_json')
  })

  it('for a challenge that was used, or made at another address', async () => {
    const { token } = await person()
    const factor = await enroll(token)
    const moved = await challenge(token, factor.id, { 'X-Real-IP': '192.0.2.7' })
    const send = (challenge_id: string) =>
      post(token, `factors/${factor.id}/verify`, { challenge_id, code: totpCode(factor.secret) })
    expect(answer(await send(moved))).toEqual(mismatch)
    const used = await challenge(token, factor.id)
    expect((await send(used)).status).toBe(200)
    expect(answer(await send(used))).toEqual(mismatch)
  })

  it.each([
    ['has expired', '-300 s'],
    ['is of a clock that was ahead and is set back', '1 day'],
  ])('for a challenge that %s', async (_which, since) => {
    const { token, factor } = await withFactor()
    const id = await challenge(token, factor.id)
    await server.pool.query(
      'update auth.mfa_challenges set created_at = created_at + $2::interval where id = $1',
      [id, since],
    )
    const body = { challenge_id: id, code: totpCode(factor.secret) }
    expect(answer(await post(token, `factors/${factor.id}/verify`, body))).toEqual([
      422,
      {
        code: 'mfa_challenge_expired',
        message: `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
      },
    ])
  })

  it('with a code of a step that counted already, also when the same code comes twice at once', async () => {
    const { token, factor } = await withFactor()
    expect((await verify(token, factor)).status).toBe(200)
    expect(answer(await verify(token, factor))).toEqual(wrongCode)
    expect(answer(await verify(token, factor, -1))).toEqual(wrongCode)
    const twice = await Promise.all([verify(token, factor, 1), verify(token, factor, 1)])
    expect(twice.filter(({ status }) => status === 200).length).toBe(1)
  })
})

describe('dropping a factor', () => {
  it('needs a session that has proved it, if it is verified', async () => {
    const { account, factor } = await withFactor()
    const low = await server.signIn(account)
    expect(answer(await remove(low.access_token, factor.id))).toEqual([
      422,
      { code: 'insufficient_aal', message: 'AAL2 required to unenroll verified factor' },
    ])
  })

  it('needs no second factor, if it was never verified', async () => {
    const { token } = await person()
    const { id } = await enroll(token)
    expect(answer(await remove(token, id))).toEqual([200, { id }])
  })
})

describe('with AUTH_TOTP=off', () => {
  it('no factor can be enrolled or verified', async () => {
    const off = await startTestServer({ AUTH_TOTP: 'off' })
    const account: Account = await off.createAccount()
    const token = (await off.signIn(account)).access_token
    const ask = (path: string, body: object) =>
      off.ask(`/auth/v1/${path}`, { method: 'POST', headers: bearer(token), body })
    expect(answer(await ask('factors', { factor_type: 'totp' }))).toEqual([
      422,
      { code: 'mfa_totp_enroll_not_enabled', message: 'MFA enroll is disabled for TOTP' },
    ])
    const imported = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' }
    for (const [type, name] of Object.entries(imported)) {
      const id = randomUUID()
      await off.pool.query(
        `insert into auth.mfa_factors (id, user_id, factor_type, status) values ($1, $2, $3, 'verified')`,
        [id, account.id, type],
      )
      const refusal = {
        code: `mfa_${type}_verify_not_enabled`,
        message: `MFA verification is disabled for ${name}`,
      }
      expect(answer(await ask(`factors/${id}/challenge`, {}))).toEqual([422, refusal])
      expect(answer(await ask(`factors/${id}/verify`, { code: '1' }))).toEqual([422, refusal])
    }
    await off.stop()
  })
})

describe('the secret of a factor', () => {
  it('is sealed in the database, and bound to its factor', async () => {
    const { token, factor } = await withFactor()
    const { rows } = await server.pool.query<{ secret: string }>(
      'select secret from auth.mfa_factors where id = $1',
      [factor.id],
    )
    expect(rows[0]?.secret).toMatch(/^[\w-]{80}$/)
    const other = await enroll(token)
    await server.pool.query('update auth.mfa_factors set secret = $2 where id = $1', [
      other.id,
      rows[0]?.secret,
    ])
    expect((await verify(token, { ...factor, id: other.id }, 1)).body.code).toBe('mfa_verification_failed')
  })
})

describe('an administrator', () => {
  const asAdmin = () =>
    new GoTrueAdminApi({
      url: `${server.url}/auth/v1`,
      headers: { apikey: server.serviceKey, Authorization: `Bearer ${server.serviceKey}` },
    })

  it('sees a person’s factors and takes one away', async () => {
    const { account, factor, refresh: refreshToken } = await withFactor()
    const listed = await asAdmin().mfa.listFactors({ userId: account.id })
    expect(listed.data?.factors).toMatchObject([{ id: factor.id, status: 'verified', factor_type: 'totp' }])
    const removed = await asAdmin().mfa.deleteFactor({ userId: account.id, id: factor.id })
    // The official client wraps the answer twice, so the factors lie two levels deep.
    expect(removed).toMatchObject({ error: null, data: { data: { id: factor.id } } })
    expect((await asAdmin().mfa.listFactors({ userId: account.id })).data?.factors).toEqual([])
    const { body } = await refresh(refreshToken)
    expect(claimsOf(String(body.access_token)).aal).toBe('aal1')
  })

  it('signs whoever works for the provider out with it: tokens would say for an hour that it was given', async () => {
    const { account, factor, token } = await withFactor()
    await asAdmin().updateUserById(account.id, { app_metadata: { staff_role: 'admin' } })
    const user = () => server.ask('/auth/v1/user', { headers: bearer(token) })
    expect((await user()).status).toBe(200)
    await asAdmin().mfa.deleteFactor({ userId: account.id, id: factor.id })
    expect((await user()).body.code).toBe('session_not_found')
  })

  it('is told what is not there; nobody else may ask', async () => {
    const { account, token } = await withFactor()
    const ask = (id: string, factor: string, bearerToken = server.serviceKey) =>
      server.ask(`/auth/v1/admin/users/${id}/factors/${factor}`, {
        method: 'DELETE',
        headers: bearer(bearerToken),
      })
    expect(answer(await ask(account.id, 'x'))).toEqual([
      404,
      { code: 'validation_failed', message: 'factor_id must be an UUID' },
    ])
    expect(answer(await ask(account.id, randomUUID()))).toEqual([
      404,
      { code: 'mfa_factor_not_found', message: 'Factor not found' },
    ])
    for (const factor of ['x', randomUUID()])
      expect((await ask(randomUUID(), factor)).body.code).toBe('user_not_found')
    expect(answer(await ask(account.id, randomUUID(), token))).toEqual([
      403,
      { code: 'not_admin', message: 'User not allowed' },
    ])
  })

  it('takes all of them away by address, here and on a hosted project', async () => {
    const sees = async (id: string) => (await asAdmin().mfa.listFactors({ userId: id })).data?.factors
    const here = await withFactor()
    expect(await removeFactors(commandDesk(server.pool), { email: here.account.email })).toBe(true)
    expect(await sees(here.account.id)).toEqual([])
    const there = await withFactor()
    const hosted = openHostedAccounts({
      url: server.url,
      serviceKey: server.serviceKey,
      siteUrl: server.url,
      linksTo: null,
    })
    expect(await hosted.removeFactors(there.account.email)).toBe(true)
    expect(await sees(there.account.id)).toEqual([])
    expect((await server.mails.newestTo(there.account.email, 2)).subject).toContain('desactivada')
    expect(await hosted.removeFactors('nobody@example.com')).toBe(false)
    expect(await removeFactors(commandDesk(server.pool), { email: 'nobody@example.com' })).toBe(false)
  })
})
