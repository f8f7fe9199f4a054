import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandDesk, setStaff } from '../administration/own-account-changes.ts'
import { pageIn } from '../testing/mailbox.ts'
import { type Account, bearer, startTestServer, type TestServer } from '../testing/test-server.ts'

interface Administered extends TestServer {
  chief: Account
  post(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }>
}

let server: Administered
const others: TestServer[] = []
beforeAll(async () => {
  server = await administered()
})
afterAll(async () => {
  for (const own of [server, ...others]) await own.stop()
})

async function administered(settings: Record<string, string> = {}): Promise<Administered> {
  const own = await startTestServer(settings)
  const chief = await own.createAccount()
  await setStaff(commandDesk(own.pool), { id: chief.id }, { role: 'admin', name: 'Eva' })
  const { access_token: token } = await own.signInWithFactor(chief)
  const post = (path: string, body: object) =>
    own.ask(`/console/v1/accounts/${path}`, { method: 'POST', headers: bearer(token), body })
  return Object.assign(own, { chief, post })
}

async function another(settings: Record<string, string>): Promise<Administered> {
  const own = await administered(settings)
  others.push(own)
  return own
}

const newEmail = () => `${randomUUID()}@example.com`
const mailsTo = async (email: string) => (await server.mails.all()).filter(({ to }) => to === email)
const accountsOf = async (own: TestServer, ...emails: string[]) =>
  (await own.pool.query('select email from auth.users where email = any($1)', [emails])).rows.length
const notedOf = async (own: TestServer, email: string) =>
  (
    await own.pool.query(
      `select l.detail from nana.security_log l join auth.users u on u.id = l.account_id where u.email = $1`,
      [email],
    )
  ).rows.map(({ detail }) => detail)
const resultsOf = (body: Record<string, unknown>) =>
  (body.rows as { result: string; why?: string }[]).map(({ result, why }) =>
    why === undefined ? result : `${result} ${why}`,
  )

describe('one invitation', () => {
  it('makes an account with a trial, and mails a link that opens it', async () => {
    const email = newEmail()
    const { body } = await server.post('invite', { email: ` ${email.toUpperCase()} `, trial_days: 7 })
    expect(body).toMatchObject({
      email,
      result: 'invited',
      account: { email, waiting: true, trial_ends_at: expect.any(String) },
      mail: { kind: 'written' },
    })
    expect(Object.keys(body.mail as object)).toEqual(['kind'])
    const { token_hash } = pageIn(await server.mails.newestTo(email))
    const opened = await server.client().verifyOtp({ type: 'invite', token_hash })
    expect(opened.data.user?.email).toBe(email)
    expect(await notedOf(server, email)).toContain(`invite by ${server.chief.id}`)
  })

  it('sent twice invites nobody twice, unless it is asked for', async () => {
    const email = newEmail()
    await server.post('invite', { email })
    const { body } = await server.post('invite', { email, trial_days: 7 })
    expect(body).toMatchObject({
      result: 'exists',
      can_invite_again: true,
      account: { waiting: true, trial_ends_at: null },
    })
    expect(await mailsTo(email)).toHaveLength(1)
    expect((await server.post('invite', { email, again: true })).body.result).toBe('invited')
    expect(await mailsTo(email)).toHaveLength(2)
  })

  it('isn’t sent again to the provider’s own: its link would open their account', async () => {
    const [colleague, service] = [newEmail(), newEmail()]
    for (const email of [colleague, service]) await server.post('invite', { email })
    await setStaff(commandDesk(server.pool), { email: colleague }, { role: 'consultant', name: 'Marta' })
    await server.pool.query(`update auth.users set role = 'service_role' where email = $1`, [service])
    for (const email of [colleague, service]) {
      expect((await server.post('invite', { email })).body).toMatchObject({ can_invite_again: false })
      const { status, body } = await server.post('invite', { email, again: true })
      expect([status, body.code]).toEqual([422, 'staff_account'])
      expect(await mailsTo(email)).toHaveLength(1)
    }
  })

  it('never goes to somebody who has an account', async () => {
    const { email } = await server.createAccount()
    const { status, body } = await server.post('invite', { email, again: true })
    expect([status, body]).toMatchObject([200, { result: 'exists', can_invite_again: false }])
    expect(await mailsTo(email)).toEqual([])
  })

  it.each([
    [{ email: 'x' }],
    [{}],
    [{ email: 'a@example.com', trial_days: 0 }],
    [{ email: 'a@example.com', trial_days: 1.5 }],
  ])('is refused for %j', async (request) => {
    const { status, body } = await server.post('invite', request)
    expect([status, body.code]).toEqual([400, 'validation_failed'])
  })

  it('is told as a text to be sent by hand where there is no mail server, and counts as no mail', async () => {
    const own = await another({ MAIL_DIR: '', AUTH_RATE_LIMITS: 'on', AUTH_MAILS_PER_HOUR: '1' })
    for (const email of [newEmail(), newEmail()]) {
      const { body } = await own.post('invite', { email })
      expect(body).toMatchObject({
        result: 'invited',
        mail: { kind: 'unsent', subject: 'Tu cuenta de Nana', text: expect.stringContaining('#token_hash=') },
      })
    }
  })

  it('that can’t be sent leaves no account and no line behind', async () => {
    const own = await another({ SMTP_URL: 'smtp://127.0.0.1:9' })
    const email = newEmail()
    const { status, body } = await own.post('invite', { email })
    expect([status, body.message]).toEqual([500, 'Error sending invite email'])
    expect(await accountsOf(own, email)).toBe(0)
  })
})

