import { afterAll, beforeAll, expect, it } from 'vitest'
import { bearer, startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ AUTH_ANONYMOUS: 'on' })
})
afterAll(() => server.stop())

it('an anonymous user signs in without an address, and the settings say that this is on', async () => {
  const client = server.client()
  const { data, error } = await client.signInAnonymously({ options: { data: { theme: 'dark' } } })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    email: '',
    phone: '',
    is_anonymous: true,
    role: 'authenticated',
    app_metadata: {},
    user_metadata: { theme: 'dark' },
    identities: [],
  })
  const { data: verified } = await client.getClaims()
  expect(verified?.claims).toMatchObject({ is_anonymous: true, aal: 'aal1', amr: [{ method: 'anonymous' }] })
  expect((await client.refreshSession()).error).toBeNull()
  const settings = await server.ask('/auth/v1/settings')
  expect(settings.body.external).toMatchObject({ anonymous_users: true })
})

it('each anonymous sign-in makes another user, with rows of their own', async () => {
  const [one, two] = [server.client(), server.client()]
  const ids = [await one.signInAnonymously(), await two.signInAnonymously()].map(({ data }) => data.user?.id)
  expect(new Set(ids).size).toBe(2)
  const token = (await one.getSession()).data.session?.access_token ?? ''
  expect((await server.ask('/rest/v1/sleep_records', { headers: bearer(token) })).status).toBe(200)
})

it('anonymous sign-in is off unless it is set', async () => {
  const closed = await startTestServer({ AUTH_SIGNUP: 'on' })
  expect((await closed.client().signInAnonymously()).error).toMatchObject({
    status: 422,
    code: 'anonymous_provider_disabled',
    message: 'Anonymous sign-ins are disabled',
  })
  await closed.stop()
})
