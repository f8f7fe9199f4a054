import { createHash, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browse, startOidcProvider, type TestProvider } from '../../../testing/oidc-provider.ts'
import { bearer, startTestServer, type TestServer } from '../../../testing/test-server.ts'

const APP = 'https://app.example'

let provider: TestProvider
let server: TestServer

beforeAll(async () => {
  provider = await startOidcProvider('nana', 'a-secret-of-the-client')
  server = await startTestServer(settings({ AUTH_SIGNUP: 'on' }))
  provider.open(`${server.url}/auth/v1/callback`)
})
afterAll(async () => {
  await server.stop()
  await provider.close()
})

function settings(more: Record<string, string> = {}): Record<string, string> {
  return {
    AUTH_OIDC_GOOGLE_ISSUER: provider.issuer,
    AUTH_OIDC_GOOGLE_CLIENT_ID: provider.clientId,
    AUTH_OIDC_GOOGLE_SECRET: provider.secret,
    AUTH_REDIRECT_ALLOW: `${APP}/**`,
    ...more,
  }
}
function person(claims: object = {}): { subject: string; email: string } {
  const subject = randomUUID()
  const email = `${subject}@example.com`
  provider.people.set(subject, { email, email_verified: true, name: 'Ana García', ...claims })
  return { subject, email }
}
/** Goes through the provider and back, as a browser would, and returns the address that the app is opened with. */
async function visit(who: string | null, address: string): Promise<URL> {
  provider.whoSignsIn = who
  return new URL(await browse(address, `${server.url}/auth/`, provider.issuer))
}
const authorizeAddress = (query: Record<string, string> = {}) =>
  `${server.url}/auth/v1/authorize?${new URLSearchParams({ provider: 'google', redirect_to: `${APP}/in`, ...query })}`
const fragment = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
const callbackWith = async (query: Record<string, string>) => {
  const address = `${server.url}/auth/v1/callback?${new URLSearchParams(query)}`
  const response = await fetch(address, { redirect: 'manual' })
  return { status: response.status, url: new URL(response.headers.get('location') ?? '') }
}
/** Lets a person sign in at the provider, and returns the parameters with which it sends them back. */
async function wayBack(who: string): Promise<Record<string, string>> {
  provider.whoSignsIn = who
  const toProvider = await fetch(authorizeAddress(), { redirect: 'manual' })
  const back = await browse(toProvider.headers.get('location') ?? '', provider.issuer)
  return Object.fromEntries(new URL(back).searchParams)
}
const userOf = async (token: string) => (await server.ask('/auth/v1/user', { headers: bearer(token) })).body
/** Signs a person in by the implicit flow and returns the user. */
async function signedIn(who: string): Promise<Record<string, unknown>> {
  const { access_token: token = '', ...rest } = fragment(await visit(who, authorizeAddress()))
  if (token === '') throw new Error(JSON.stringify(rest))
  return userOf(token)
}

describe('with the official client', () => {
  it('a PKCE flow brings a code back, which is exchanged once for the session and the provider’s token', async () => {
    const { subject, email } = person()
    const items = new Map<string, string>()
    const client = server.client({
      flowType: 'pkce',
      storage: {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
        removeItem: (key) => void items.delete(key),
      },
    })
    const { data } = await client.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: `${APP}/in?a=1`, skipBrowserRedirect: true },
    })
    const landed = await visit(subject, data.url ?? '')
    expect(landed.origin + landed.pathname).toBe(`${APP}/in`)
    expect(landed.hash).toBe('')
    expect([...landed.searchParams.keys()]).toEqual(['a', 'code'])
    const code = landed.searchParams.get('code') ?? ''
    const exchanged = await client.exchangeCodeForSession(code)
    expect(exchanged.error).toBeNull()
    expect(exchanged.data.session?.provider_token).toEqual(expect.any(String))
    expect(exchanged.data.user).toMatchObject({
      email,
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: { email, full_name: 'Ana García', email_verified: true, provider_id: subject },
      identities: [
        { id: subject, provider: 'google', identity_data: { iss: provider.issuer, sub: subject } },
      ],
    })
    const claims = await client.getClaims()
    expect(claims.data?.claims.amr).toMatchObject([{ method: 'oauth' }])
  })

  it('an implicit flow brings the tokens back in the fragment', async () => {
    const { subject, email } = person()
    const client = server.client()
    const { data } = await client.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: `${APP}/in`, skipBrowserRedirect: true },
    })
    const landed = await visit(subject, data.url ?? '')
    expect(landed.search).toBe('')
    const tokens = fragment(landed)
    expect(tokens).toEqual({
      access_token: expect.any(String),
      expires_at: expect.stringMatching(/^\d+$/),
      expires_in: '3600',
      provider_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'bearer',
      sb: '',
    })
    expect((await userOf(tokens.access_token ?? '')).email).toBe(email)
    const { error } = await client.setSession({
      access_token: tokens.access_token ?? '',
      refresh_token: tokens.refresh_token ?? '',
    })
    expect(error).toBeNull()
  })

  it('nobody can link an identity by hand', async () => {
    const client = server.client()
    const account = await server.createAccount()
    const { data } = await client.signInWithPassword({
      email: account.email,
      password: 'siesta-larga-y-buena',
    })
    const off = { status: 404, code: 'manual_linking_disabled', message: 'Manual linking is disabled' }
    expect((await client.linkIdentity({ provider: 'google' })).error).toMatchObject(off)
    const [identity] = data.user?.identities ?? []
    if (identity === undefined) throw new Error('no identity')
    expect((await client.unlinkIdentity(identity)).error).toMatchObject(off)
  })
})

