import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadConfig } from '../server/settings/config.ts'
import { startTestDatabase, type TestDatabase } from '../server/testing/test-database.ts'
import { bearer, startTestServer, type TestServer } from '../server/testing/test-server.ts'
import { addPeople, EMAIL } from './people.ts'
import { PASSWORD } from './rows.ts'
import { ADMIN, CONSULTANT, codeOfNow } from './staff.ts'

const FIXED_NOW = '2025-08-11T16:20'

let server: TestServer
beforeAll(async () => {
  const db = await startTestDatabase()
  server = await startTestServer({ FIXED_NOW }, db)
  await addPeople(server.pool, configOf(db))
})
afterAll(() => server.stop())

function configOf({ connection }: TestDatabase) {
  const { host = '', user, database } = connection
  const DATABASE_URL = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
  return loadConfig({ FIXED_NOW, DATA_DIR: server.dataDir, DATABASE_URL })
}

/** Signs in with the second factor that the demo tells of. */
async function enter({ email }: { email: string }) {
  const client = server.client()
  const { error } = await client.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  const factorId = (await client.mfa.listFactors()).data?.totp[0]?.id ?? ''
  const { data, error: refused } = await client.mfa.challengeAndVerify({ factorId, code: await codeOfNow() })
  if (refused) throw refused
  return async (name: string, body: object = {}) => {
    const headers = bearer(data.access_token)
    const answer = await server.fetch(`/rest/v1/rpc/${name}`, { method: 'POST', headers, body })
    const text = await answer.text()
    const told: unknown = text === '' ? null : JSON.parse(text)
    return { status: answer.status, told }
  }
}

it('has a consultant with families whose supports go by the demo’s date, and who may ask for more', async () => {
  const call = await enter(CONSULTANT)
  const { told } = await call('consulted_families')
  const { families, requests } = told as {
    families: {
      family_id: string
      baby_name: string
      until: string
      support: object
      open_questions: number
    }[]
    requests: { email: string; asked_at: string }[]
  }
  expect(families.map(({ baby_name }) => baby_name).sort()).toEqual([
    'Alma',
    'Bruno',
    'Hugo',
    'Leo',
    'Lucía',
    'Mateo',
    'Noa',
    'Vera',
  ])
  const [lucia, hugo] = ['Lucía', 'Hugo'].map((name) => families.find((one) => one.baby_name === name))
  expect(lucia?.open_questions).toBe(1)
  expect(hugo?.support).toMatchObject({ starts_on: '2025-07-14', ends_on: '2025-08-13' })
  expect(new Date(hugo?.until ?? '')).toEqual(new Date('2025-09-13T00:00+02:00'))
  expect(requests.map(({ email, asked_at }) => [email, asked_at.slice(0, 10)])).toEqual([
    ['olivia@nana.example', '2025-08-11'],
  ])
  const summaries = await call('consulted_summaries', {
    families: families.map(({ family_id }) => family_id),
    since: '2025-07-20',
  })
  const logged = (summaries.told as { records: unknown[] }[]).filter(({ records }) => records.length > 0)
  expect(logged).toHaveLength(7)
  expect(await call('open_family', { family_id: hugo?.family_id, part: 'report' })).toMatchObject({
    status: 204,
  })

  const asking = { purpose: 'Ver cómo duerme.', starts_on: '2025-08-11', ends_on: '2025-09-08', hours: '' }
  const family = await server.createAccount()
  const asked = await call('ask_family', { email: family.email, ...asking })
  expect(asked.told).toHaveProperty('id')
})

it('has an administrator, and a plan that a family took during its support', async () => {
  const call = await enter(ADMIN)
  expect((await call('my_staff_role')).told).toEqual({
    role: 'admin',
    name: 'Eva',
    is_second_factor_given: true,
  })
  const { rows } = await server.pool.query(
    `select u.email, v.last_day::text from public.plan_versions as v join auth.users as u on u.id = v.family_id
      order by u.email`,
  )
  expect(rows).toEqual([
    { email: 'demo@nana.example', last_day: '2025-07-16' },
    { email: 'hugo@nana.example', last_day: '2025-07-16' },
  ])
})

it('has a family whose invitations go by the demo’s date', async () => {
  const client = server.client()
  const { data } = await client.signInWithPassword({ email: EMAIL, password: PASSWORD })
  await server.ask('/rest/v1/rpc/invite_to_family', {
    method: 'POST',
    headers: bearer(data.session?.access_token ?? ''),
    body: { role: 'carer', name: 'Abuela', until: null },
  })
  const { rows } = await server.pool.query(
    `select to_char(invited_at at time zone 'Europe/Madrid', 'YYYY-MM-DD"T"HH24:MI') as invited,
        (expires_at - invited_at)::text as lasts
      from public.access_invitations`,
  )
  expect(rows).toEqual([{ invited: FIXED_NOW, lasts: '7 days' }])
})

it('is never made in a database that has accounts', async () => {
  const db = await startTestDatabase()
  await db.createUser()
  await expect(addPeople(db.pool, configOf(db))).rejects.toThrow('una base de datos sin cuentas')
  const { rows } = await db.pool.query(
    `select to_regnamespace('demo') as clock, count(*)::int as accounts from auth.users`,
  )
  expect(rows).toEqual([{ clock: null, accounts: 1 }])
  await db.close()
})
