import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeIn, follow, linkIn } from '../../testing/mailbox.ts'
import { bearer, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { totpCode } from '../../testing/totp-code.ts'

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

  it('ends for an address after thirty, whichever account they were for', async () => {
    const statuses: number[] = []
    for (let tries = 0; tries < 31; tries += 1) {
      statuses.push((await guess('192.0.2.1', `${randomUUID()}@example.com`)).status)
    }
    expect(statuses).toEqual([...Array(30).fill(403), 429])
    expect((await guess('192.0.2.2', 'lea@example.com')).status).toBe(403)
  })

  it('in links is limited as well, and leads to the app', async () => {
    const link = `${limited.url}/auth/v1/verify?token=x&type=recovery`
    const press = () => fetch(link, { redirect: 'manual', headers: { 'x-test-ip': '192.0.2.9' } })
    for (let tries = 0; tries < 30; tries += 1) await press()
    const last = await press()
    expect([last.status, last.headers.get('location')]).toEqual([
      303,
      `${limited.url}#error_code=over_request_rate_limit&error_description=Request+rate+limit+reached&sb=`,
    ])
  })

  it('ends for an account after a hundred from all addresses, while its link still opens', async () => {
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

  it('of a second factor ends after a hundred from all addresses, and right ones are refused too', async () => {
    const { email } = await limited.createAccount()
    const { access_token: token } = await limited.signIn({ id: '', email })
    const ask = (path: string, address: string, body: object) =>
      limited.ask(`/auth/v1/factors${path}`, {
        method: 'POST',
        body,
        headers: { ...bearer(token), 'x-test-ip': address },
      })
    const { body } = await ask('', '192.0.2.5', { factor_type: 'totp' })
    const { secret } = body.totp as { secret: string } // The answer's form is fixed (wire 2.9, factors).
    const attempt = async (address: string, code: string) => {
      const challenge = await ask(`/${String(body.id)}/challenge`, address, {})
      return ask(`/${String(body.id)}/verify`, address, { challenge_id: challenge.body.id, code })
    }
    const guesses = Array.from({ length: 101 }, (_, machine) => attempt(`198.51.100.${machine}`, 'abcdef'))
    const refused = (await Promise.all(guesses)).filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect((await attempt('203.0.113.2', totpCode(secret))).status).toBe(429)
  })

  it('of a second factor, or on paper, closes the way of a recovery code to nobody', async () => {
    const account = await limited.createAccount()
    const { access_token: raised, user } = await limited.signInWithFactor(account)
    const ask = (path: string, token: string, machine: number, body = {}) =>
      limited.ask(`/auth/v1/${path}`, {
        method: 'POST',
        body,
        headers: { ...bearer(token), 'x-test-ip': `198.51.100.${machine}` },
      })
    const made = await ask('recovery_codes', raised, 200)
    const [code] = made.body.codes as string[] // The answer's form is fixed (wire 2.9, factors).
    const { access_token: token } = await limited.signIn(account)
    const factor = `factors/${user.factors?.[0]?.id}`
    const byFactor = async (machine: number) => {
      const { body } = await ask(`${factor}/challenge`, token, machine)
      return ask(`${factor}/verify`, token, machine, { challenge_id: body.id, code: 'abcdef' })
    }
    const answers = await Promise.all(
      Array.from({ length: 101 }, async (_, machine) => [
        (await byFactor(machine)).status,
        (await ask('recovery_codes/verify', token, machine, { code: 'aaaa-aaaa-aaaa-aaaa' })).status,
      ]),
    )
    expect(answers.map(([guessed]) => guessed)).toContain(429)
    expect(answers.map(([, onPaper]) => onPaper)).toEqual(Array(101).fill(422))
    expect((await ask('recovery_codes/verify', token, 202, { code })).status).toBe(200)
  })
})
