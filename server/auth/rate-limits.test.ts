import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Account, PASSWORD, startTestServer, type TestServer } from '../../supabase/tests/test-server.ts'
import { rateLimitKey } from './client-address.ts'

let server: TestServer
let ana: Account

// Each test comes from addresses of its own.
beforeAll(async () => {
  server = await startTestServer({ AUTH_RATE_LIMITS: 'on', TRUSTED_IP_HEADER: 'X-Real-IP' })
  ana = await server.createAccount()
})
afterAll(() => server.stop())

function signIn(email: string, password: string, address: string) {
  const headers = { 'X-Real-IP': address }
  return server.ask('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: { email, password },
    headers,
  })
}
const NO_ID = '11111111-2222-4333-8444-555555555555'
const TOO_MANY = { code: 'over_request_rate_limit', message: 'Request rate limit reached' }

describe('one address', () => {
  it('gets 30 tokens at once, then has to wait', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => signIn(`nobody${i}@example.com`, 'x', '192.0.2.1')),
    )
    const refused = answers.filter(({ status }) => status === 429)
    // One more comes back every two seconds, and hashing 30 passwords takes some.
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(30)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.body).toEqual(TOO_MANY)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  })

  it('shares its tokens among all grants; a grant that is none costs nothing', async () => {
    const headers = { 'X-Real-IP': '192.0.2.11' }
    const ask = (grant: string) =>
      server.ask(`/auth/v1/token?grant_type=${grant}`, { method: 'POST', body: {}, headers })
    for (let i = 0; i < 50; i++) expect((await ask('nonsense')).status).toBe(400)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => ask(['password', 'refresh_token', 'pkce'][i % 3] ?? '')),
    )
    expect(answers.some(({ status }) => status === 429)).toBe(true)
  })

  it.each([
    ['POST', 'signup', '192.0.2.50'],
    ['POST', 'sso', '192.0.2.51'],
    ['POST', `factors/${NO_ID}/challenge`, '192.0.2.52'],
    ['POST', `factors/${NO_ID}/verify`, '192.0.2.53'],
    ['POST', 'verify', '192.0.2.54'],
    ['POST', 'otp', '192.0.2.55'],
    ['POST', 'recover', '192.0.2.56'],
    ['POST', 'resend', '192.0.2.57'],
    ['PUT', 'user', '192.0.2.58'],
    ['GET', 'authorize', '192.0.2.59'],
  ])('gets 30 of %s %s at once', async (method, path, address) => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    const body = method === 'GET' ? null : {}
    const ask = () => server.ask(`/auth/v1/${path}`, { method, body, headers: { 'X-Real-IP': address } })
    const answers = await Promise.all(Array.from({ length: 31 }, ask))
    clock.mockRestore()
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.map(({ body }) => body)).toEqual([TOO_MANY])
  })

  it('gets 30 anonymous accounts at once', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    const open = await startTestServer({ AUTH_RATE_LIMITS: 'on', AUTH_ANONYMOUS: 'on' })
    const answers = await Promise.all(
      Array.from({ length: 31 }, () => open.ask('/auth/v1/signup', { method: 'POST', body: {} })),
    )
    clock.mockRestore()
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
    await open.stop()
  })

  it('does not use up another address’s', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => signIn(`nobody${i}@example.com`, 'x', '192.0.2.21')),
    )
    expect((await signIn(ana.email, PASSWORD, '192.0.2.22')).status).toBe(200)
  })
})

describe('one account', () => {
  it('is closed to the address that guesses, and open to its owner elsewhere', async () => {
    const { email } = await server.createAccount()
    // Not before the address's own tokens are spent.
    for (let i = 0; i < 30; i++) {
      expect((await signIn(email, `guess ${i}`, '192.0.2.31')).body.code).toBe('invalid_credentials')
    }
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
    expect((await signIn('nobody@example.com', 'x', '192.0.2.31')).status).toBe(400)
    const guesser = await signIn(email, PASSWORD, '192.0.2.31')
    expect([guesser.status, guesser.body]).toEqual([429, TOO_MANY])
    expect((await signIn(email.toUpperCase(), 'x', '192.0.2.31')).status).toBe(429)
    expect((await signIn(email, PASSWORD, '192.0.2.32')).status).toBe(200)
    clock.mockRestore()
  })

  it('has one spelling: other letters that the database reads as its own are no other account', async () => {
    const email = `i${randomUUID()}@example.com`
    await server.createAccount(email)
    const spelt = email.replace('i', '\u0130')
    expect((await signIn(spelt, PASSWORD, '192.0.2.34')).body.code).toBe('invalid_credentials')
  })

  it('forgets the wrong passwords of whoever then knows the right one', async () => {
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 12; i++) await signIn(ana.email, `typo ${i}`, '192.0.2.33')
      expect((await signIn(ana.email, PASSWORD, '192.0.2.33')).status).toBe(200)
    }
  })
})

describe('an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:ffff::2', '2001:db8:0:0::/64'],
    ['2001:0DB8:0:1::', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
  ])('%s counts as %s', (address, key) => {
    expect(rateLimitKey(address)).toBe(key)
  })

  it('that a client claims is not believed without a proxy', async () => {
    const direct = await startTestServer({ AUTH_RATE_LIMITS: 'on' })
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        direct.ask('/auth/v1/token?grant_type=refresh_token', {
          method: 'POST',
          body: {},
          headers: { 'X-Forwarded-For': `192.0.2.${i}`, 'X-Real-IP': `192.0.2.${i}` },
        }),
      ),
    )
    expect(answers.some(({ status }) => status === 429)).toBe(true)
    await direct.stop()
  })

  it('is the last one the proxy wrote, and the socket’s when that is none', async () => {
    const proxied = await startTestServer({ AUTH_RATE_LIMITS: 'on', TRUSTED_IP_HEADER: 'X-Forwarded-For' })
    const ask = (forwarded: string) =>
      proxied.ask('/auth/v1/token?grant_type=refresh_token', {
        method: 'POST',
        body: {},
        headers: { 'X-Forwarded-For': forwarded },
      })
    const spoofed = await Promise.all(Array.from({ length: 40 }, (_, i) => ask(`10.0.0.${i}, 192.0.2.1`)))
    expect(spoofed.some(({ status }) => status === 429)).toBe(true)
    expect((await ask('192.0.2.1, 192.0.2.9')).status).toBe(400)
    const nonsense = await Promise.all(Array.from({ length: 40 }, (_, i) => ask(`nonsense ${i}`)))
    expect(nonsense.some(({ status }) => status === 429)).toBe(true)
    await proxied.stop()
  })
})
