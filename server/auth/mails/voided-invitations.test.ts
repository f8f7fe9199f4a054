import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commandDesk, resetPassword } from '../../administration/own-account-changes.ts'
import { pageIn } from '../../testing/mailbox.ts'
import { ANOTHER_PASSWORD as ANOTHER, type Client, ownersAt } from '../../testing/owners.ts'
import {
  type Account,
  bearer,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { whileLocked } from '../../testing/while-locked.ts'

// What becomes of a family's invitations that nobody has taken, when somebody else may have made them.

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ AUTH_MAIL_INTERVAL: '0' })
})
afterAll(() => server.stop())

const { signedIn, backByMail, disown } = ownersAt(() => server)
const VOIDED = 'Hemos anulado las invitaciones que estaban sin aceptar'

const rpc = (client: Client, name: string, body: object) =>
  client.getSession().then(({ data }) =>
    server.ask(`/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: bearer(data.session?.access_token ?? ''),
      body,
    }),
  )
const invite = async (client: Client, name: string) => {
  const { body } = await rpc(client, 'invite_to_family', { role: 'carer', name, until: null })
  return String(body.token)
}
const accept = async (token: string) =>
  (await rpc((await signedIn()).client, 'accept_invitation', { token })).body
const eventsOf = async ({ id }: Account) => ({
  history: (
    await server.pool.query<{ event: string; name: string }>(
      'select event, name from public.access_history where family_id = $1 order by at',
      [id],
    )
  ).rows.map(({ event, name }) => `${event} ${name}`),
  log: (
    await server.pool.query(
      `select detail from nana.security_log where event = 'invitations_voided' and account_id = $1`,
      [id],
    )
  ).rows.map(({ detail }) => detail),
})

it('go with «it wasn’t me»; who has come in stays, and a lost answer voids none of later', async () => {
  const { account, client } = await signedIn()
  const [taken, open] = [await invite(client, 'Abuela'), await invite(client, 'Extraña')]
  expect(await accept(taken)).toEqual({ family_id: account.id })
  await client.updateUser({ password: ANOTHER })
  const mail = await server.mails.newestTo(account.email)
  expect(mail.text).not.toContain(VOIDED)
  expect((await disown(mail)).status).toBe(204)
  expect(await accept(open)).toEqual({ refused: 'gone' })
  expect(await eventsOf(account)).toEqual({
    history: ['invited Abuela', 'invited Extraña', 'joined Abuela', 'voided Extraña'],
    log: ['1'],
  })
  const back = await backByMail(account, 2)
  const later = await invite(back, 'Papá')
  expect((await disown(mail)).status).toBe(204)
  expect(await accept(later)).toEqual({ family_id: account.id })
})

it('go with a password that is chosen by mail, and the mail about it says so', async () => {
  const { account, client } = await signedIn()
  const open = await invite(client, 'Extraña')
  const back = await backByMail(account, 1)
  expect((await back.updateUser({ password: ANOTHER })).error).toBeNull()
  expect((await server.mails.newestTo(account.email, 2)).text).toContain(VOIDED)
  expect(await accept(open)).toEqual({ refused: 'gone' })
})

/** An account that was invited, and the official client in the session that its mail opened. */
async function enteredByMail(): Promise<{ email: string; client: Client }> {
  const email = `${randomUUID()}@example.com`
  await server.admin.inviteUserByEmail(email)
  const { token_hash } = pageIn(await server.mails.newestTo(email))
  const client = server.client()
  expect((await client.verifyOtp({ token_hash, type: 'invite' })).error).toBeNull()
  return { email, client }
}

it('go also when who was invited, and has lived by mailed codes, chooses a password by mail', async () => {
  const { email } = await enteredByMail()
  const open = await invite(await backByMail({ email }, 2), 'Extraña')
  const back = await backByMail({ email }, 3)
  expect((await back.updateUser({ password: ANOTHER })).error).toBeNull()
  expect((await server.mails.newestTo(email, 4)).text).toContain(VOIDED)
  expect(await accept(open)).toEqual({ refused: 'gone' })
})

it('go also when who was invited is back after «it wasn’t me», with a password that is their first no more', async () => {
  const { email, client } = await enteredByMail()
  await client.updateUser({ password: PASSWORD })
  await client.updateUser({ password: ANOTHER })
  expect((await disown(await server.mails.newestTo(email, 2))).status).toBe(204)
  // A stranger who reads the mailbox may be back before its owner.
  const open = await invite(await backByMail({ email }, 3), 'Extraña')
  const back = await backByMail({ email }, 4)
  expect((await back.updateUser({ password: 'tercera-siesta-larga' })).error).toBeNull()
  expect((await server.mails.newestTo(email, 5)).text).toContain(VOIDED)
  expect(await accept(open)).toEqual({ refused: 'gone' })
})

/** The answer to an invitation that waits for the family's counter while its owner does something. */
const invitedMeanwhile = ({ id }: Account, client: Client, change: () => Promise<unknown>) =>
  whileLocked(server.pool, {
    hold: (db) => db.query('select public.lock_sync_state($1)', [id]),
    send: () => rpc(client, 'invite_to_family', { role: 'carer', name: 'Extraña', until: null }),
    change,
  })
const REFUSED = { status: 403, body: { code: '42501', message: 'the session is over' } }

it('are not made by who was waiting with one while «it wasn’t me» ended their session', async () => {
  const { account, client } = await signedIn()
  await client.updateUser({ password: ANOTHER })
  const mail = await server.mails.newestTo(account.email)
  expect(await invitedMeanwhile(account, client, () => disown(mail))).toMatchObject(REFUSED)
  expect(await eventsOf(account)).toEqual({ history: [], log: [] })
})

it('are not made by who was waiting with one while a password by mail ended their session', async () => {
  const { account, client } = await signedIn()
  const back = await backByMail(account, 1)
  const change = () => back.updateUser({ password: ANOTHER })
  expect(await invitedMeanwhile(account, client, change)).toMatchObject(REFUSED)
  expect(await invite(back, 'Abuela')).toMatch(/^[0-9a-f]{64}$/)
})

it('go also where one is being made as «it wasn’t me» comes, which waits for it', async () => {
  const { account, client } = await signedIn()
  await client.updateUser({ password: ANOTHER })
  const mail = await server.mails.newestTo(account.email)
  const claims = JSON.stringify({ role: 'authenticated', sub: account.id })
  const closed = await whileLocked(server.pool, {
    hold: async (db) => {
      await db.query(`select set_config('request.jwt.claims', $1, true)`, [claims])
      await db.query(`select public.invite_to_family('carer', 'Extraña', null)`)
    },
    send: () => disown(mail),
  })
  expect(closed.status).toBe(204)
  expect((await eventsOf(account)).history).toEqual(['invited Extraña', 'voided Extraña'])
})

it('are none, and the mail about a password that was chosen by mail still sends its reader to look who is in', async () => {
  const { account, client } = await signedIn()
  await accept(await invite(client, 'Extraña'))
  expect((await (await backByMail(account, 1)).updateUser({ password: ANOTHER })).error).toBeNull()
  const { text } = await server.mails.newestTo(account.email, 2)
  expect(text).toContain('mira en Plan quién tiene acceso al diario')
  expect(text).not.toContain(VOIDED)
})

it('go with a password that the administration sets', async () => {
  const { account, client } = await signedIn()
  const first = await invite(client, 'Extraña')
  await server.admin.updateUserById(account.id, { password: ANOTHER })
  expect(await accept(first)).toEqual({ refused: 'gone' })
  await client.signInWithPassword({ email: account.email, password: ANOTHER })
  const second = await invite(client, 'Extraña')
  await resetPassword(commandDesk(server.pool), { email: account.email }, PASSWORD)
  expect(await accept(second)).toEqual({ refused: 'gone' })
})

it('stay with an address alone that the administration corrects', async () => {
  const { account, client } = await signedIn()
  const open = await invite(client, 'Abuela')
  await server.admin.updateUserById(account.id, { email: `otra-${account.email}` })
  expect(await accept(open)).toEqual({ family_id: account.id })
})

it('stay with a password that is changed beside the one of before', async () => {
  const { account, client } = await signedIn()
  const open = await invite(client, 'Abuela')
  await client.updateUser({ password: ANOTHER })
  expect((await server.mails.newestTo(account.email)).text).not.toContain(VOIDED)
  expect(await accept(open)).toEqual({ family_id: account.id })
})
