import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Assertion, answerAsCompany } from '../../../testing/saml-idp.ts'
import { SAML_CERTIFICATE, SAML_ENTITY_ID, SAML_SETTINGS } from '../../../testing/saml-settings.ts'
import { bearer, startTestServer, type TestServer } from '../../../testing/test-server.ts'

const APP = 'https://app.example'
const PROVIDER_ID = '0b1e4a52-8a53-4a0e-9c1f-5d2a3c4b5e6f'
const CLOSED_ID = '7f3c2a10-4d5e-4b6a-8c7d-9e0f1a2b3c4d'

let server: TestServer
let metadata: string

beforeAll(async () => {
  server = await startTestServer({
    ...SAML_SETTINGS,
    AUTH_SAML_EMPRESA_ID: PROVIDER_ID,
    AUTH_SAML_CERRADA_ID: CLOSED_ID,
    AUTH_SAML_CERRADA_ENTITY_ID: 'https://other.example',
    AUTH_SAML_CERRADA_SSO_URL: 'https://other.example/login',
    AUTH_SAML_CERRADA_CERT: SAML_CERTIFICATE,
    AUTH_SAML_CERRADA_DOMAINS: 'cerrada.example',
    AUTH_SAML_CERRADA_ENABLED: 'off',
    AUTH_REDIRECT_ALLOW: `${APP}/**`,
  })
  metadata = await (await fetch(`${server.url}/auth/v1/sso/saml/metadata`)).text()
})
afterAll(() => server.stop())

const sso = (body: object) => server.ask('/auth/v1/sso', { method: 'POST', body, redirect: 'manual' })
async function loginAddress(query: object = {}): Promise<string> {
  const asked = { domain: 'empresa.example', redirect_to: `${APP}/in`, skip_http_redirect: true, ...query }
  return String((await sso(asked)).body.url)
}
async function deliver(form: Record<string, string>): Promise<{ status: number; url: URL }> {
  const response = await fetch(`${server.url}/auth/v1/sso/saml/acs`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  return { status: response.status, url: new URL(response.headers.get('location') ?? '') }
}
const someone = (): Assertion => ({ nameId: randomUUID(), email: `${randomUUID()}@empresa.example` })
async function comeBack(said: Assertion, query: object = {}) {
  return deliver(await answerAsCompany(metadata, await loginAddress(query), said))
}
const fragment = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
const userOf = async ({ url }: { url: URL }) => {
  const token = fragment(url).access_token ?? ''
  return (await server.ask('/auth/v1/user', { headers: bearer(token) })).body
}

describe('a company’s person', () => {
  it('signs in by the official client and a code, as an account of the company’s', async () => {
    const items = new Map<string, string>()
    const client = server.client({
      flowType: 'pkce',
      storage: {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
        removeItem: (key) => void items.delete(key),
      },
    })
    const { data, error } = await client.signInWithSSO({
      domain: 'EMPRESA.example',
      options: { redirectTo: `${APP}/in`, skipBrowserRedirect: true },
    })
    expect(error).toBeNull()
    const said = { ...someone(), name: 'Berta Ruiz' }
    const { status, url } = await deliver(await answerAsCompany(metadata, data?.url ?? '', said))
    expect([status, url.origin + url.pathname, url.hash]).toEqual([302, `${APP}/in`, ''])
    const exchanged = await client.exchangeCodeForSession(url.searchParams.get('code') ?? '')
    expect(exchanged.error).toBeNull()
    expect(exchanged.data.user).toMatchObject({
      email: said.email,
      app_metadata: { provider: `sso:${PROVIDER_ID}`, providers: [`sso:${PROVIDER_ID}`] },
      user_metadata: { full_name: 'Berta Ruiz' },
      identities: [
        { id: said.nameId, provider: `sso:${PROVIDER_ID}`, identity_data: { iss: SAML_ENTITY_ID } },
      ],
    })
    expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'sso/saml' }])
    expect((await client.updateUser({ password: 'una-siesta-muy-larga' })).error).toMatchObject({
      status: 422,
      code: 'user_sso_managed',
    })
  })

  it('signs in by provider id with the tokens in the fragment, and has the same account each time', async () => {
    const said = someone()
    const first = await comeBack(said, { domain: undefined, provider_id: PROVIDER_ID })
    expect(Object.keys(fragment(first.url))).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'token_type',
      'sb',
    ])
    const again = await comeBack({ ...said, email: `${randomUUID()}@filial.example` })
    expect((await userOf(again)).id).toBe((await userOf(first)).id)
  })

  it('never gets an account with the same address that isn’t the company’s', async () => {
    const account = await server.createAccount(`${randomUUID()}@empresa.example`)
    const user = await userOf(await comeBack({ ...someone(), email: account.email }))
    expect(user.email).toBe(account.email)
    expect(user.id).not.toBe(account.id)
    expect((await server.signIn(account)).user.id).toBe(account.id)
  })

  it('is known by the address when the name changes each time', async () => {
    const email = `${randomUUID()}@empresa.example`
    const nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
    const ids = []
    for (const nameId of ['_a', '_b'])
      ids.push((await userOf(await comeBack({ nameId, nameIdFormat, email }))).id)
    expect(ids[0]).toBe(ids[1])
    const byName = await comeBack({ nameId: `${randomUUID()}@empresa.example` })
    expect((await userOf(byName)).email).toMatch(/@empresa\.example$/)
  })

  it('has a name that is cut in the middle of an emoji', async () => {
    const user = await userOf(await comeBack({ ...someone(), name: `${'a'.repeat(499)}🌙` }))
    expect(user.user_metadata).toMatchObject({ full_name: 'a'.repeat(499) })
  })

  it('goes on with the session while the company’s door is open, and not where it is closed or there is none', async () => {
    const said = someone()
    let token = fragment((await comeBack(said)).url).refresh_token
    const goOn = async (by: string) => {
      await server.pool.query('update auth.identities set provider = $2 where provider_id = $1', [
        said.nameId,
        `sso:${by}`,
      ])
      const path = '/auth/v1/token?grant_type=refresh_token'
      const { status, body } = await server.ask(path, { method: 'POST', body: { refresh_token: token } })
      if (typeof body.refresh_token === 'string') token = body.refresh_token
      return [status, body.code]
    }
    expect(await goOn(PROVIDER_ID)).toEqual([200, undefined])
    for (const gone of [CLOSED_ID, randomUUID()]) expect(await goOn(gone)).toEqual([400, 'user_banned'])
    expect(await goOn(PROVIDER_ID)).toEqual([200, undefined])
  })

  it('is redirected when skip_http_redirect is not set', async () => {
    const { status, headers } = await sso({ domain: 'empresa.example' })
    expect(status).toBe(303)
    expect(headers.get('location')).toMatch(/^https:\/\/idp\.example\/login\?SAMLRequest=/)
  })
})

