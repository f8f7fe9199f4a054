import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageIn } from '../../../testing/mailbox.ts'
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
  server = await startTestServer()
})
afterAll(() => server.stop())

const post = (path: string, token: string, body: object = {}) =>
  server.ask(`/auth/v1/${path}`, { method: 'POST', headers: bearer(token), body })
const spend = (token: string, code: string) => post('recovery_codes/verify', token, { code })
const claimsOf = (token: unknown) =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()) as {
    aal: string
    amr: { method: string }[]
  }

/** Somebody who has just turned a second factor on, and has ten codes. */
async function withCodes() {
  const account = await server.createAccount()
  const client = server.client()
  await client.signInWithPassword({ email: account.email, password: PASSWORD })
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: randomUUID() })
  if (error !== null) throw error
  await client.mfa.challengeAndVerify({ factorId: data.id, code: totpCode(data.totp.secret) })
  const token = (await client.getSession()).data.session?.access_token ?? ''
  const { status, body } = await post('recovery_codes', token)
  expect(status).toBe(200)
  const codes = body.codes as string[]
  return { account, client, token, factorId: data.id, secret: data.totp.secret, codes }
}
const tokenOf = async (account: Account) => (await server.signIn(account)).access_token
const pastTheTen = (account: Account) =>
  server.pool.query(
    `with s as (update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'
                 where session_id in (select id from auth.sessions where user_id = $1))
     update auth.mfa_factors set created_at = now() - interval '11 minutes' where user_id = $1`,
    [account.id],
  )
const wrong = [422, { code: 'mfa_verification_failed', message: 'Invalid recovery code entered' }]

describe('a recovery code', () => {
  it('is one of ten that nobody guesses, and stands in the database as a hash', async () => {
    const { codes } = await withCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/)
    const { rows } = await server.pool.query('select * from nana.recovery_codes')
    const kept = JSON.stringify(rows)
    for (const code of codes) {
      expect(kept).not.toContain(code)
      expect(kept).not.toContain(code.replaceAll('-', ''))
    }
  })

  it('stands in for the factor’s code once, however it is typed, and the session goes on with aal2', async () => {
    const { account, codes } = await withCodes()
    const [code = ''] = codes
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `
    const { status, body } = await spend(await tokenOf(account), typed)
    expect(status).toBe(200)
    expect(claimsOf(body.access_token)).toMatchObject({
      aal: 'aal2',
      amr: expect.arrayContaining([{ method: 'mfa/recovery_code', timestamp: expect.any(Number) }]),
    })
    const client = server.client()
    await client.setSession({
      access_token: String(body.access_token),
      refresh_token: String(body.refresh_token),
    })
    const { data } = await client.refreshSession()
    expect(claimsOf(data.session?.access_token).aal).toBe('aal2')
    const again = await spend(await tokenOf(account), code)
    expect([again.status, again.body]).toEqual(wrong)
  })

  it('counts once of five at the same time', async () => {
    const { account, codes } = await withCodes()
    const tokens = await Promise.all(Array.from({ length: 5 }, () => tokenOf(account)))
    const answers = await Promise.all(tokens.map((token) => spend(token, codes[0] ?? '')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('of somebody else, or made up, opens nothing', async () => {
    const { account } = await withCodes()
    const other = await withCodes()
    const token = await tokenOf(account)
    for (const code of [other.codes[0] ?? '', '', '123456', 'aaaa-aaaa-aaaa-aaaa']) {
      const answer = await spend(token, code)
      expect([answer.status, answer.body]).toEqual(wrong)
    }
  })

  it('is no sign-in of just now by itself', async () => {
    const { account, codes, factorId } = await withCodes()
    const token = await tokenOf(account)
    await pastTheTen(account)
    const { body } = await spend(token, codes[0] ?? '')
    const answer = await server.ask(`/auth/v1/factors/${factorId}`, {
      method: 'DELETE',
      headers: bearer(String(body.access_token)),
    })
    expect(answer.body.code).toBe('reauthentication_needed')
  })

  it('goes with its factor, and the session that it raised falls with it', async () => {
    const { account, client, codes, factorId } = await withCodes()
    const raised = await spend(await tokenOf(account), codes[0] ?? '')
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
    const { rowCount } = await server.pool.query('select from nana.recovery_codes where factor_id = $1', [
      factorId,
    ])
    expect(rowCount).toBe(0)
    const refreshed = await server.ask('/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      body: { refresh_token: raised.body.refresh_token },
    })
    const claims = claimsOf(refreshed.body.access_token)
    expect([claims.aal, claims.amr.map(({ method }) => method)]).toEqual(['aal1', ['password']])
  })
})

describe('new ones', () => {
  it('are made at aal2 only', async () => {
    const { account } = await withCodes()
    const answer = await post('recovery_codes', await tokenOf(account))
    expect([answer.status, answer.body]).toEqual([
      403,
      { code: 'insufficient_aal', message: 'AAL2 required to make recovery codes' },
    ])
  })

  it('want a sign-in of just now once the factor is no new one, and the owner is told', async () => {
    const { account, token, secret, factorId, codes } = await withCodes()
    await pastTheTen(account)
    const refused = await post('recovery_codes', token)
    expect([refused.status, refused.body]).toEqual([
      400,
      { code: 'reauthentication_needed', message: 'Recovery code renewal requires reauthentication' },
    ])
    const client = server.client()
    await client.signInWithPassword({ email: account.email, password: PASSWORD })
    const code = totpCode(secret, Date.now() / 1000 + 30)
    expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    const fresh = (await client.getSession()).data.session?.access_token ?? ''
    const made = await post('recovery_codes', fresh)
    expect(made.status).toBe(200)
    const mail = await server.mails.newestTo(account.email, 2)
    expect(mail.subject).toBe('Códigos de recuperación nuevos')

    // Those from before are none any more, and «it wasn't me» takes the new ones away too.
    expect((await spend(await tokenOf(account), codes[1] ?? '')).status).toBe(422)
    const { token_hash } = pageIn(mail)
    await server.ask('/auth/v1/disown', { method: 'POST', body: { token_hash } })
    const { rowCount } = await server.pool.query('select from nana.recovery_codes where factor_id = $1', [
      factorId,
    ])
    expect(rowCount).toBe(0)
  })

  it('want it too when the factor’s time is of a clock that was ahead and is set back', async () => {
    const { account, token } = await withCodes()
    await pastTheTen(account)
    await server.pool.query(
      `update auth.mfa_factors set created_at = now() + interval '1 day' where user_id = $1`,
      [account.id],
    )
    expect((await post('recovery_codes', token)).body.code).toBe('reauthentication_needed')
  })
})
