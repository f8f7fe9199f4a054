import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../settings/config.ts'
import { loadSecrets } from '../settings/secrets.ts'
import { bearer, startTestServer, type TestServer } from '../testing/test-server.ts'

const RECORDS = '/rest/v1/sleep_records'
const USERS = '/auth/v1/admin/users'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ ADMIN_PORT: '0' })
})
afterAll(() => server.stop())

const at = async (url: string, path: string, headers: Record<string, string>, method = 'GET') => {
  const response = await fetch(url + path, { method, headers: { apikey: server.anonKey, ...headers } })
  return { status: response.status, text: await response.text() }
}

describe('with a port for administrators', () => {
  it('the official client administers there', async () => {
    expect(server.adminUrl).not.toBe(server.url)
    const { data, error } = await server.admin.createUser({ email: 'nueva@example.com', email_confirm: true })
    expect([error, data.user?.email]).toEqual([null, 'nueva@example.com'])
    expect((await at(server.adminUrl, RECORDS, bearer(server.serviceKey))).status).toBe(200)
  })

  it.each([
    ['GET', USERS],
    ['GET', '/auth/v1/%61dmin/users'],
    ['POST', '/auth/v1/invite'],
    ['POST', '/auth/v1/admin/generate_link'],
    ['GET', '/auth/v1/admin/users/00000000-0000-4000-8000-000000000000'],
    ['OPTIONS', USERS],
  ])('%s %s is unknown at the public one', async (method, path) => {
    expect(await at(server.url, path, bearer(server.serviceKey), method)).toEqual({
      status: 404,
      text: '404 page not found',
    })
  })

  it('the secret key is refused at the public one, in every form and place', async () => {
    const { serviceKeys } = await loadSecrets(loadConfig({ DATA_DIR: server.dataDir }))
    expect(serviceKeys).toHaveLength(2)
    for (const key of serviceKeys) {
      for (const path of [RECORDS, '/auth/v1/settings']) {
        expect((await at(server.url, path, bearer(key))).status).toBe(403)
        expect((await at(server.url, path, { apikey: key })).status).toBe(403)
      }
      expect((await fetch(`${server.url}${RECORDS}?apikey=${key}`)).status).toBe(403)
    }
  })

  it('so are tokens of administrators, also of those who are people', async () => {
    const minted = await new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(server.jwtSecret))
    const ana = await server.createAccount()
    await server.admin.updateUserById(ana.id, { role: 'service_role' })
    const { access_token: own } = await server.signInWithFactor(ana)
    for (const token of [minted, own]) {
      expect((await at(server.url, RECORDS, bearer(token))).status).toBe(403)
      expect((await at(server.adminUrl, RECORDS, bearer(token))).status).toBe(200)
      expect((await at(server.adminUrl, USERS, bearer(token))).status).toBe(200)
    }
  })

  it('families notice nothing', async () => {
    const { access_token: token } = await server.signIn(await server.createAccount())
    expect((await at(server.url, RECORDS, bearer(token))).status).toBe(200)
    expect((await at(server.url, '/auth/v1/user', bearer(token))).status).toBe(200)
  })
})

it('without one, administrators are answered where everybody is', async () => {
  const plain = await startTestServer()
  expect(plain.adminUrl).toBe(plain.url)
  expect((await plain.admin.listUsers()).error).toBeNull()
  await plain.stop()
})
