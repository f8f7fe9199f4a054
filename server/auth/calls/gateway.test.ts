import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../settings/config.ts'
import { loadSecrets } from '../../settings/secrets.ts'
import {
  type Account,
  bearer,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'

let server: TestServer
let ana: Account
let opaque: { anon: string; service: string }

beforeAll(async () => {
  server = await startTestServer()
  ana = await server.createAccount()
  const secrets = await loadSecrets(loadConfig({ DATA_DIR: server.dataDir }))
  const [, anon = ''] = secrets.anonKeys
  const [, service = ''] = secrets.serviceKeys
  opaque = { anon, service }
})
afterAll(() => server.stop())

const plain = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init)
const SETTINGS = '/auth/v1/settings'
const RECORDS = '/rest/v1/sleep_records'

describe('the API key', () => {
  it.each([SETTINGS, '/auth/v1/health', '/auth/v1/unknown', RECORDS])('is asked for at %s', async (path) => {
    const missing = await plain(path)
    expect(missing.status).toBe(401)
    expect(missing.headers.get('access-control-allow-origin')).toBe('*')
    expect(await missing.json()).toEqual({ message: 'No API key found in request', hint: expect.any(String) })
    const wrong = await plain(path, { headers: { apikey: 'wrong' } })
    expect(wrong.status).toBe(401)
    expect(await wrong.json()).toEqual({ message: 'Invalid API key', hint: expect.any(String) })
  })

  it.each(['/auth/v1/.well-known/jwks.json', '/health'])('is not asked for at %s', async (path) => {
    expect((await plain(path)).status).toBe(200)
  })

  it.each(['verify', 'callback', 'authorize', 'sso/saml/acs'])(
    'is not asked for at %s, where none can be given',
    async (path) => {
      expect((await plain(`/auth/v1/${path}`)).status).not.toBe(401)
    },
  )

  it('has two forms, JWT and opaque, and may stand in the query', async () => {
    expect(opaque.anon).toMatch(/^sb_publishable_/)
    expect(opaque.service).toMatch(/^sb_secret_/)
    for (const key of [server.anonKey, server.serviceKey, opaque.anon, opaque.service]) {
      expect((await plain(SETTINGS, { headers: { apikey: key } })).status).toBe(200)
      expect((await plain(`${SETTINGS}?apikey=${key}`)).status).toBe(200)
    }
  })

  it('that is secret is refused in a browser, wherever it stands', async () => {
    const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140' }
    for (const key of [server.serviceKey, opaque.service]) {
      const asKey = await plain(SETTINGS, { headers: { apikey: key, ...browser } })
      const asBearer = await plain(RECORDS, {
        headers: { apikey: server.anonKey, ...bearer(key), ...browser },
      })
      expect([asKey.status, asBearer.status]).toEqual([401, 401])
    }
    expect((await plain(SETTINGS, { headers: { apikey: server.anonKey, ...browser } })).status).toBe(200)
  })

  it('is not needed when the check is switched off', async () => {
    const lax = await startTestServer({ AUTH_API_KEY_CHECK: 'off' })
    expect((await fetch(`${lax.url}${SETTINGS}`)).status).toBe(200)
    await lax.stop()
  })

  it('can be set by the administrator', async () => {
    const chosen = await startTestServer({
      ANON_KEY: 'sb_publishable_chosen',
      SERVICE_KEY: 'sb_secret_as_long_as_it_has_to_be',
    })
    expect(chosen.anonKey).toBe('sb_publishable_chosen')
    expect((await chosen.ask(SETTINGS)).status).toBe(200)
    // The keys that the server made before are no longer any, also where a token may stand.
    const made = await loadSecrets(loadConfig({ DATA_DIR: chosen.dataDir }))
    for (const key of made.serviceKeys) {
      expect((await chosen.ask(SETTINGS, { headers: { apikey: key } })).status).toBe(401)
      expect((await chosen.fetch(RECORDS, { headers: bearer(key) })).status).toBe(401)
    }
    await chosen.stop()
  })
})

describe('an API key as bearer', () => {
  it.each([
    ['JWT', () => server.anonKey, 403, 'bad_jwt'],
    ['opaque', () => opaque.anon, 401, 'no_authorization'],
  ])('means in its %s form that nobody is signed in', async (_, key, status, code) => {
    const user = await server.ask('/auth/v1/user', { headers: { apikey: key(), ...bearer(key()) } })
    expect([user.status, user.body.code]).toEqual([status, code])
    const records = await server.fetch(RECORDS, { headers: bearer(key()) })
    expect([records.status, await records.json()]).toEqual([200, []])
  })

  it('reads everything if it is the secret key, in both forms and also without a bearer', async () => {
    await server.pool.query(
      `insert into public.baby_info (user_id, name, birth_date) values ($1, 'Leo', '2025-01-01')`,
      [ana.id],
    )
    for (const headers of [
      { apikey: server.serviceKey },
      { apikey: opaque.service },
      bearer(server.serviceKey),
      bearer(opaque.service),
    ]) {
      const babies = await server.fetch('/rest/v1/baby_info', { headers })
      expect(await babies.json()).toHaveLength(1)
    }
  })

  it('gives way to a user’s token', async () => {
    const session = await server.signIn(await server.createAccount())
    const babies = await server.fetch('/rest/v1/baby_info', {
      headers: { apikey: server.serviceKey, ...bearer(session.access_token) },
    })
    expect(await babies.json()).toEqual([])
  })
})

describe('the Authorization header', () => {
  const asUser = async (authorization: string) => {
    const { status, body } = await server.ask('/auth/v1/user', { headers: { Authorization: authorization } })
    return [status, body.code ?? body.email]
  }

  it('is read with «Bearer» in any case and exactly one space, and with no other scheme', async () => {
    const { access_token: token } = await server.signIn(ana)
    expect(await asUser(`bearer ${token}`)).toEqual([200, ana.email])
    expect(await asUser(`BEARER ${token}`)).toEqual([200, ana.email])
    for (const wrong of [
      `Bearer  ${token}`,
      `Basic ${token}`,
      token,
      'Bearer',
      `Bearer ${token} x`,
      `Token ${token}`,
    ]) {
      expect(await asUser(wrong)).toEqual([401, 'no_authorization'])
    }
  })
})

describe('a page of another origin', () => {
  const preflight = (path: string) =>
    plain(path, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://elsewhere.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'x-odd',
      },
    })

  it('may ask by OPTIONS without a key', async () => {
    const answer = await preflight('/auth/v1/token')
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE, OPTIONS')
    expect(answer.headers.get('access-control-allow-headers')).toBe(
      'authorization, apikey, content-type, x-client-info, x-supabase-api-version, x-odd',
    )
    expect((await preflight(RECORDS)).headers.get('access-control-allow-origin')).toBe('*')
  })

  it('can read answers, refusals and their version', async () => {
    const body = { email: ana.email, password: PASSWORD }
    const good = await server.fetch('/auth/v1/token?grant_type=password', { method: 'POST', body })
    const bad = await server.fetch('/auth/v1/token?grant_type=x', { method: 'POST', body })
    for (const { headers } of [good, bad]) {
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version')
    }
  })
})
