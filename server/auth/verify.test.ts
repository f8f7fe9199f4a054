import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeIn, linkIn } from '../../supabase/tests/mailbox.ts'
import { type Account, PASSWORD, startTestServer, type TestServer } from '../../supabase/tests/test-server.ts'

let server: TestServer
let ana: Account

beforeAll(async () => {
  server = await startTestServer({ AUTH_MAIL_INTERVAL: '0', AUTH_REDIRECT_ALLOW: 'nana://open/**' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  ana = await server.createAccount()
})

const ALL_TYPES = ['signup', 'invite', 'recovery', 'magiclink', 'email', 'email_change']
const VERIFIER = 'v'.repeat(60)
const pkce = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 's256',
}
const post = (body: object) => server.ask('/auth/v1/verify', { method: 'POST', body })
const recover = (body: object = {}, query = '') =>
  server.ask(`/auth/v1/recover${query}`, { method: 'POST', body: { email: ana.email, ...body } })

/** Asks for a recovery mail and gives it. */
async function recoveryMail(body: object = {}, query = '') {
  const before = (await server.mails.all()).filter(({ to }) => to === ana.email).length
  expect((await recover(body, query)).status).toBe(200)
  return server.mails.newestTo(ana.email, before + 1)
}

/** Follows a link one step, as a browser without a key would. */
async function follow(link: URL | string) {
  const response = await fetch(link, { redirect: 'manual' })
  const location = response.headers.get('location')
  const target = location === null ? null : new URL(location)
  return {
    status: response.status,
    location,
    target,
    query: Object.fromEntries(target?.searchParams ?? []),
    fragment: Object.fromEntries(new URLSearchParams(target?.hash.slice(1))),
  }
}

describe('POST /verify refuses', () => {
  const email = 'nobody@example.com'

  it.each<[object, number, string, string]>([
    [{}, 400, 'validation_failed', 'Verify requires a verification type'],
    [{ token: '1', email }, 400, 'validation_failed', 'Verify requires a verification type'],
    [{ type: 'recovery' }, 400, 'validation_failed', 'Verify requires either a token or a token hash'],
    [
      { type: 'recovery', token: '1', token_hash: '2', email },
      400,
      'validation_failed',
      'Verify requires either a token or a token hash',
    ],
    [
      { type: 'recovery', token: '1' },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on verify',
    ],
    [
      { type: 'recovery', token: '1', email, phone: '34600000000' },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on verify',
    ],
    [{ type: 'recovery', token: '1', email: 'nonsense' }, 422, 'validation_failed', 'Invalid email format'],
    [
      { type: 'sms', token: '1', phone: 'nonsense' },
      400,
      'validation_failed',
      'Invalid phone number format (E.164 required)',
    ],
    [
      { type: 'recovery', token_hash: '1', email },
      400,
      'validation_failed',
      'Only the token_hash and type should be provided',
    ],
    [
      { type: 'recovery', token_hash: '1', redirect_to: 'https://nana.example' },
      400,
      'validation_failed',
      'Only the token_hash and type should be provided',
    ],
    [{ type: 'odd', token_hash: '1' }, 400, 'validation_failed', 'Invalid email verification type'],
    [{ type: 'sms', token_hash: '1' }, 400, 'validation_failed', 'Invalid email verification type'],
    ...ALL_TYPES.map<[object, number, string, string]>((type) => [
      { type, token: '123456', email },
      403,
      'otp_expired',
      'Token has expired or is invalid',
    ]),
    ...ALL_TYPES.map<[object, number, string, string]>((type) => [
      { type, token_hash: 'unknown' },
      403,
      'otp_expired',
      'Email link is invalid or has expired',
    ]),
    [{ type: 'odd', token: '1', email }, 403, 'otp_expired', 'Token has expired or is invalid'],
    [
      { type: 'phone_change', token: '1', phone: '34600000000' },
      403,
      'otp_expired',
      'Token has expired or is invalid',
    ],
  ])('%.90j', async (body, status, code, message) => {
    const answer = await post(body)
    expect([answer.status, answer.body]).toEqual([status, { code, message }])
  })
})

describe('a code', () => {
  it('opens a session with the official client, once', async () => {
    const code = codeIn(await recoveryMail())
    const client = server.client()
    const { data, error } = await client.verifyOtp({
      type: 'recovery',
      email: ana.email.toUpperCase(),
      token: code,
    })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(ana.id)
    const { data: claims } = await client.getClaims()
    expect(claims?.claims.amr).toEqual([{ method: 'otp', timestamp: expect.any(Number) }])
    const again = await post({ type: 'recovery', email: ana.email, token: code })
    expect([again.status, again.body.code]).toEqual([403, 'otp_expired'])
  })

  it.each(['magiclink', 'email'])('of a recovery is good for «%s» too', async (type) => {
    const code = codeIn(await recoveryMail())
    expect((await post({ type, email: ana.email, token: code })).status).toBe(200)
  })

  it.each(['signup', 'invite', 'email_change'])('of a recovery is not good for «%s»', async (type) => {
    const code = codeIn(await recoveryMail())
    expect((await post({ type, email: ana.email, token: code })).body.code).toBe('otp_expired')
    expect((await post({ type: 'recovery', email: ana.email, token: code })).status).toBe(200)
  })

  it('is nobody else’s', async () => {
    const bea = await server.createAccount()
    const code = codeIn(await recoveryMail())
    expect((await post({ type: 'recovery', email: bea.email, token: code })).body.code).toBe('otp_expired')
  })

  it('is replaced by a newer one', async () => {
    const old = codeIn(await recoveryMail())
    const fresh = codeIn(await recoveryMail())
    if (old !== fresh)
      expect((await post({ type: 'recovery', email: ana.email, token: old })).status).toBe(403)
    expect((await post({ type: 'recovery', email: ana.email, token: fresh })).status).toBe(200)
  })

  it('of a mail that was asked for with a challenge opens a session too', async () => {
    const code = codeIn(await recoveryMail(pkce))
    expect((await post({ type: 'recovery', email: ana.email, token: code })).status).toBe(200)
  })

  it('is too old after an hour', async () => {
    const mail = await recoveryMail()
    await age('1 hour')
    const late = await post({ type: 'recovery', email: ana.email, token: codeIn(mail) })
    expect([late.status, late.body]).toEqual([
      403,
      { code: 'otp_expired', message: 'Token has expired or is invalid' },
    ])
    const link = await follow(linkIn(mail))
    expect(link.fragment.error_code).toBe('otp_expired')
  })

  it('of a disabled account opens nothing', async () => {
    const code = codeIn(await recoveryMail())
    await server.pool.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      ana.id,
    ])
    const { status, body } = await post({ type: 'recovery', email: ana.email, token: code })
    expect([status, body]).toEqual([403, { code: 'user_banned', message: 'User is banned' }])
  })

  it('opens one session when it comes many times at once', async () => {
    const code = codeIn(await recoveryMail())
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post({ type: 'recovery', email: ana.email, token: code })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(7).fill(403),
    ])
  })
})

