import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Account, bearer, startTestServer, type TestServer } from '../testing/test-server.ts'
import {
  type Desk,
  disableAccount,
  enableAccount,
  listAccounts,
  removeFactors,
  setStaff,
} from './own-account-changes.ts'

const EVA = { role: 'admin', name: 'Eva' } as const

let server: TestServer
let account: Account
let noted: string[]
let desk: Desk

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  account = await server.createAccount()
  noted = []
  const note: Desk['note'] = async (_db, _accountId, what) => void noted.push(what)
  desk = { pool: server.pool, liveSessions: null, mailing: null, note }
})

describe('what finds everything as it was to be is not noted', () => {
  it('when a disabled account is disabled, and an open one enabled', async () => {
    for (const change of [enableAccount, disableAccount, disableAccount, enableAccount, enableAccount])
      expect(await change(desk, account)).toBe(true)
    expect(noted).toEqual(['disable-user', 'enable-user'])
  })

  it('when somebody is staff already, by that name', async () => {
    const chief = { ...EVA, name: 'Eva Ruiz' }
    for (const staff of [null, EVA, EVA, chief, null, null])
      expect(await setStaff(desk, account, staff)).toBe(true)
    expect(noted).toEqual(['staff admin', 'staff admin', 'staff none'])
    expect(await listAccounts(server.pool, account.id)).toMatchObject([
      { staff_role: null, staff_name: null },
    ])
  })

  it('when staff have no second factor to remove, and their sessions go on', async () => {
    await setStaff(desk, account, EVA)
    const { access_token: token } = await server.signIn(account)
    expect(await removeFactors(desk, account)).toBe(true)
    expect(noted).toEqual(['staff admin'])
    expect((await server.ask('/auth/v1/user', { headers: bearer(token) })).status).toBe(200)
  })
})

it('an account that is shut for an hour is disabled for good', async () => {
  await server.pool.query(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [
    account.id,
  ])
  await disableAccount(desk, account)
  expect(noted).toEqual(['disable-user'])
  const { rows } = await server.pool.query(
    `select banned_until > now() + interval '99 years' as "isForGood" from auth.users where id = $1`,
    [account.id],
  )
  expect(rows).toEqual([{ isForGood: true }])
})

it.each(['service_role', 'supabase_admin'])(
  'without a second factor the role %s is signed out: its tokens would still say that one was given',
  async (role) => {
    const { access_token: token } = await server.signInWithFactor(account)
    await server.pool.query('update auth.users set role = $2 where id = $1', [account.id, role])
    expect(await removeFactors(desk, account)).toBe(true)
    expect((await server.ask('/auth/v1/user', { headers: bearer(token) })).status).toBe(403)
  },
)
