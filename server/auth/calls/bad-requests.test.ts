import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Account,
  bearer,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'

let server: TestServer
let ana: Account
let token: string

beforeAll(async () => {
  server = await startTestServer({ AUTH_SIGNUP: 'on' })
  ana = await server.createAccount()
  token = (await server.signIn(ana)).access_token
})
afterAll(() => server.stop())

const PASSWORD_GRANT = '/auth/v1/token?grant_type=password'
const post = (body: BodyInit, path = PASSWORD_GRANT) => server.ask(path, { method: 'POST', body })

describe('the shape of a refusal', () => {
  const wrong = { email: 'nobody@example.com', password: 'x' }

  it.each(['2024-01-01', '2024-05-12', '2999-12-31'])('is the new one for version %s', async (version) => {
    const answer = await server.ask(PASSWORD_GRANT, {
      method: 'POST',
      body: wrong,
      headers: { 'X-Supabase-Api-Version': version },
    })
    expect(answer.body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
    expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(answer.headers.get('x-sb-error-code')).toBe('invalid_credentials')
  })

  it.each(['', 'nonsense', '2023-12-31', '2024-13-01', '2024-02-30'])(
    'is the old one for version «%s»',
    async (version) => {
      const answer = await server.ask(PASSWORD_GRANT, {
        method: 'POST',
        body: wrong,
        headers: { 'X-Supabase-Api-Version': version },
      })
      expect(answer.body).toEqual({
        code: 400,
        error_code: 'invalid_credentials',
        msg: 'Invalid login credentials',
      })
      expect(answer.headers.get('x-supabase-api-version')).toBeNull()
      expect(answer.headers.get('x-sb-error-code')).toBe('invalid_credentials')
    },
  )
})

describe('a body', () => {
  it.each([
    '',
    '{',
    '[]',
    '"text"',
    '1',
    'email=a&password=b',
    '{"email":1}',
    '{"email":["a@b.co"]}',
    '{"email":{},"password":"x"}',
    '{"email":"a@b.co","password":true}',
    '{"email":"a\\u0000@b.co","password":"x"}',
    '{"\\u0000":1}',
    '{"email":"\\ud800"}',
    '{"email":"a@b.co",}',
    '{"data":[]}',
  ])('such as %s is refused as bad JSON', async (body) => {
    const { status, body: answer } = await post(body, '/auth/v1/signup')
    expect([status, answer.code]).toEqual([400, 'bad_json'])
    expect(answer.message).toMatch(/^Could not parse request body as JSON: ./)
  })

  it('that is not UTF-8 is refused', async () => {
    const { status, body } = await post(new Uint8Array([0x7b, 0xff, 0x7d]))
    expect([status, body.code]).toEqual([400, 'bad_json'])
  })

  it('may nest 100 levels and no more', async () => {
    const nested = (levels: number) => `{"data":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    const fine = await post(nested(100).replace('{', '{"email":null,"x":1,'), '/auth/v1/signup')
    expect(fine.body.code).toBe('bad_json')
    const deep = await post(nested(101))
    expect(deep.body.message).toMatch(/nested more than 100 levels/)
    const text = await post(JSON.stringify({ email: '['.repeat(500), password: 'x' }))
    expect(text.body.code).toBe('invalid_credentials')
    expect((await post('['.repeat(100_000))).status).toBe(400)
  })

  it('may say null for what is absent, also in place of the whole object', async () => {
    expect((await post('null')).body.message).toBe('missing email or phone')
    expect((await post('{"email":null,"phone":null}')).body.message).toBe('missing email or phone')
  })

  it('over 1 MiB is refused, whether or not its length is announced', async () => {
    const large = 'x'.repeat(1024 * 1024 + 1)
    const announced = await post(large)
    const refusal = [
      413,
      { code: 'request_entity_too_large', message: 'Request body too large (max 1048576 bytes)' },
    ]
    expect([announced.status, announced.body]).toEqual(refusal)
    const response = await postInPieces(large)
    expect([response.status, await response.json()]).toEqual(refusal)
  })

  it('may come in pieces', async () => {
    const response = await postInPieces(JSON.stringify({ email: ana.email, password: PASSWORD }))
    expect(response.status).toBe(200)
  })
})

/** Posts a body in pieces, so that its length is not announced. */
function postInPieces(text: string): Promise<Response> {
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { apikey: server.anonKey, 'X-Supabase-Api-Version': '2024-01-01' },
    body: new Blob([text]).stream(),
    duplex: 'half',
  }
  return fetch(`${server.url}${PASSWORD_GRANT}`, init)
}

describe('a request', () => {
  it.each([
    '/auth/v1',
    '/auth/v1/',
    '/auth/v1/nothing',
    '/auth/v1/token/',
    '/auth/v1/TOKEN',
    '/auth/v1/admin',
  ])('to the path %s finds nothing', async (path) => {
    const response = await server.fetch(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'text/plain; charset=UTF-8',
    ])
    await response.text()
  })

  it.each([
    ['GET', '/auth/v1/token', 'POST'],
    ['GET', '/auth/v1/logout', 'POST'],
    ['POST', '/auth/v1/user', 'GET, PUT'],
    ['DELETE', '/auth/v1/user', 'GET, PUT'],
    ['PUT', '/auth/v1/settings', 'GET'],
    ['POST', '/auth/v1/.well-known/jwks.json', 'GET'],
  ])('by %s to %s is told which methods are allowed', async (method, path, allowed) => {
    const response = await server.fetch(path, { method })
    expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([
      405,
      allowed,
      '',
    ])
  })
})

describe('nonsense', () => {
  const PATHS = [
    'token?grant_type=password',
    'token?grant_type=refresh_token',
    'signup',
    'user',
    'logout',
    'settings',
  ]
  // Bodies have field names that the server reads, with values of every type, or are no JSON at all.
  const fields = fc.constantFrom(
    'email',
    'phone',
    'password',
    'refresh_token',
    'data',
    'app_metadata',
    'code_challenge',
  )
  const bodies = fc.oneof(
    fc
      .dictionary(fields, fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.emailAddress()))
      .map((value) => JSON.stringify(value)),
    fc.string({ unit: 'binary' }),
    fc.uint8Array({ maxLength: 200 }),
  )
  // A client library lets visible ASCII and Latin-1 through in headers, so these are tried.
  const headerText = fc.string({
    unit: fc
      .oneof(fc.integer({ min: 0x21, max: 0x7e }), fc.integer({ min: 0xa1, max: 0xff }))
      .map((code) => String.fromCharCode(code)),
  })

  it('in bodies and headers is answered below 500, and the server goes on', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PATHS),
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
        bodies,
        fc.oneof(fc.constant(`Bearer ${token}`), headerText),
        headerText,
        async (path, method, body, authorization, version) => {
          const response = await server.fetch(`/auth/v1/${path}`, {
            method,
            headers: { Authorization: authorization, 'X-Supabase-Api-Version': version },
            body: method === 'GET' ? null : body,
          })
          expect(response.status).toBeLessThan(500)
          await response.arrayBuffer()
        },
      ),
      { numRuns: 300 },
    )
    expect((await server.ask('/health')).status).toBe(200)
  })

  it('in a query is answered below 500', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), fc.webQueryParameters(), async (path, query) => {
        const url = `/auth/v1/${path.split('?')[0]}?${query}&scope=%ff%00&grant_type=%`
        const response = await server.fetch(url, { method: 'POST', headers: bearer(token) })
        expect(response.status).toBeLessThan(500)
        await response.arrayBuffer()
      }),
      { numRuns: 100 },
    )
  })

  it('that is not even HTTP leaves the server running', async () => {
    const { hostname, port } = new URL(server.url)
    const raw = [
      'nonsense\r\n\r\n',
      'GET /auth/v1/user HTTP/1.1\r\n\r\n',
      'GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET //x\\y HTTP/1.1\r\nHost: a b\r\n\r\n',
      'GET /%ff%00 HTTP/1.1\r\nHost: x\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(100_000)}\r\n\r\n`,
      `POST ${PASSWORD_GRANT} HTTP/1.1\r\nHost: x\r\napikey: ${server.anonKey}\r\nContent-Length: 50\r\n\r\n{"email"`,
      `POST ${PASSWORD_GRANT} HTTP/1.1\r\nHost: x\r\napikey: ${server.anonKey}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      'TRACE / HTTP/1.1\r\nHost: x\r\n\r\n',
      'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
    ]
    for (const text of raw) {
      const answer = await exchange(hostname, Number(port), text)
      expect(answer).not.toMatch(/^HTTP\/1.1 5/)
    }
    expect((await server.ask('/health')).status).toBe(200)
  })
})

/** Sends raw text over a connection, hangs up and returns what came back until then. */
function exchange(host: string, port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, host, () => socket.write(text))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(answer) : reject(error),
    )
    socket.on('close', () => resolve(answer))
    setTimeout(() => socket.destroy(), 150)
  })
}
