import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeIn, pageIn } from '../../testing/mailbox.ts'
import { ANOTHER_PASSWORD as ANOTHER, ownersAt } from '../../testing/owners.ts'
import {
  type Account,
  bearer,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { totpCode } from '../../testing/totp-code.ts'
import { whileLocked } from '../../testing/while-locked.ts'

// The mail after each change that could lock an account's owner out, and its link that says «it wasn't me».

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ AUTH_MAILS_PER_HOUR: '4', AUTH_MAIL_INTERVAL: '0' })
})
afterAll(() => server.stop())

const { signedIn, turnOn, backByMail, disown } = ownersAt(() => server)
const expired = [403, { code: 'otp_expired', message: 'Email link is invalid or has expired' }]
const signInWith = async (email: string, password: string) =>
  (await server.client().signInWithPassword({ email, password })).error?.code ?? 'in'

const longAgo = (factorId: string) =>
  server.pool.query(`update auth.mfa_factors set created_at = now() - interval '1 month' where id = $1`, [
    factorId,
  ])
const factorsOf = async ({ id }: Account) =>
  (await server.pool.query('select from auth.mfa_factors where user_id = $1', [id])).rowCount

describe('the owner is written to', () => {
  it('when the password changes, with a link to the app’s own page', async () => {
    const { account, client } = await signedIn()
    await client.updateUser({ data: { name: 'Ana' } })
    expect((await client.updateUser({ password: ANOTHER })).error).toBeNull()
    const [mail] = await server.mails.to(account.email)
    expect(mail?.subject).toBe('Tu contraseña ha cambiado')
    expect(mail?.text).toContain('Si no has sido tú, pulsa «No he sido yo»: cerramos todas las sesiones')
    expect(mail?.text).toContain('Vale 1 día y solo una vez.')
    if (mail === undefined) return
    expect(pageIn(mail)).toMatchObject({ type: 'disown', email: account.email })
  })

  it('when the administration sets a password, also of what went with it', async () => {
    const { account, client } = await signedIn()
    await client.updateUser({ email: `${randomUUID()}@example.com` })
    await server.admin.updateUserById(account.id, { password: ANOTHER })
    const mail = await server.mails.newestTo(account.email, 2)
    expect(mail.subject).toBe('Tu contraseña ha cambiado')
    expect(mail.text).toContain('ha puesto otra contraseña en tu cuenta')
    expect(mail.text).toContain('Hemos anulado el cambio de email que estaba sin confirmar')
    expect(mail.text).toContain('ha cerrado todas las sesiones abiertas.')
    expect(mail.text).toContain('Si otra persona sabía tu contraseña anterior, mira en Plan')
    expect(mail.text).toContain('Si lo has pedido tú, no tienes que hacer nada.')
    expect(mail.text).toContain('Si no lo has pedido tú, pulsa «No he sido yo»')
    expect((await disown(mail)).status).toBe(204)
    expect(await signInWith(account.email, ANOTHER)).toBe('invalid_credentials')
  })

  it('not of the first password of a new account, nor where the address isn’t confirmed', async () => {
    const email = () => `${randomUUID()}@example.com`
    const made = await server.admin.createUser({ email: email(), email_confirm: true })
    const unproved = await server.admin.createUser({ email: email(), password: PASSWORD })
    for (const { data } of [made, unproved]) {
      const set = await server.admin.updateUserById(data.user?.id ?? '', { password: ANOTHER })
      expect(set.error).toBeNull()
    }
    // Mails go out in order: this one is the last.
    const { account } = await signedIn()
    await server.admin.updateUserById(account.id, { password: ANOTHER })
    await server.mails.to(account.email)
    const told = (await server.mails.all()).map(({ to }) => to)
    for (const { data } of [made, unproved]) expect(told).not.toContain(data.user?.email)
  })

  it('when a second factor goes on and off, once each', async () => {
    const { account, client } = await signedIn()
    const { id, secret } = await turnOn(client)
    const code = totpCode(secret, Date.now() / 1000 + 30)
    expect((await client.mfa.challengeAndVerify({ factorId: id, code })).error).toBeNull()
    expect((await client.mfa.unenroll({ factorId: id })).error).toBeNull()
    expect((await server.mails.to(account.email, 2)).map(({ subject }) => subject)).toEqual([
      'Verificación en dos pasos activada',
      'Verificación en dos pasos desactivada',
    ])
  })

  it('at both addresses when it changes; only the new one is told as the account’s', async () => {
    const { account, client } = await signedIn()
    const email = `${randomUUID()}@example.com`
    expect((await client.updateUser({ email })).error).toBeNull()
    for (const address of [account.email, email]) {
      const token = codeIn(await server.mails.newestTo(address))
      await server.client().verifyOtp({ email: address, token, type: 'email_change' })
    }
    const old = await server.mails.newestTo(account.email, 2)
    const now = await server.mails.newestTo(email, 2)
    expect([old.subject, now.subject]).toEqual(Array(2).fill('El email de tu cuenta ha cambiado'))
    expect([pageIn(old).email, pageIn(now).email]).toEqual([undefined, email])
    expect(old.text).toContain(`Desde ahora se entra en Nana con ${email}.`)
  })

  it('however many mails went out before, ten times a day', async () => {
    const { account, client } = await signedIn()
    for (const round of Array(12).keys()) {
      const { error } = await client.updateUser({ password: `${ANOTHER}-${round}` })
      expect(error).toBeNull()
    }
    await client.signOut()
    // What comes later is behind them in the line.
    const lea = await signedIn()
    await lea.client.updateUser({ password: ANOTHER })
    await server.mails.to(lea.account.email)
    expect(await server.mails.to(account.email)).toHaveLength(10)
    // Those of a clock that was ahead and is set back would keep the owner in the dark for as long.
    await server.pool.query(
      `update nana.change_links set created_at = now() + interval '1 month' where user_id = $1`,
      [account.id],
    )
    await client.signInWithPassword({ email: account.email, password: `${ANOTHER}-11` })
    expect((await client.updateUser({ password: `${ANOTHER}-after` })).error).toBeNull()
    expect(await server.mails.to(account.email, 11)).toHaveLength(11)
  })

  it('not when somebody invited chooses the first password', async () => {
    const email = `${randomUUID()}@example.com`
    await server.admin.inviteUserByEmail(email)
    const { token_hash } = pageIn(await server.mails.newestTo(email))
    const client = server.client()
    expect((await client.verifyOtp({ token_hash, type: 'invite' })).error).toBeNull()
    expect((await client.updateUser({ password: ANOTHER })).error).toBeNull()
    expect((await client.updateUser({ password: PASSWORD })).error).toBeNull()
    expect((await server.mails.to(email, 2)).map(({ subject }) => subject)).toEqual([
      'Tu cuenta de Nana',
      'Tu contraseña ha cambiado',
    ])
  })
})

