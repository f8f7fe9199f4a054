import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeIn, follow, pageIn, pressedLinkIn } from '../../testing/mailbox.ts'
import { type Account, bearer, startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let ana: Account

beforeAll(async () => {
  server = await startTestServer({ AUTH_MAIL_INTERVAL: '0', AUTH_REDIRECT_ALLOW: 'https://otra.example/**' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  ana = await server.createAccount()
})

const verify = (body: object) => server.ask('/auth/v1/verify', { method: 'POST', body })

async function recoveryMail({ redirectTo = '', to = ana.email, ...body }: Record<string, string> = {}) {
  const before = (await server.mails.all()).filter((mail) => mail.to === to).length
  const query = redirectTo === '' ? '' : `?redirect_to=${encodeURIComponent(redirectTo)}`
  await server.ask(`/auth/v1/recover${query}`, { method: 'POST', body: { email: to, ...body } })
  return server.mails.newestTo(to, before + 1)
}

/** Opens a page as a messenger does for a preview, a mailbox for its scanner, or a person who then doesn't press. */
async function look(link: URL): Promise<void> {
  for (const method of ['HEAD', 'GET', 'GET', 'POST']) {
    await fetch(link, { method, redirect: 'manual', ...(method === 'POST' && { body: '' }) })
  }
}

describe('a mail of the app’s own', () => {
  it('leads to the app’s page, and nothing of the token reaches a server by opening it', async () => {
    const link = pressedLinkIn(await recoveryMail())
    expect([link.origin, link.pathname, link.search]).toEqual([server.url, '/', ''])
    expect(link.hash).toMatch(/^#token_hash=[0-9a-f]{56}&type=recovery&email=/)
  })

  it('is not used up by opening its page; the press of the button spends it, once', async () => {
    const mail = await recoveryMail()
    await look(pressedLinkIn(mail))
    const { token_hash, type, email } = pageIn(mail)
    expect(email).toBe(ana.email)
    const { data, error } = await server.client().verifyOtp({ token_hash, type: 'recovery' })
    expect([error, data.user?.id]).toEqual([null, ana.id])
    const { status, body } = await verify({ token_hash, type })
    expect([status, body]).toEqual([
      403,
      { code: 'otp_expired', message: 'Email link is invalid or has expired' },
    ])
  })

  it('opens one session when it is pressed several times at once', async () => {
    const { token_hash, type } = pageIn(await recoveryMail())
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify({ token_hash, type })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403, 403])
  })

  it('leads to the app’s page also when the request names the app’s own address', async () => {
    expect(pressedLinkIn(await recoveryMail({ redirectTo: `${server.url}/` })).hash).toContain('token_hash=')
  })

  it('leaves neither its token nor its code in the database', async () => {
    const mail = await recoveryMail()
    const { rows } = await server.pool.query(
      'select t::text as row from auth.one_time_tokens t where user_id = $1',
      [ana.id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(pageIn(mail).token_hash)
    expect(rows[0]?.row).not.toContain(codeIn(mail))
  })

  it('says where its code is typed', async () => {
    const mail = await recoveryMail()
    const place = `O escribe este código en la app (${new URL(server.url).host}), en «¿Olvidaste tu contraseña?», «Tengo un código»:`
    expect(mail.text).toContain(`${place} ${codeIn(mail)}`)
    expect(mail.html).toContain('en «¿Olvidaste tu contraseña?», «Tengo un código»:')
    const { status } = await verify({ type: 'email', email: ana.email, token: codeIn(mail) })
    expect(status).toBe(200)
  })

  it('to a new address does not tell the old address', async () => {
    const client = server.client()
    await client.signInWithPassword({ email: ana.email, password: 'siesta-larga-y-buena' })
    const address = `${randomUUID()}@example.com`
    expect((await client.updateUser({ email: address })).error).toBeNull()
    const [toOld, toNew] = await Promise.all([ana.email, address].map((to) => server.mails.newestTo(to)))
    if (toOld === undefined || toNew === undefined) throw new Error('two mails were to come')
    expect([pageIn(toOld).email, pageIn(toNew).email]).toEqual([ana.email, undefined])
    expect(`${toNew.text}${toNew.html}`).not.toContain(ana.email)
    for (const mail of [toOld, toNew]) expect(mail.text).toContain('en «Plan», «Cuenta»:')
  })
})

describe('a mail that another program asked for has the reference’s link', () => {
  it.each<[string, Record<string, string>]>([
    ['with a challenge', { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }],
    ['that leads elsewhere', { redirectTo: 'https://otra.example/hola' }],
  ])('%s', async (_, request) => {
    const mail = await recoveryMail(request)
    expect(pressedLinkIn(mail).pathname).toBe('/auth/v1/verify')
    expect(mail.text).toMatch(/O escribe este código: \d{6}/)
    expect((await follow(pressedLinkIn(mail))).status).toBe(303)
  })

  it.each([
    ['https://otra.example/hola', '&redirect_to=https://otra.example/hola\n'],
    [
      'https://otra.example/hola?a=1&b=2#c',
      '&redirect_to=https%3A%2F%2Fotra.example%2Fhola%3Fa%3D1%26b%3D2%23c\n',
    ],
    [`https://otra.example/"'()+%41`, '&redirect_to=https%3A%2F%2Fotra.example%2F%22%27%28%29%2B%2541\n'],
  ])('which spells %s so that the way on stays whole', async (redirectTo, written) => {
    const mail = await recoveryMail({ redirectTo })
    expect(mail.text).toContain(written)
    expect(pressedLinkIn(mail).searchParams.get('redirect_to')).toBe(redirectTo)
  })

  it('when it is to lead to another page of the app’s address', async () => {
    const link = pressedLinkIn(await recoveryMail({ redirectTo: `${server.url}/otra?pagina` }))
    expect(link.pathname).toBe('/auth/v1/verify')
  })

  it('when the server stands in for the reference', async () => {
    const standIn = await startTestServer({ AUTH_AT_ROOT: 'on', AUTH_API_KEY_CHECK: 'off' })
    const { email } = await standIn.createAccount()
    await standIn.ask('/recover', { method: 'POST', body: { email } })
    expect(pressedLinkIn(await standIn.mails.newestTo(email)).pathname).toBe('/verify')
    await standIn.stop()
  })
})

describe('an invitation', () => {
  const invite = (email: string, query = '') =>
    server.ask(`/auth/v1/invite${query}`, {
      method: 'POST',
      headers: bearer(server.serviceKey),
      body: { email },
    })

  it('is not used up by opening its page, and its press asks for nothing else', async () => {
    const email = `${randomUUID()}@example.com`
    await invite(email)
    const mail = await server.mails.newestTo(email)
    await look(pressedLinkIn(mail))
    const { data, error } = await server
      .client()
      .verifyOtp({ token_hash: pageIn(mail).token_hash, type: 'invite' })
    expect([error, data.user?.email]).toEqual([null, email])
  })

  it('has a code that lives an hour, while its link lives on', async () => {
    const email = `${randomUUID()}@example.com`
    await invite(email)
    const mail = await server.mails.newestTo(email)
    const byCode = () => verify({ type: 'email', email, token: codeIn(mail) })
    await server.pool.query(
      `update auth.one_time_tokens set created_at = created_at - interval '61 minutes' where relates_to = $1`,
      [email],
    )
    expect((await byCode()).body).toMatchObject({ code: 'otp_expired' })
    const { token_hash, type } = pageIn(mail)
    expect((await verify({ token_hash, type })).status).toBe(200)

    const second = `${randomUUID()}@example.com`
    await invite(second)
    const code = codeIn(await server.mails.newestTo(second))
    expect((await verify({ type: 'email', email: second, token: code })).status).toBe(200)
  })

  it('for another program has a link and no code', async () => {
    const email = `${randomUUID()}@example.com`
    await invite(email, '?redirect_to=https://otra.example/hola')
    expect((await server.mails.newestTo(email)).text).not.toMatch(/\b\d{6}\b/)
  })

  it('is replaced by the mail of a forgotten password, which then speaks of a first one', async () => {
    const email = `${randomUUID()}@example.com`
    await invite(email)
    const mail = await recoveryMail({ to: email })
    expect([mail.subject, mail.text]).toEqual([
      'Elige tu contraseña',
      expect.stringContaining('Elegir mi contraseña:'),
    ])
    const { token_hash, type } = pageIn(mail)
    const { status, body } = await verify({ token_hash, type })
    expect([status, body.user]).toMatchObject([200, { email, email_confirmed_at: expect.any(String) }])
  })
})
