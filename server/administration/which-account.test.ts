import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Config, loadConfig } from '../settings/config.ts'
import { startTestDatabase } from '../testing/test-database.ts'
import { type Account, startTestServer, type TestServer } from '../testing/test-server.ts'
import type { Accounts } from './accounts.ts'
import { ACCOUNT_COMMANDS } from './commands.ts'
import { openHostedAccounts } from './hosted-accounts.ts'
import { openOwnAccounts } from './own-accounts.ts'

// Which account a command means, on this server's own database and by the admin API. A company's people have accounts
// of their own, also with the address of an ordinary one.

let server: TestServer
let config: Config
let places: Record<'own' | 'hosted', Accounts>
let account: Account
let ofCompany: string

beforeAll(async () => {
  const db = await startTestDatabase()
  server = await startTestServer({}, db)
  config = loadConfig({
    DATA_DIR: server.dataDir,
    DATABASE_URL: `postgres://${db.connection.user}@localhost/${db.connection.database}?host=${encodeURIComponent(db.connection.host ?? '')}`,
  })
  places = {
    own: await openOwnAccounts(config),
    hosted: openHostedAccounts({
      url: server.url,
      serviceKey: server.serviceKey,
      siteUrl: 'https://nana.example',
      linksTo: null,
    }),
  }
})
afterAll(async () => {
  await places.own.close()
  await server.stop()
})
beforeEach(async () => {
  account = await server.createAccount()
  ofCompany = randomUUID()
  await server.pool.query(
    `insert into auth.users (id, email, email_confirmed_at, is_sso_user, raw_app_meta_data)
     values ($1, $2, now(), true, '{"provider": "sso:0b1e4a52-8a53-4a0e-9c1f-5d2a3c4b5e6f"}')`,
    [ofCompany, account.email],
  )
})

const disabled = async () =>
  (
    await server.pool.query<{ id: string }>(
      'select id from auth.users where email = $1 and banned_until > now()',
      [account.email],
    )
  ).rows.map(({ id }) => id)

describe.each(['own', 'hosted'] as const)('a command on the %s accounts', (place) => {
  it('refuses an address that two accounts have, and names both', async () => {
    const accounts = places[place]
    for (const meaning of [
      (email: string) => accounts.delete(email),
      (email: string) => accounts.removeFactors(email),
      (email: string) => accounts.extendTrial(email, 1),
    ])
      await expect(meaning(account.email)).rejects.toThrow(
        `Hay varias cuentas con el email ${account.email}.`,
      )
    const refused = accounts.disable(account.email)
    await expect(refused).rejects.toThrow(`\n  ${account.id}  ordinaria`)
    await expect(refused).rejects.toThrow(`\n  ${ofCompany}  de una organización`)
    expect(await disabled()).toEqual([])
  })

  it('takes an id instead, and knows which one there isn’t', async () => {
    const accounts = places[place]
    expect(await accounts.disable(ofCompany)).toBe(true)
    expect(await disabled()).toEqual([ofCompany])
    expect(await accounts.delete(account.id)).toBe(true)
    const request = { email: account.id, password: null, trial: null, full: false, staff: null }
    const again = ACCOUNT_COMMANDS['delete-user']?.run(accounts, request, config)
    await expect(again).rejects.toThrow(`No hay ninguna cuenta con el id ${account.id}.`)
  })

  it('reaches a company’s account by its address where no other has it', async () => {
    await server.admin.deleteUser(account.id)
    expect(await places[place].disable(account.email)).toBe(true)
    expect(await disabled()).toEqual([ofCompany])
  })
})

it.each(['own', 'hosted'] as const)(
  'a company’s account is given no password, which wouldn’t open it: %s',
  async (place) => {
    await expect(places[place].resetPassword(ofCompany, 'otra-siesta-larga')).rejects.toMatchObject({
      status: 422,
      code: 'user_sso_managed',
    })
  },
)
