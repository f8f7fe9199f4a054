import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Account, PASSWORD, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { rateLimitKey, wideRateLimitKey } from './client-address.ts'

let server: TestServer
let ana: Account

// One server serves all tests, so each test uses addresses of its own.
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
    // A token comes back every two seconds, and hashing 30 passwords takes a few seconds.
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(30)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.body).toEqual(TOO_MANY)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  })

  it('shares its tokens among all grants, and pays nothing for a grant that doesn’t exist', async () => {
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
    const body = method === 'GET' ? null : {}
    const ask = () => server.ask(`/auth/v1/${path}`, { method, body, headers: { 'X-Real-IP': address } })
    const first = await ask()
    const { rows } = await server.pool.query('select now() as begun')
    const others = await Promise.all(Array.from({ length: 29 }, ask))
    expect([first, ...others].map(({ status }) => status)).not.toContain(429)
    // On a busy machine a token may be back by now: it is taken away again.
    await server.pool.query('update nana.limits set until = until + (now() - $1)', [rows[0]?.begun])
    const refused = await ask()
    expect([refused.status, refused.body]).toEqual([429, TOO_MANY])
  })

  it('gets 30 anonymous accounts at once', async () => {
    const open = await startTestServer({ AUTH_RATE_LIMITS: 'on', AUTH_ANONYMOUS: 'on' })
    const answers = await Promise.all(
      Array.from({ length: 31 }, () => open.ask('/auth/v1/signup', { method: 'POST', body: {} })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
    await open.stop()
  })

  it('does not use up the tokens of another address', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => signIn(`nobody${i}@example.com`, 'x', '192.0.2.21')),
    )
    expect((await signIn(ana.email, PASSWORD, '192.0.2.22')).status).toBe(200)
  })
})

describe('one account', () => {
  it('is closed to the address that guesses, but open to its owner elsewhere', async () => {
    const { email } = await server.createAccount()
    // Thirty guesses are all answered. They also spend the address's own tokens, which are then given back.
    for (let i = 0; i < 30; i++) {
      expect((await signIn(email, `guess ${i}`, '192.0.2.31')).body.code).toBe('invalid_credentials')
    }
    await server.pool.query(`delete from nana.limits where key like 'token %'`)
    expect((await signIn('nobody@example.com', 'x', '192.0.2.31')).status).toBe(400)
    const guesser = await signIn(email, PASSWORD, '192.0.2.31')
    expect([guesser.status, guesser.body]).toEqual([429, TOO_MANY])
    expect((await signIn(email.toUpperCase(), 'x', '192.0.2.31')).status).toBe(429)
    expect((await signIn(email, PASSWORD, '192.0.2.32')).status).toBe(200)
  })

  it('while a thousand machines guess, is open from where it was signed in to before', async () => {
    const { email } = await server.createAccount()
    expect((await signIn(email, PASSWORD, '192.0.2.40')).status).toBe(200)
    const guessFrom = (machine: number) => signIn(email, 'a guess', `198.51.100.${machine}`)
    await Promise.all(Array.from({ length: 30 }, (_, machine) => guessFrom(machine)))
    const inLine = Array.from({ length: 20 }, (_, machine) => guessFrom(100 + machine))
    const refused = inLine.map(async (guess) => expect((await guess).body).toEqual(TOO_MANY))
    await Promise.any(refused)
    expect((await signIn(email, PASSWORD, '192.0.2.40')).status).toBe(200)
    await Promise.allSettled(refused)
  })

  it('has one count of guesses, also for other letters that the database reads as its own', async () => {
    const email = `i${randomUUID()}@example.com`
    await server.createAccount(email)
    const spelt = email.replace('i', '\u0130')
    expect((await signIn(spelt, PASSWORD, '192.0.2.34')).body.code).toBe('invalid_credentials')
  })

  it('forgets the wrong guesses of an address that then knows the right password', async () => {
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
  ])('such as %s is limited as %s', (address, key) => {
    expect(rateLimitKey(address)).toBe(key)
  })

  it.each([
    ['192.0.2.1', null],
    ['2001:db8:7:1::1', '2001:db8:7::/48'],
    ['::1', '0:0:0::/48'],
  ])('such as %s is limited more widely as %s', (address, key) => {
    expect(wideRateLimitKey(address)).toBe(key)
  })

  it('of a /48 is refused once the whole of it has asked too often, and others are not', async () => {
    const ask = async (address: string) =>
      (
        await server.ask('/auth/v1/verify', {
          method: 'POST',
          body: {},
          headers: { 'X-Real-IP': address },
        })
      ).status
    expect(await ask('2001:db8:48::1')).toBe(400)
    // The /48 has 480 tokens, of which one comes back in 625 ms: from now on it has three of them left.
    await server.pool.query(
      `update nana.limits set until = now() + interval '298 seconds' where key like 'verify %'`,
    )
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, i) => ask(`2001:db8:48:${(i + 1).toString(16)}::1`)),
    )
    expect(all).toContain(400)
    expect(all).toContain(429)
    expect(await ask('2001:db8:49::1')).toBe(400)
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

  it('is the last one that the proxy wrote, or the socket’s when that is no address', async () => {
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

  it('is believed only from the proxies that are named, through each of them', async () => {
    const spread = (trusted: string) =>
      startTestServer({
        AUTH_RATE_LIMITS: 'on',
        TRUSTED_IP_HEADER: 'X-Forwarded-For',
        TRUSTED_PROXIES: trusted,
      })
    const ask = async (to: TestServer, forwarded: string) => {
      const headers = { 'X-Forwarded-For': forwarded, 'X-Request-Id': 'proxy-0123456789' }
      const answer = await to.ask('/auth/v1/verify', { method: 'POST', body: {}, headers })
      return { refused: answer.status === 429, id: answer.headers.get('x-request-id') }
    }
    const [near, far] = [await spread('127.0.0.1, 10.0.0.0/8'), await spread('192.0.2.0/24')]
    const many = (to: TestServer, forwarded: (i: number) => string) =>
      Promise.all(Array.from({ length: 40 }, (_, i) => ask(to, forwarded(i))))
    const behindTwo = await many(near, (i) => `203.0.113.${i}, 10.1.2.3`)
    expect(behindTwo.some(({ refused }) => refused)).toBe(false)
    expect(behindTwo[0]?.id).toBe('proxy-0123456789')
    const invented = await many(near, (i) => `203.0.113.${i}, 198.51.100.1, 10.1.2.3`)
    expect(invented.some(({ refused }) => refused)).toBe(true)
    const past = await many(far, (i) => `203.0.113.${i}`)
    expect(past.some(({ refused }) => refused)).toBe(true)
    expect(past[0]?.id).not.toBe('proxy-0123456789')
    await Promise.all([near.stop(), far.stop()])
  })

  it('that nobody trusts, though a proxy names it, is told to the operator once', async () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => printed.mockRestore())
    const plain = await startTestServer()
    await plain.fetch('/health')
    expect(printed).not.toHaveBeenCalled()
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      await plain.fetch('/health', { headers: { 'X-Forwarded-For': address } })
    }
    expect(
      printed.mock.calls
        .flat()
        .join('\n')
        .match(/TRUSTED_IP_HEADER/g),
    ).toHaveLength(1)
    await plain.stop()
  })
})