describe('a list', () => {
  it('tells of each row what became of it, and no bad one stops the others', async () => {
    const { email: present } = await server.createAccount()
    const [first, last] = [newEmail(), newEmail()]
    const { status, body } = await server.post('invite-list', {
      rows: [
        { email: first, trial_days: 7 },
        { email: 'no address' },
        { email: present },
        { email: newEmail(), trial_days: 'x' },
        { email: newEmail(), trial_days: 0 },
        'nonsense',
        null,
        { email: first.toUpperCase() },
        { email: last, trial_days: null },
      ],
    })
    expect(status).toBe(200)
    expect(resultsOf(body)).toEqual([
      'invited',
      'invalid email',
      'exists',
      'invalid trial_days',
      'invalid trial_days',
      'invalid email',
      'invalid email',
      'exists',
      'invited',
    ])
    expect(body.rows).toMatchObject({ 1: { email: 'no address' }, 7: { email: first } })
    expect(
      [await mailsTo(first), await mailsTo(present), await mailsTo(last)].map((to) => to.length),
    ).toEqual([1, 0, 1])
    for (const email of [first, last])
      expect(await notedOf(server, email)).toContain(`invite by ${server.chief.id}`)
  })

  it('sent twice, one after the other or at once, invites nobody twice', async () => {
    const emails = [newEmail(), newEmail(), newEmail()]
    const rows = emails.map((email) => ({ email }))
    const both = await Promise.all([
      server.post('invite-list', { rows }),
      server.post('invite-list', { rows }),
    ])
    expect(both.flatMap(({ body }) => resultsOf(body)).sort()).toEqual([
      ...Array<string>(3).fill('exists'),
      ...Array<string>(3).fill('invited'),
    ])
    expect(resultsOf((await server.post('invite-list', { rows })).body)).toEqual([
      'exists',
      'exists',
      'exists',
    ])
    for (const email of emails) expect(await mailsTo(email)).toHaveLength(1)
  })

  it.each([[[]], [Array.from({ length: 501 }, () => ({ email: 'a@example.com' }))], [undefined]])(
    'has between 1 and 500 rows',
    async (rows) => {
      const { status, body } = await server.post('invite-list', { rows })
      expect([status, body.message]).toEqual([400, 'rows must be a list of 1 to 500'])
    },
  )

  it('stops at the limit of mails, and goes on when it is sent again', async () => {
    const own = await another({ AUTH_RATE_LIMITS: 'on', AUTH_MAILS_PER_HOUR: '2' })
    const emails = [newEmail(), newEmail(), newEmail(), newEmail()]
    const { body } = await own.post('invite-list', { rows: emails.map((email) => ({ email })) })
    expect(resultsOf(body)).toEqual(['invited', 'invited', 'later mail_limit', 'later mail_limit'])
    expect(await accountsOf(own, ...emails)).toBe(2)
  })

  it('isn’t tried to its end where the mail server is away, and makes no account', async () => {
    const own = await another({ SMTP_URL: 'smtp://127.0.0.1:9' })
    const emails = Array.from({ length: 5 }, newEmail)
    const { body } = await own.post('invite-list', { rows: emails.map((email) => ({ email })) })
    expect(resultsOf(body)).toEqual(['failed', 'failed', 'failed', 'later mail_server', 'later mail_server'])
    expect(await accountsOf(own, ...emails)).toBe(0)
  })

  it('answers what was done until its administrator was one no more', async () => {
    const own = await another({})
    const emails = Array.from({ length: 60 }, newEmail)
    const sent = own.post('invite-list', { rows: emails.map((email) => ({ email })) })
    while ((await accountsOf(own, ...emails)) === 0);
    await setStaff(commandDesk(own.pool), { id: own.chief.id }, null)
    const { status, body } = await sent
    const results = resultsOf(body)
    const done = results.filter((result) => result === 'invited').length
    expect([status, results.at(-1), done]).toEqual([200, 'later stopped', await accountsOf(own, ...emails)])
  })
})