describe('sso', () => {
  it.each([
    [
      { domain: 'a', provider_id: 'b' },
      400,
      'validation_failed',
      'Only one of provider_id or domain supported',
    ],
    [{}, 400, 'validation_failed', 'A provider_id or domain needs to be provided'],
    [
      { domain: 'nowhere.example' },
      404,
      'sso_provider_not_found',
      'No SSO provider assigned for this domain',
    ],
    [{ provider_id: randomUUID() }, 404, 'sso_provider_not_found', 'No such SSO provider'],
    [{ domain: 'cerrada.example' }, 404, 'sso_provider_disabled', 'SSO provider is disabled'],
    [
      { domain: 'empresa.example', code_challenge: 'x' },
      400,
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
  ])('refuses %j', async (body, status, code, message) => {
    const answer = await sso(body)
    expect([answer.status, answer.body]).toEqual([status, { code, message }])
  })

  it('refuses everything where no company is set up', async () => {
    const off = await startTestServer()
    const disabled = [404, { code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' }]
    for (const [method, path] of [
      ['POST', 'sso'],
      ['POST', 'sso/saml/acs'],
      ['GET', 'sso/saml/metadata'],
    ] as const) {
      const { status, body } = await off.ask(`/auth/v1/${path}`, { method })
      expect([status, body]).toEqual(disabled)
    }
    expect((await off.ask('/auth/v1/settings')).body.saml_enabled).toBe(false)
    await off.stop()
  })
})

describe('a company’s answer', () => {
  const refused = (code: string, message: string, error = 'invalid_request') => ({
    status: 303,
    origin: server.url,
    fields: { error, error_code: code, error_description: message },
  })
  const drawn = ({ status, url }: { status: number; url: URL }) => ({
    status,
    origin: url.origin,
    fields: Object.fromEntries(url.searchParams),
  })
  const invalid = () => refused('validation_failed', 'SAML Assertion is not valid')

  it.each<[string, Partial<Assertion>]>([
    ['another audience', { audience: 'https://other.example' }],
    ['another recipient', { recipient: 'https://other.example/acs' }],
    ['another destination', { destination: 'https://other.example/acs' }],
    ['another request', { inResponseTo: '_other' }],
    ['a time that is over', { notOnOrAfter: new Date(Date.now() - 60_000) }],
    ['a time to come', { notBefore: new Date(Date.now() + 3_600_000) }],
    ['somebody else’s key', { foreignKey: true }],
    ['a signature by SHA-1', { sha1: true }],
  ])('with %s opens no session', async (_, wrong) => {
    expect(drawn(await comeBack({ ...someone(), ...wrong }))).toEqual(invalid())
  })

  it('counts when the clock is a few seconds off', async () => {
    const said = { ...someone(), notBefore: new Date(Date.now() + 10_000) }
    expect(fragment((await comeBack(said)).url).access_token).toEqual(expect.any(String))
  })

  it('by another issuer opens no session', async () => {
    expect(drawn(await comeBack({ ...someone(), issuer: 'https://other.example' }))).toEqual(
      refused('saml_entity_id_mismatch', 'SAML Assertion is not from the expected provider'),
    )
  })

  it('without an address opens no session', async () => {
    expect(drawn(await comeBack({ nameId: 'somebody' }))).toEqual(
      refused('saml_assertion_no_email', 'SAML Assertion does not contain an email address'),
    )
  })

  it('that was changed on the way opens no session', async () => {
    const said = someone()
    const form = await answerAsCompany(metadata, await loginAddress(), said)
    const changed = Buffer.from(form.SAMLResponse, 'base64').toString().replaceAll(said.nameId, randomUUID())
    const sent = { ...form, SAMLResponse: Buffer.from(changed).toString('base64') }
    expect(drawn(await deliver(sent))).toEqual(invalid())
  })

  it('without any signature opens no session', async () => {
    const form = await answerAsCompany(metadata, await loginAddress(), someone())
    const bare = Buffer.from(form.SAMLResponse, 'base64')
      .toString()
      .replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/g, '')
    expect(drawn(await deliver({ ...form, SAMLResponse: Buffer.from(bare).toString('base64') }))).toEqual(
      invalid(),
    )
  })

  it('counts once, and only for its own request', async () => {
    const form = await answerAsCompany(metadata, await loginAddress(), someone())
    expect((await deliver(form)).url.origin).toBe(APP)
    expect(drawn(await deliver(form))).toEqual(
      refused('flow_state_already_used', 'SAML RelayState has already been used', 'access_denied'),
    )
    const other = new URL(await loginAddress()).searchParams.get('RelayState') ?? ''
    expect(drawn(await deliver({ ...form, RelayState: other }))).toEqual(invalid())
  })

  it('to no request, or to one too long ago, opens no session', async () => {
    const unknown = refused(
      'saml_relay_state_not_found',
      'SAML RelayState does not exist, try logging in again?',
      'access_denied',
    )
    const form = await answerAsCompany(metadata, await loginAddress(), someone())
    for (const RelayState of ['', `${APP}/in`, randomUUID()]) {
      expect(drawn(await deliver({ ...form, RelayState }))).toEqual(unknown)
    }
    await server.pool.query(
      `update auth.flow_state set created_at = created_at - interval '301 s' where id = $1`,
      [form.RelayState],
    )
    expect(drawn(await deliver(form))).toEqual(
      refused(
        'saml_relay_state_expired',
        'SAML RelayState has expired. Try logging in again?',
        'access_denied',
      ),
    )
  })

  it.each(['', 'nonsense', '<x/>', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'])(
    'that is no SAML opens no session: %s',
    async (text) => {
      const RelayState = new URL(await loginAddress()).searchParams.get('RelayState') ?? ''
      const SAMLResponse = Buffer.from(text).toString('base64')
      expect(drawn(await deliver({ RelayState, SAMLResponse }))).toEqual(invalid())
    },
  )
})

describe('the metadata for a company’s administrator', () => {
  it('name the server and the address that answers go to', async () => {
    expect(metadata).toContain(`entityID="${server.url}/auth/v1/sso/saml/metadata"`)
    expect(metadata).toContain(`Location="${server.url}/auth/v1/sso/saml/acs"`)
    expect(metadata).toContain('WantAssertionsSigned="true"')
    const file = await fetch(`${server.url}/auth/v1/sso/saml/metadata?download=true`)
    expect(file.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="metadata.xml"')
    expect((await server.ask('/auth/v1/settings')).body.saml_enabled).toBe(true)
  })
})

it('an address that sends too many answers has to wait', async () => {
  const limited = await startTestServer({ ...SAML_SETTINGS, AUTH_RATE_LIMITS: 'on' })
  const send = () => limited.ask('/auth/v1/sso/saml/acs', { method: 'POST', body: '', redirect: 'manual' })
  const statuses = (await Promise.all(Array.from({ length: 31 }, send))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  await limited.stop()
})
