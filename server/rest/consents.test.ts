import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

it('takes a consent once for each version, shows it, and lets nobody take it back', async () => {
  const account = await server.createAccount()
  const { data } = await server.client().signInWithPassword({ email: account.email, password: PASSWORD })
  const headers = { apikey: server.anonKey, Authorization: `Bearer ${data.session?.access_token}` }
  const consents = new PostgrestClient(`${server.url}/rest/v1`, { headers }).from('consents')
  const give = (version: string) =>
    consents.upsert({ version }, { onConflict: 'user_id,version', ignoreDuplicates: true })

  for (const version of ['2025-11-01', '2025-12-01', '2025-12-01'])
    expect(await give(version)).toMatchObject({ error: null })
  expect((await consents.select('user_id, version').order('version')).data).toEqual([
    { user_id: account.id, version: '2025-11-01' },
    { user_id: account.id, version: '2025-12-01' },
  ])
  expect(await consents.insert({ version: '2025-11-01' })).toMatchObject({
    status: 409,
    error: { code: '23505' },
  })
  const own = (change: PromiseLike<unknown>) =>
    expect(change).resolves.toMatchObject({ status: 403, error: { code: '42501' } })
  await own(consents.update({ version: '2026-01-01' }).eq('user_id', account.id))
  await own(consents.delete().eq('user_id', account.id))
})