describe('authorize', () => {
  const ask = async (query: string, base = server) => {
    const response = await base.ask(`/auth/v1/authorize?${query}`, { redirect: 'manual' })
    return [response.status, response.body]
  }
  const refusal = (message: string) => [400, { code: 'validation_failed', message }]

  it('sends the person to the provider with a state, a nonce and a challenge of the server’s own', async () => {
    const address = authorizeAddress({
      scopes: 'offline_access',
      login_hint: 'ana@example.com',
      STATE: 'mine',
      Redirect_Uri: 'https://evil.example',
      client_id: 'other',
      response_type: 'token',
      nonce: 'mine',
    })
    const response = await fetch(address, { redirect: 'manual' })
    expect(response.status).toBe(302)
    const url = new URL(response.headers.get('location') ?? '')
    expect(url.origin).toBe(provider.issuer)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'nana',
      redirect_uri: `${server.url}/auth/v1/callback`,
      response_type: 'code',
      scope: 'openid email profile offline_access',
      state: expect.stringMatching(/^[0-9a-f-]{36}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      login_hint: 'ana@example.com',
    })
  })

  it('refuses providers that it doesn’t know', async () => {
    expect(await ask('provider=x')).toEqual(refusal('Unsupported provider: Provider x could not be found'))
    expect(await ask('')).toEqual(refusal('Unsupported provider: Provider  could not be found'))
    expect(await ask('provider=github')).toEqual(refusal('Unsupported provider: provider is not enabled'))
    expect(await ask('provider=google&code_challenge=x')).toEqual(
      refusal('PKCE flow requires code_challenge_method and code_challenge'),
    )
  })

  it('says that the provider can’t be reached, and tries again the next time', async () => {
    const away = await startTestServer({
      AUTH_OIDC_AWAY_ISSUER: 'http://127.0.0.1:9',
      AUTH_OIDC_AWAY_CLIENT_ID: 'x',
    })
    const expected = refusal(`Unsupported provider: provider away can't be reached`)
    expect(await ask('provider=away', away)).toEqual(expected)
    expect(await ask('provider=away', away)).toEqual(expected)
    await away.stop()
  })

  it('works with the providers that the settings name', async () => {
    const { body } = await server.ask('/auth/v1/settings')
    expect(body.external).toMatchObject({ google: true, github: false, email: true })
  })

  it('leads back to the app itself when another address is not allowed', async () => {
    const { subject } = person()
    const landed = await visit(subject, authorizeAddress({ redirect_to: 'https://evil.example/in' }))
    expect(landed.origin).toBe(server.url)
    expect(fragment(landed).access_token).toEqual(expect.any(String))
  })
})

