import { expect, it } from 'vitest'
import { loadConfig } from '../../settings/config.ts'
import { startTestDatabase } from '../../testing/test-database.ts'
import { findUserByEmail } from '../accounts/users.ts'
import { accountMail, emailChangeMails, reauthenticationMail } from './account-mails.ts'

it('mails with the same token of the same account are named alike, and no others', async () => {
  const db = await startTestDatabase()
  const config = loadConfig({ AUTH_MAIL_INTERVAL: '0' })
  const deps = { config, oneTimeKey: Buffer.alloc(32) }
  const request = { redirectTo: config.siteUrl, challenge: null }
  async function namesOf(email: string) {
    const user = await findUserByEmail(db.pool, email)
    if (user === null) throw new Error(email)
    const mails = [
      await accountMail(db.pool, deps, user, 'recovery', request),
      await accountMail(db.pool, deps, user, 'signup', request),
      ...(await emailChangeMails(db.pool, deps, user, `new-${email}`, request)),
      await reauthenticationMail(db.pool, deps, user),
    ]
    return mails.map(({ replaces }) => replaces)
  }
  for (const name of ['ana', 'bea']) await db.createUser(`${name}@example.com`)
  const named = await namesOf('ana@example.com')
  expect(await namesOf('ana@example.com')).toEqual(named)
  const both = [...named, ...(await namesOf('bea@example.com'))]
  expect(both).not.toContain(undefined)
  expect(new Set(both).size).toBe(10)
  await db.close()
})
