import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { follow, linkIn } from '../../../testing/mailbox.ts'
import { type Account, startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let ana: Account

beforeAll(async () => {
  server = await startTestServer({ AUTH_MAIL_INTERVAL: '0', AUTH_REDIRECT_ALLOW: 'nana://open/**' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  ana = await server.createAccount()
})

const VERIFIER = 'v'.repeat(60)
const pkce = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 's256',
}
const recover = (body: object = {}, query = '') =>
  server.ask(`/auth/v1/recover${query}`, { method: 'POST', body: { email: ana.email, ...body } })

/** Asks for a recovery mail and returns it. */
async function recoveryMail(body: object = {}, query = '') {
  const before = (await server.mails.all()).filter(({ to }) => to === ana.email).length
  expect((await recover(body, query)).status).toBe(200)
  return server.mails.newestTo(ana.email, before + 1)
}

describe('GET /verify', () => {
  it('carries a session into the app', async () => {
    const link = linkIn(await recoveryMail())
    expect(link.origin).toBe(server.url)
    expect(link.searchParams.get('type')).toBe('recovery')
    const { status, location, fragment } = await follow(link)
    expect([status, location?.split('#')[0]]).toEqual([303, server.url])
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

  it('carries a code into an app that asked with a challenge, and errors also in the query', async () => {
    const link = linkIn(await recoveryMail(pkce))
    const { status, query, location } = await follow(link)
    expect([status, location]).toEqual([303, expect.not.stringContaining('#')])
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
    'is refused without its parts: %s',
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

  it('leads to the app with an error for a type that no mail has', async () => {
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
    // The address in the link is judged again when it is followed, because anybody can have changed it.
    link.searchParams.set('redirect_to', target)
    const { location } = await follow(link)
    expect(location?.startsWith(expected ?? `${server.url}#`)).toBe(true)
  })

  it('leads to an address that has to be encoded for the header', async () => {
    const link = linkIn(await recoveryMail({}, `?redirect_to=${encodeURIComponent(`${server.url}/bebé-👶`)}`))
    expect((await follow(link)).location).toMatch(
      new RegExp(`^${server.url}/beb%C3%A9-%F0%9F%91%B6#access_token=`),
    )
  })

  it('is not used up by HEAD, with which mailboxes look where a link leads', async () => {
    const link = linkIn(await recoveryMail())
    expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status).toBe(200)
    expect((await follow(link)).fragment).toHaveProperty('access_token')
  })

  it('tells a banned account that it is banned', async () => {
    const link = linkIn(await recoveryMail())
    await server.pool.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      ana.id,
    ])
    const { fragment } = await follow(link)
    expect([fragment.error, fragment.error_code]).toEqual(['access_denied', 'user_banned'])
  })
})
