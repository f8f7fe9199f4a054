import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeIn, follow, linkIn } from '../../../testing/mailbox.ts'
import { type Account, PASSWORD, startTestServer, type TestServer } from '../../../testing/test-server.ts'

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

/** Asks for a recovery mail and returns it. */
async function recoveryMail(body: object = {}, query = '') {
  const before = (await server.mails.all()).filter(({ to }) => to === ana.email).length
  expect((await recover(body, query)).status).toBe(200)
  return server.mails.newestTo(ana.email, before + 1)
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

describe('a mailed code', () => {
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

  it('opens nobody else’s account', async () => {
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

  it('of a clock that was ahead and is set back is none: it would be good for as long', async () => {
    const mail = await recoveryMail()
    await age('-1 day')
    const early = await post({ type: 'recovery', email: ana.email, token: codeIn(mail) })
    expect([early.status, early.body.code]).toEqual([403, 'otp_expired'])
    const again = codeIn(await recoveryMail())
    await age('-50 seconds')
    expect((await post({ type: 'recovery', email: ana.email, token: again })).status).toBe(200)
  })

  it('of a banned account opens no session', async () => {
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

  it('is not in the database, nor is the code', async () => {
    const mail = await recoveryMail()
    const { rows } = await server.pool.query('select t.* from auth.one_time_tokens t where user_id = $1', [
      ana.id,
    ])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(linkIn(mail).searchParams.get('token'))
    expect(JSON.stringify(rows)).not.toContain(codeIn(mail))
  })

  it('is another token without the prefix which says that it needs a challenge', async () => {
    const hash = linkIn(await recoveryMail(pkce)).searchParams.get('token') ?? ''
    expect(hash).toMatch(/^pkce_/)
    expect((await post({ type: 'recovery', token_hash: hash.slice(5) })).body.code).toBe('otp_expired')
  })
})

describe('proving an address', () => {
  it('voids every other token of the person', async () => {
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

  it('clears a password that was set before anybody proved it', async () => {
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
