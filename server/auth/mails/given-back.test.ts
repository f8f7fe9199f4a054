import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { pageIn } from '../../testing/mailbox.ts'
import { ANOTHER_PASSWORD as ANOTHER, ownersAt } from '../../testing/owners.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { whileLocked } from '../../testing/while-locked.ts'

// Who is told, and by which links, when the administration gives an account back: address and password in one call.

let server: TestServer
let email: string

beforeAll(async () => {
  server = await startTestServer({ AUTH_MAIL_INTERVAL: '0' })
})
afterAll(() => server.stop())
beforeEach(() => {
  email = `${randomUUID()}@example.com`
})

const { signedIn, disown } = ownersAt(() => server)
const giveBack = ({ id }: { id: string }, password = ANOTHER) =>
  server.admin.updateUserById(id, { email, password })

it('at that address with a link, and of the change that waited', async () => {
  const { account, client } = await signedIn()
  await client.updateUser({ email: `${randomUUID()}@example.com` })
  await giveBack(account)
  const mail = await server.mails.newestTo(email)
  expect(mail.text).toContain('Hemos anulado el cambio de email que estaba sin confirmar')
  expect(pageIn(mail)).toMatchObject({ type: 'disown', email })
})

it('at the one of before without a link, as a stranger may read it, and without the other address', async () => {
  const { account } = await signedIn()
  await giveBack(account)
  const { subject, text } = await server.mails.newestTo(account.email)
  expect(subject).toBe('El email de tu cuenta ha cambiado')
  expect(text).toContain('ha puesto otro email y otra contraseña en tu cuenta')
  expect(text).not.toContain('token_hash')
  expect(text).not.toContain(email)
})

it('and the links that were mailed before open nothing any more', async () => {
  const { account, client } = await signedIn()
  await client.updateUser({ password: ANOTHER })
  const before = await server.mails.newestTo(account.email)
  await giveBack(account, PASSWORD)
  const pressed = await disown(before)
  expect([pressed.status, pressed.body]).toMatchObject([403, { code: 'otp_expired' }])
  expect((await client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  expect((await disown(await server.mails.newestTo(email))).status).toBe(204)
})

it('of the account as it is once the administration’s turn comes, at whichever address that is', async () => {
  const { account } = await signedIn()
  const moved = `${randomUUID()}@example.com`
  const { error } = await whileLocked(server.pool, {
    hold: (db) => db.query('select from auth.users where id = $1 for update', [account.id]),
    send: () => giveBack(account),
    change: (db) => db.query('update auth.users set email = $2 where id = $1', [account.id, moved]),
  })
  expect(error).toBeNull()
  expect((await server.mails.newestTo(moved)).subject).toBe('El email de tu cuenta ha cambiado')
})