describe('a token hash', () => {
  it('opens a session without an address', async () => {
    const hash = linkIn(await recoveryMail()).searchParams.get('token') ?? ''
    const { data, error } = await server.client().verifyOtp({ type: 'recovery', token_hash: hash })
    expect([error, data.user?.id]).toEqual([null, ana.id])
  })

  it('doesn’t lie in the database, nor does the code', async () => {
    const mail = await recoveryMail()
    const { rows } = await server.pool.query('select t.* from auth.one_time_tokens t where user_id = $1', [
      ana.id,
    ])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(linkIn(mail).searchParams.get('token'))
    expect(JSON.stringify(rows)).not.toContain(codeIn(mail))
  })

  it('loses nothing by leaving out that it needs a challenge: it is another token then', async () => {
    const hash = linkIn(await recoveryMail(pkce)).searchParams.get('token') ?? ''
    expect(hash).toMatch(/^pkce_/)
    expect((await post({ type: 'recovery', token_hash: hash.slice(5) })).body.code).toBe('otp_expired')
  })
})

describe('GET /verify', () => {
  it('carries a session into the app', async () => {
    const link = linkIn(await recoveryMail())
    expect(link.origin).toBe(server.url)
    expect(link.searchParams.get('type')).toBe('recovery')
    const { status, location, target, fragment } = await follow(link)
    expect([status, target?.origin]).toEqual([303, server.url])
    expect(fragment).toEqual({
      access_token: expect.stringMatching(/^ey/),
      refresh_token: expect.any(String),
      expires_in: '3600',
      expires_at: expect.stringMatching(/^\d+$/),
      token_type: 'bearer',
      type: 'recovery',
      sb: '',
    })
    const { data } = await server.client().setSession({
      access_token: fragment.access_token ?? '',
      refresh_token: fragment.refresh_token ?? '',
    })
    expect(data.user?.id).toBe(ana.id)
    const again = await follow(link)
    expect(again.status).toBe(303)
    expect(again.fragment).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    })
    expect(again.query).toEqual({})
    expect(location).not.toContain('?')
  })

  it('carries a code into the app that asked with a challenge, and errors in the query too', async () => {
    const link = linkIn(await recoveryMail(pkce))
    const { status, query, target } = await follow(link)
    expect([status, target?.hash]).toEqual([303, ''])
    expect(query).toEqual({ code: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    const { status: exchanged, body } = await server.ask('/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      body: { auth_code: query.code, code_verifier: VERIFIER },
    })
    expect(exchanged).toBe(200)
    const claims = JSON.parse(
      Buffer.from(String(body.access_token).split('.')[1] ?? '', 'base64url').toString(),
    )
    expect(claims.amr).toMatchObject([{ method: 'recovery' }])
    const again = await follow(link)
    const told = {
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    }
    expect([again.query, again.fragment]).toEqual([told, { ...told, sb: '' }])
  })

  it.each(['', 'type=recovery', 'token=x', 'token=&type=recovery'])(
    'without its parts: %s',
    async (query) => {
      const { status, body } = await server.ask(`/auth/v1/verify?${query}`)
      expect([status, body.code]).toEqual([400, 'validation_failed'])
      expect(body.message).toBe(
        query.includes('type')
          ? 'Verify requires a token or a token hash'
          : 'Verify requires a verification type',
      )
    },
  )

  it('of a type that no mail has', async () => {
    const { status, fragment } = await follow(`${server.url}/auth/v1/verify?token=x&type=sms`)
    expect([status, fragment.error, fragment.error_code]).toEqual([
      303,
      'invalid_request',
      'validation_failed',
    ])
  })

  it.each([
    ['nana://open/home?sb_flow_id=1', 'nana://open/home?sb_flow_id=1#'],
    ['https://evil.example/', null],
    ['//evil.example', null],
    ['https://a@evil.example', null],
    ['nana://other/', null],
  ])('sends on to %s only if it is allowed', async (target, expected) => {
    const link = linkIn(await recoveryMail({}, `?redirect_to=${encodeURIComponent(target)}`))
    expect(link.searchParams.get('redirect_to')).toBe(expected === null ? server.url : target)
    // What the link says is judged again: it passes through other hands.
    link.searchParams.set('redirect_to', target)
    const { location } = await follow(link)
    expect(location?.startsWith(expected ?? `${server.url}#`)).toBe(true)
  })

  it('leads to an address that no header can carry as it is written', async () => {
    const link = linkIn(await recoveryMail({}, `?redirect_to=${encodeURIComponent(`${server.url}/bebé-👶`)}`))
    expect((await follow(link)).location).toMatch(
      new RegExp(`^${server.url}/beb%C3%A9-%F0%9F%91%B6#access_token=`),
    )
  })

  it('is not used up by a look', async () => {
    const link = linkIn(await recoveryMail())
    expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status).toBe(200)
    expect((await follow(link)).fragment).toHaveProperty('access_token')
  })

  it('says that an account is disabled', async () => {
    const link = linkIn(await recoveryMail())
    await server.pool.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      ana.id,
    ])
    const { fragment } = await follow(link)
    expect([fragment.error, fragment.error_code]).toEqual(['access_denied', 'user_banned'])
  })
})