describe('callback', () => {
  it.each([
    ['no state', {}, 'bad_oauth_callback', 'OAuth state parameter missing'],
    ['a state that is none', { state: 'x' }, 'bad_oauth_state', 'OAuth state parameter is invalid'],
    ['an unknown one', { state: randomUUID() }, 'bad_oauth_state', 'OAuth state not found or expired'],
  ])('refuses %s', async (_, query, code, message) => {
    const { status, url } = await callbackWith(query)
    expect(status).toBe(303)
    expect(url.origin).toBe(server.url)
    const fields = { error: 'invalid_request', error_code: code, error_description: message }
    expect(Object.fromEntries(url.searchParams)).toEqual(fields)
    expect(fragment(url)).toEqual({ ...fields, sb: '' })
  })

  it.each([
    ['has expired', '-301 s'],
    ['is of a clock that was ahead and is set back', '1 day'],
  ])('refuses a state that %s', async (_which, since) => {
    const { rows } = await server.pool.query<{ id: string }>(
      `insert into auth.flow_state (provider_type, authentication_method, created_at)
       values ('google', 'oauth', now() + $1::interval) returning id`,
      [since],
    )
    const { url } = await callbackWith({ state: rows[0]?.id ?? '', code: 'x' })
    expect(url.searchParams.get('error_description')).toBe('OAuth state has expired')
  })

  it('refuses the state of a mail', async () => {
    const { rows } = await server.pool.query<{ id: string }>(
      `insert into auth.flow_state (provider_type, authentication_method) values ('recovery', 'recovery') returning id`,
    )
    const { url } = await callbackWith({ state: rows[0]?.id ?? '', code: 'x' })
    expect(url.searchParams.get('error_code')).toBe('bad_oauth_state')
  })

  it('refuses a state that came back before, whatever became of it', async () => {
    const { subject } = person()
    const back = await wayBack(subject)
    expect((await callbackWith(back)).url.origin).toBe(APP)
    const again = await callbackWith(back)
    expect([again.status, again.url.origin]).toEqual([303, server.url])
    expect(Object.fromEntries(again.url.searchParams)).toEqual({
      error: 'invalid_request',
      error_code: 'flow_state_already_used',
      error_description: 'OAuth state has already been used',
    })
  })

  it('passes the provider’s refusal on to the app in its own words, in query and fragment', async () => {
    const landed = await visit(null, authorizeAddress())
    const fields = {
      error: 'access_denied',
      error_code: 'bad_oauth_callback',
      error_description: 'The person said no',
    }
    expect(landed.origin + landed.pathname).toBe(`${APP}/in`)
    expect(Object.fromEntries(landed.searchParams)).toEqual(fields)
    expect(fragment(landed)).toEqual({ ...fields, sb: '' })
  })

  it('refuses a code that the provider doesn’t know', async () => {
    const toProvider = await fetch(authorizeAddress(), { redirect: 'manual' })
    const state = new URL(toProvider.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const { status, url } = await callbackWith({ state, code: 'invented', iss: provider.issuer })
    expect([status, url.origin]).toEqual([302, APP])
    expect(Object.fromEntries(url.searchParams)).toEqual({
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'Unable to exchange external code',
    })
  })

  it('takes an answer that comes as a form', async () => {
    const back = await wayBack(person().subject)
    const response = await fetch(`${server.url}/auth/v1/callback`, {
      method: 'POST',
      body: new URLSearchParams(back),
      redirect: 'manual',
    })
    expect(response.headers.get('location')).toMatch(/^https:\/\/app\.example\/in#access_token=/)
  })
})

describe('signing in by a provider', () => {
  it('opens the account that has the identity, also when the address has changed there', async () => {
    const { subject } = person()
    const first = await signedIn(subject)
    provider.people.set(subject, { email: `${randomUUID()}@example.com`, email_verified: false })
    expect((await signedIn(subject)).id).toBe(first.id)
  })

  it('opens the account that has the identity though the provider’s address is none, which opens no other', async () => {
    const { subject } = person()
    const first = await signedIn(subject)
    const claims = { email: 'ana@josé.example', email_verified: true }
    provider.people.set(subject, claims)
    expect((await signedIn(subject)).id).toBe(first.id)
    const landed = await visit(person(claims).subject, authorizeAddress())
    expect(landed.searchParams.get('error_code')).toBe('validation_failed')
  })

  it('keeps of a name what can be stored, also where an emoji is cut', async () => {
    const user = await signedIn(person({ name: `Ana\0 ${'a'.repeat(495)}🌙` }).subject)
    expect(user.user_metadata).toMatchObject({ name: `Ana ${'a'.repeat(495)}` })
  })

  it('opens the account with the same address, when the provider has verified it', async () => {
    const account = await server.createAccount()
    const { subject } = person({ email: account.email.toUpperCase() })
    const user = await signedIn(subject)
    expect(user).toMatchObject({
      id: account.id,
      app_metadata: { provider: 'email', providers: ['email', 'google'] },
    })
    expect(user.identities).toHaveLength(2)
    await server.signIn(account)
  })

  it('opens no account when the provider has not verified the address', async () => {
    const account = await server.createAccount()
    for (const claims of [
      { email: account.email, email_verified: false },
      { email: account.email, email_verified: undefined },
      { email: 'new@example.com', email_verified: false },
    ]) {
      const landed = await visit(person(claims).subject, authorizeAddress())
      expect(Object.fromEntries(landed.searchParams)).toEqual({
        error: 'access_denied',
        error_code: 'provider_email_needs_verification',
        error_description: 'Unverified email with google. Verify the email with google in order to sign in',
      })
    }
  })

  it('opens no account by an address of the token that only another answer calls verified', async () => {
    const account = await server.createAccount()
    const { subject, email } = person({ inToken: { email: account.email, email_verified: undefined } })
    expect(await signedIn(subject)).toMatchObject({ email, id: expect.not.stringMatching(account.id) })
  })

  it('opens no account without an address', async () => {
    const landed = await visit(person({ email: undefined }).subject, authorizeAddress())
    expect(landed.searchParams.get('error_description')).toBe(
      'Error getting user email from external provider',
    )
  })

  it('takes an unconfirmed account over, and whoever made it is out', async () => {
    const account = await server.createAccount()
    const { access_token: token } = await server.signIn(account)
    const records = async () =>
      (await server.ask('/rest/v1/sleep_records', { headers: { Authorization: `Bearer ${token}` } })).status
    expect(await records()).toBe(200)
    await server.pool.query('update auth.users set email_confirmed_at = null where id = $1', [account.id])
    const { subject } = person({ email: account.email })
    const user = await signedIn(subject)
    // The table API refuses at once, though the token still lives and the session had just been asked about.
    expect(await records()).toBe(401)
    expect(user).toMatchObject({
      id: account.id,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'google', providers: ['google'] },
      identities: [{ provider: 'google' }],
    })
    await expect(server.signIn(account)).rejects.toThrow('Invalid login credentials')
  })

  it('makes one account when the same person comes several times at once', async () => {
    const { subject, email } = person()
    provider.whoSignsIn = subject
    await Promise.all(Array.from({ length: 4 }, () => visit(subject, authorizeAddress())))
    const { rowCount } = await server.pool.query('select from auth.users where email = $1', [email])
    expect(rowCount).toBe(1)
  })

  it.each([
    ['implicit', {}],
    ['PKCE', { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' }],
  ])('changes nothing of an account that is banned (%s flow)', async (_, flow: Record<string, string>) => {
    const { subject, email } = person()
    await server.admin.createUser({ email, password: 'una-clave-que-vale' })
    await server.pool.query(
      `update auth.users set banned_until = now() + interval '1 day' where email = $1`,
      [email],
    )
    const account = () =>
      server.pool.query(
        `select u.encrypted_password, u.raw_user_meta_data, u.email_confirmed_at,
                (select array_agg(i.provider) from auth.identities i where i.user_id = u.id) as providers
           from auth.users u where u.email = $1`,
        [email],
      )
    const { rows: before } = await account()
    const landed = await visit(subject, authorizeAddress(flow))
    expect(landed.searchParams.get('error_code')).toBe('user_banned')
    expect((await account()).rows).toEqual(before)
  })

  it('opens no account that is banned', async () => {
    const { subject } = person()
    const user = await signedIn(subject)
    await server.pool.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      user.id,
    ])
    for (const query of [{}, { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }]) {
      const landed = await visit(subject, authorizeAddress(query))
      expect(landed.searchParams.get('error_code')).toBe('user_banned')
      expect(landed.searchParams.get('code')).toBeNull()
    }
  })
})

describe('with signups off', () => {
  it('only those with an account come in', async () => {
    const closed = await startTestServer(settings())
    provider.open(`${closed.url}/auth/v1/callback`)
    const account = await closed.createAccount()
    const through = async (who: string) => {
      provider.whoSignsIn = who
      const address = authorizeAddress().replace(server.url, closed.url)
      return new URL(await browse(address, `${closed.url}/auth/`, provider.issuer))
    }
    const stranger = await through(person().subject)
    expect(stranger.searchParams.get('error_code')).toBe('signup_disabled')
    expect(stranger.searchParams.get('error')).toBe('access_denied')
    const known = await through(person({ email: account.email }).subject)
    expect(fragment(known).access_token).toEqual(expect.any(String))
    await closed.stop()
    provider.open(`${server.url}/auth/v1/callback`)
  })
})

describe('an ID token from the phone', () => {
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
  const claims = (more: object = {}) => {
    const { subject, email } = person()
    return {
      iss: provider.issuer,
      aud: 'nana',
      sub: subject,
      email,
      email_verified: true,
      exp: inSeconds(60),
      iat: inSeconds(-1),
      ...more,
    }
  }
  const grant = (body: object) =>
    server.ask('/auth/v1/token?grant_type=id_token', {
      method: 'POST',
      body: { provider: 'google', ...body },
    })
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

  it('signs in with the official client, with a nonce', async () => {
    const sent = claims({ nonce: sha256('once') })
    const { data, error } = await server.client().signInWithIdToken({
      provider: 'google',
      token: await provider.idToken(sent),
      nonce: 'once',
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: sent.email, identities: [{ id: sent.sub }] })
  })

  it.each([
    ['another audience', { aud: 'other' }, {}, 'invalid request', 'Unacceptable audience in id_token'],
    ['another issuer', { iss: 'https://accounts.google.com' }, {}, 'invalid request', 'Bad ID token'],
    ['no time left', { exp: inSeconds(-10) }, {}, 'invalid request', 'Bad ID token'],
    ['no person', { sub: '' }, {}, 'invalid request', 'Missing sub claim in id_token'],
    [
      'a nonce that was not sent',
      { nonce: sha256('once') },
      {},
      'invalid request',
      'Passed nonce and nonce in id_token should either both exist or not.',
    ],
    [
      'no nonce, when one was sent',
      {},
      { nonce: 'once' },
      'invalid request',
      'Passed nonce and nonce in id_token should either both exist or not.',
    ],
    ['another nonce', { nonce: sha256('once') }, { nonce: 'twice' }, 'invalid nonce', 'Nonces mismatch'],
    ['the hash itself as nonce', { nonce: 'once' }, { nonce: 'once' }, 'invalid nonce', 'Nonces mismatch'],
    ['another access token', { at_hash: 'x' }, { access_token: 'y' }, 'invalid request', 'Bad ID token'],
  ])('with %s is refused', async (_, change, sent, error, error_description) => {
    const answer = await grant({ id_token: await provider.idToken(claims(change)), ...sent })
    expect([answer.status, answer.body]).toEqual([400, { error, error_description }])
  })

  it.each([
    ['RS256', 'sha256'],
    ['ES384', 'sha384'],
  ] as const)('signed by %s names its access token by half of a %s', async (algorithm, hash) => {
    const whole = createHash(hash).update('an access token').digest()
    const at_hash = whole.subarray(0, whole.length / 2).toString('base64url')
    const id_token = await provider.idToken(claims({ at_hash }), algorithm)
    expect((await grant({ id_token, access_token: 'an access token' })).status).toBe(200)
    const other = await grant({ id_token, access_token: 'another access token' })
    expect(other.body.error_description).toBe('Bad ID token')
  })

  it('signed by another key, or by none, is refused', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const header = { alg: 'RS256', kid: 'provider', jwk: await exportJWK(publicKey) }
    const forged = await new SignJWT(claims()).setProtectedHeader(header).sign(privateKey)
    const [, payload] = forged.split('.')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    for (const token of [forged, none, 'nonsense']) {
      expect((await grant({ id_token: token })).body).toEqual({
        error: 'invalid request',
        error_description: 'Bad ID token',
      })
    }
  })

  it('for an address that is not verified opens no account', async () => {
    const answer = await grant({ id_token: await provider.idToken(claims({ email_verified: false })) })
    expect([answer.status, answer.body.code]).toEqual([422, 'provider_email_needs_verification'])
  })
})
