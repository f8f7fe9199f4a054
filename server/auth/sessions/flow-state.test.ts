import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Account, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { whileLocked } from '../../testing/while-locked.ts'
import { beginFlow, issueAuthCode, issueCodeForMail } from './flow-state.ts'

let server: TestServer
let ana: Account

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  ana = await server.createAccount()
})

const VERIFIER = 'v'.repeat(60)
const hashed = {
  challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  method: 's256',
} as const

const exchange = (auth_code: unknown, code_verifier: unknown = VERIFIER) =>
  server.ask('/auth/v1/token?grant_type=pkce', { method: 'POST', body: { auth_code, code_verifier } })

async function codeOf(
  method = 'oauth',
  challenge: typeof hashed | { challenge: string; method: 'plain' } = hashed,
) {
  const flow = await beginFlow(server.pool, { method, providerType: method, userId: null, challenge })
  return issueAuthCode(server.pool, flow, ana.id, { access: 'their access', refresh: 'their refresh' })
}

describe('the code at the end of a flow', () => {
  it('opens a session of the flow’s method, once, and hands over what the provider gave', async () => {
    const code = await codeOf()
    const { status, body } = await exchange(code)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      token_type: 'bearer',
      user: { id: ana.id, last_sign_in_at: expect.any(String) },
      provider_token: 'their access',
      provider_refresh_token: 'their refresh',
    })
    const claims = JSON.parse(
      Buffer.from(String(body.access_token).split('.')[1] ?? '', 'base64url').toString(),
    )
    expect(claims.amr).toEqual([{ method: 'oauth', timestamp: expect.any(Number) }])
    expect((await exchange(code)).status).toBe(404)
  })

  it('is void when the account is closed meanwhile, and neither waits for the other for ever', async () => {
    const code = await codeOf()
    const { status } = await whileLocked(server.pool, {
      hold: (owner) => owner.query('select from auth.users where id = $1 for no key update', [ana.id]),
      send: () => exchange(code),
      change: (owner) => owner.query('delete from auth.flow_state where user_id = $1', [ana.id]),
    })
    expect(status).toBe(404)
  })

  it('is taken once when it comes many times at once', async () => {
    const code = await codeOf()
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(code)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(7).fill(404),
    ])
  })

  it('takes a plain challenge too', async () => {
    const code = await codeOf('recovery', { challenge: VERIFIER, method: 'plain' })
    expect((await exchange(code)).status).toBe(200)
  })

  it('is not lost to a wrong verifier', async () => {
    const code = await codeOf()
    const wrong = await exchange(code, 'w'.repeat(60))
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { code: 'bad_code_verifier', message: 'code challenge does not match previously saved code verifier' },
    ])
    expect((await exchange(code)).status).toBe(200)
  })

  it.each([
    ['is too old after five minutes', '-5 minutes -1 second'],
    ['is of no use when the clock was ahead and is set back: it would be for as long', '1 day'],
  ])('%s', async (_which, since) => {
    const code = await codeOf()
    await server.pool.query(
      `update auth.flow_state set auth_code_issued_at = now() + $2::interval where user_id = $1`,
      [ana.id, since],
    )
    const late = await exchange(code)
    expect([late.status, late.body]).toEqual([
      422,
      { code: 'flow_state_expired', message: 'invalid flow state, flow state has expired' },
    ])
  })

  it('opens no session of a banned account', async () => {
    const code = await codeOf()
    await server.pool.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      ana.id,
    ])
    const refused = await exchange(code)
    expect([refused.status, refused.body]).toEqual([403, { code: 'user_banned', message: 'User is banned' }])
  })

  it('leaves nothing to steal in the database', async () => {
    const code = await codeOf()
    const { rows } = await server.pool.query('select * from auth.flow_state where user_id = $1', [ana.id])
    expect(rows).toHaveLength(1)
    for (const secret of [code, 'their access', 'their refresh', VERIFIER]) {
      expect(JSON.stringify(rows)).not.toContain(secret)
    }
  })
})

describe('exchanging a code is refused', () => {
  it.each([
    ['', VERIFIER],
    [null, VERIFIER],
    ['code', ''],
    ['code', null],
  ])('for the code %j with the verifier %j', async (code, verifier) => {
    const { status, body } = await exchange(code, verifier)
    expect([status, body]).toEqual([
      400,
      {
        code: 'validation_failed',
        message: 'invalid request: both auth code and code verifier should be non-empty',
      },
    ])
  })

  it('for a code that nobody issued, and for a flow without a challenge', async () => {
    const unknown = [
      404,
      { code: 'flow_state_not_found', message: 'invalid flow state, no valid flow state found' },
    ]
    const implicit = await beginFlow(server.pool, {
      method: 'oauth',
      providerType: 'google',
      userId: null,
      challenge: null,
    })
    for (const code of ['unknown', await issueAuthCode(server.pool, implicit, ana.id)]) {
      const { status, body } = await exchange(code)
      expect([status, body]).toEqual(unknown)
    }
    await expect(issueCodeForMail(server.pool, ana.id, 'recovery')).rejects.toThrow(
      'No valid flow state found',
    )
  })
})

it('a flow that nobody came back for is deleted when another begins', async () => {
  await codeOf()
  await server.pool.query(
    `update auth.flow_state set created_at = now() - interval '3 days' where user_id = $1`,
    [ana.id],
  )
  await codeOf('recovery')
  const { rows } = await server.pool.query(
    'select authentication_method as method from auth.flow_state where user_id = $1',
    [ana.id],
  )
  expect(rows).toEqual([{ method: 'recovery' }])
})