describe('what a proof clears', () => {
  it('is every other token of the person', async () => {
    const link = linkIn(await recoveryMail())
    const session = await server.signIn(ana)
    await server.ask('/auth/v1/reauthenticate', {
      headers: { Authorization: `Bearer ${session.access_token}` },
    })
    await server.mails.to(ana.email, 2)
    await follow(link)
    const { rows } = await server.pool.query('select from auth.one_time_tokens where user_id = $1', [ana.id])
    expect(rows).toHaveLength(0)
  })

  it('is a password that was set before anybody proved the address', async () => {
    await server.pool.query('update auth.users set email_confirmed_at = null where id = $1', [ana.id])
    const code = codeIn(await recoveryMail())
    const { body } = await post({ type: 'recovery', email: ana.email, token: code })
    expect(body.user).toMatchObject({ email_confirmed_at: expect.any(String) })
    const { error } = await server.client().signInWithPassword({ email: ana.email, password: PASSWORD })
    expect(error?.code).toBe('invalid_credentials')
  })
})

async function age(interval: string): Promise<void> {
  await server.pool.query(
    `update auth.one_time_tokens set created_at = created_at - $2::interval where user_id = $1`,
    [ana.id, interval],
  )
}

describe('guessing codes', () => {
  let limited: TestServer
  beforeAll(async () => {
    limited = await startTestServer({ AUTH_RATE_LIMITS: 'on', TRUSTED_IP_HEADER: 'x-test-ip' })
  })
  afterAll(() => limited.stop())

  const guess = (address: string, email: string, token = '000000') =>
    limited.ask('/auth/v1/verify', {
      method: 'POST',
      body: { type: 'recovery', email, token },
      headers: { 'x-test-ip': address },
    })

  it('ends for an address after thirty, whoever they were for', async () => {
    const statuses: number[] = []
    for (let tries = 0; tries < 31; tries += 1) {
      statuses.push((await guess('192.0.2.1', `${randomUUID()}@example.com`)).status)
    }
    expect(statuses).toEqual([...Array(30).fill(403), 429])
    expect((await guess('192.0.2.2', 'lea@example.com')).status).toBe(403)
  })

  it('of links ends in the app too', async () => {
    const link = `${limited.url}/auth/v1/verify?token=x&type=recovery`
    const press = () => fetch(link, { redirect: 'manual', headers: { 'x-test-ip': '192.0.2.9' } })
    for (let tries = 0; tries < 30; tries += 1) await press()
    const last = await press()
    expect([last.status, last.headers.get('location')]).toEqual([
      303,
      `${limited.url}#error_code=over_request_rate_limit&error_description=Request+rate+limit+reached&sb=`,
    ])
  })

  it('ends for an account after a hundred from everywhere, and its link still opens', async () => {
    const { email } = await limited.createAccount()
    await limited.ask('/auth/v1/recover', { method: 'POST', body: { email } })
    const mail = await limited.mails.newestTo(email)
    const wrong = codeIn(mail) === '000000' ? '000001' : '000000'
    const answers = await Promise.all(
      Array.from({ length: 101 }, (_, machine) => guess(`198.51.100.${machine}`, email, wrong)),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await guess('203.0.113.1', email, codeIn(mail))).status).toBe(429)
    expect((await follow(linkIn(mail))).fragment).toHaveProperty('access_token')
  })

  it('doesn’t lock the owner out', async () => {
    const { email } = await limited.createAccount()
    await limited.ask('/auth/v1/recover', { method: 'POST', body: { email } })
    const code = codeIn(await limited.mails.newestTo(email))
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 31; tries += 1) await guess('192.0.2.3', email, wrong)
    expect((await guess('192.0.2.3', email, code)).status).toBe(429)
    expect((await guess('192.0.2.4', email, code)).status).toBe(200)
  })
})