describe('«it wasn’t me»', () => {
  it('ends every session, and the password of whoever changed it is none', async () => {
    const { account, client } = await signedIn()
    await client.updateUser({ password: ANOTHER })
    const mail = await server.mails.newestTo(account.email)
    const { data } = await client.getSession()
    expect(await disown(mail)).toMatchObject({ status: 204, body: {} })
    const token = data.session?.access_token ?? ''
    const asked = await server.ask('/auth/v1/user', { headers: bearer(token) })
    expect([asked.status, asked.body]).toMatchObject([
      403,
      { code: 'session_not_found', session_ended: 'signed_out' },
    ])
    expect(await signInWith(account.email, ANOTHER)).toBe('invalid_credentials')
    expect(await signInWith(account.email, PASSWORD)).toBe('invalid_credentials')

    // A mail is the way by which the owner comes back.
    const back = await backByMail(account, 2)
    expect((await back.updateUser({ password: 'tercera-siesta-larga' })).error).toBeNull()
    expect(await signInWith(account.email, 'tercera-siesta-larga')).toBe('in')
  })

  it('counts once, however often it is pressed, and for a day', async () => {
    const { account, client } = await signedIn()
    await client.updateUser({ password: ANOTHER })
    const first = await server.mails.newestTo(account.email)
    await client.updateUser({ password: PASSWORD })
    const second = await server.mails.newestTo(account.email, 2)
    // A later change takes nothing away from who reads the earlier mail.
    expect((await disown(first)).status).toBe(204)
    // The owner is back by the time the first press, whose answer got lost, comes again.
    const back = await backByMail(account, 3)
    await back.updateUser({ password: ANOTHER })
    expect((await disown(first)).status).toBe(204)
    expect(await signInWith(account.email, ANOTHER)).toBe('in')
    // Later it would say of sessions begun since that they are closed.
    await server.pool.query(
      `update nana.change_links set spent_at = now() - interval '10 minutes' where spent_at is not null`,
    )
    const again = await disown(first)
    expect([again.status, again.body]).toEqual(expired)
    await server.pool.query(
      `update nana.change_links set created_at = now() - interval '1 day' where user_id = $1`,
      [account.id],
    )
    const late = await disown(second)
    expect([late.status, late.body]).toEqual(expired)
    for (const token_hash of ['', 'nonsense']) {
      const answer = await server.ask('/auth/v1/disown', { method: 'POST', body: { token_hash } })
      expect([answer.status, answer.body]).toEqual(expired)
    }
  })

  it('of two at once one counts', async () => {
    const { account, client } = await signedIn()
    await client.updateUser({ password: ANOTHER })
    const mail = await server.mails.newestTo(account.email)
    const answers = await Promise.all([disown(mail), disown(mail), disown(mail)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    const told = await server.pool.query(
      `select from nana.security_log where event = 'change_disowned' and account_id = $1`,
      [account.id],
    )
    expect(told.rowCount).toBe(1)
  })

  it('takes a stranger’s second factor away, and leaves the owner’s own', async () => {
    const { account, client } = await signedIn()
    const own = await turnOn(client)
    await longAgo(own.id)
    await turnOn(client)
    const stranger = await server.mails.newestTo(account.email, 2)
    expect((await disown(stranger)).status).toBe(204)
    const { rows } = await server.pool.query('select id from auth.mfa_factors where user_id = $1', [
      account.id,
    ])
    expect(rows).toEqual([{ id: own.id }])
  })

  it('takes a second factor away that came after the change, and it is written about after ten other mails', async () => {
    const { account, client } = await signedIn()
    for (let change = 0; change < 10; change += 1) {
      await client.updateUser({ password: change % 2 === 0 ? ANOTHER : PASSWORD })
    }
    await turnOn(client)
    const mails = await server.mails.to(account.email, 11)
    expect(mails.map(({ subject }) => subject)).toContain('Verificación en dos pasos activada')
    const first = mails.find(({ subject }) => subject === 'Tu contraseña ha cambiado')
    if (first === undefined) throw new Error('no mail')
    expect((await disown(first)).status).toBe(204)
    expect(await factorsOf(account)).toBe(0)
  })

  it('takes away a second factor that was kept waiting and turned on with the change, told by mail or not', async () => {
    const { account, client } = await signedIn()
    await client.updateUser({ password: ANOTHER })
    const mail = await server.mails.newestTo(account.email)
    // Ten factors were turned on today already: no mail tells of one more.
    await server.pool.query(
      `insert into nana.change_links (token_hash, user_id, factor_id)
       select gen_random_uuid()::text, $1, gen_random_uuid() from generate_series(1, 10)`,
      [account.id],
    )
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'x' })
    if (data === null) throw new Error('not enrolled')
    // A challenge in time keeps an unverified factor alive for as long again.
    await server.pool.query(
      `update auth.mfa_factors set created_at = now() - interval '9 minutes', last_challenged_at = now() where id = $1`,
      [data.id],
    )
    const turnedOn = await client.mfa.challengeAndVerify({
      factorId: data.id,
      code: totpCode(data.totp.secret),
    })
    expect(turnedOn.error).toBeNull()
    expect((await disown(mail)).status).toBe(204)
    expect(await factorsOf(account)).toBe(0)
  })

  it('leaves the paper codes that the owner had before', async () => {
    const { account, client } = await signedIn()
    const own = await turnOn(client)
    const token = async () => (await client.getSession()).data.session?.access_token ?? ''
    await server.ask('/auth/v1/recovery_codes', { method: 'POST', headers: bearer(await token()) })
    await longAgo(own.id)
    await server.pool.query(`update nana.recovery_codes set created_at = now() - interval '1 month'`)
    expect((await client.updateUser({ password: ANOTHER })).error).toBeNull()
    const mail = (await server.mails.to(account.email, 2)).find(({ subject }) =>
      subject.startsWith('Tu contra'),
    )
    if (mail === undefined) throw new Error('no mail')
    expect((await disown(mail)).status).toBe(204)
    const kept = await server.pool.query('select from nana.recovery_codes where factor_id = $1', [own.id])
    expect([await factorsOf(account), kept.rowCount]).toEqual([1, 10])
  })

  it('stops a change that was on its way when the session was ended', async () => {
    const { account, client } = await signedIn()
    const token = (await client.getSession()).data.session?.access_token ?? ''
    // It is past the look at its session, and waits for the account.
    const { status, body } = await whileLocked(server.pool, {
      hold: (owner) => owner.query('select from auth.users where id = $1 for update', [account.id]),
      send: () =>
        server.ask('/auth/v1/user', { method: 'PUT', headers: bearer(token), body: { password: ANOTHER } }),
      change: (owner) => owner.query('delete from auth.sessions where user_id = $1', [account.id]),
    })
    expect([status, body.code]).toEqual([403, 'session_not_found'])
    expect(await signInWith(account.email, PASSWORD)).toBe('in')
  })

  it('withdraws another address that waits, and what was mailed for it', async () => {
    const { account, client } = await signedIn()
    await client.updateUser({ password: ANOTHER })
    const mail = await server.mails.newestTo(account.email)
    const email = `${randomUUID()}@example.com`
    expect((await client.updateUser({ email })).error).toBeNull()
    const token = codeIn(await server.mails.newestTo(email))
    await disown(mail)
    const { error } = await server.client().verifyOtp({ email, token, type: 'email_change' })
    expect(error?.code).toBe('otp_expired')
    const { rows } = await server.pool.query('select email, email_change from auth.users where id = $1', [
      account.id,
    ])
    expect(rows).toEqual([{ email: account.email, email_change: null }])
  })
})

it('a mailbox that can’t be reached stands in no change’s way', async () => {
  const deaf = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_DIR: '' })
  const client = deaf.client()
  await client.setSession(await deaf.signIn(await deaf.createAccount()))
  expect((await client.updateUser({ password: ANOTHER })).error).toBeNull()
  await deaf.stop()
})
