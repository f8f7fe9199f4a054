import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTableApi, type TableApi } from '../testing/table-api.ts'

// A consultant and a family, by the official client alone; what the functions do has its tests in SQL.

let api: TableApi
let ana: Caller
let marta: Caller

beforeAll(async () => {
  api = await startTableApi()
  ana = await api.signedIn()
  marta = await api.signedIn({ aal: 'aal2' })
  const metadata = `update auth.users set raw_app_meta_data = '{"staff_role": "consultant"}' where id = $1`
  await api.pool.query(metadata, [marta.id])
})
afterAll(() => api.close())

const SUPPORT = { starts_on: '2026-01-01', ends_on: '2035-03-31', hours: null }
const PLAN = {
  first_wake_window: '2h',
  naps_count: 2,
  naps: [
    { duration: 90, wakeWindow: '2h' },
    { duration: 60, wakeWindow: '3h' },
  ],
  night_bedtime: '20:15',
}

it('a consultant asks, is let in, looks, proposes, and is answered', async () => {
  const rpc = async (caller: Caller, name: string, body: object = {}) => {
    const { data, error } = await caller.client.rpc(name, body)
    expect([name, error]).toEqual([name, null])
    return data
  }
  await ana.client.from('baby_info').insert({ name: 'Leo' })
  await ana.client.from('sleep_plans').insert({})
  const email = `${ana.id}@example.com`
  const { id } = await rpc(marta, 'ask_family', { email, purpose: 'Acompañaros', ...SUPPORT })
  expect(await rpc(ana, 'my_support')).toMatchObject({ requests: [{ id, purpose: 'Acompañaros' }] })
  expect(await rpc(ana, 'answer_request', { id, accepted: true })).toBe(true)
  const known = { families: [{ family_id: ana.id, baby_name: 'Leo' }], requests: [] }
  expect(await rpc(marta, 'consulted_families')).toMatchObject(known)
  const seen = async () => (await marta.client.from('baby_info').select('name').eq('user_id', ana.id)).data
  expect(await seen()).toEqual([])
  await rpc(marta, 'open_family', { family_id: ana.id, part: 'plan' })
  expect(await seen()).toEqual([{ name: 'Leo' }])
  expect(await rpc(marta, 'consulted_summaries', { families: [ana.id], since: '2025-08-01' })).toMatchObject([
    { family_id: ana.id, records: [] },
  ])
  expect(await rpc(marta, 'consulted_revs', { families: [ana.id, ana.id] })).toEqual([
    [ana.id, expect.any(Number)],
  ])
  expect(await rpc(marta, 'consulted_changes', { families: [ana.id] })).toEqual({
    revs: [[ana.id, expect.any(Number)]],
    all: expect.any(String),
  })
  const proposed = { family_id: ana.id, sentence: 'Una menos', ...PLAN }
  const proposal = await rpc(marta, 'propose_plan', proposed)
  expect(await rpc(marta, 'propose_plan', { ...proposed, id: proposal })).toBe(proposal)
  await ana.client.from('sleep_plans').update(PLAN).eq('user_id', ana.id)
  expect(await rpc(ana, 'answer_proposal', { id: proposal, taken: true })).toBe(true)
  expect(await rpc(marta, 'withdraw_proposal', { id: proposal })).toBe(false)
  expect(await rpc(ana, 'take_back_answer', { id: proposal })).toBe(true)
  expect(await rpc(ana, 'answer_proposal', { id: proposal, taken: true })).toBe(true)
  const versions = marta.client.from('plan_versions').select('naps_count').eq('family_id', ana.id)
  expect((await versions).data).toEqual([{ naps_count: 3 }])
  const question = await rpc(ana, 'ask_consultant', { question: '¿Y ahora?' })
  await rpc(marta, 'answer_question', { id: question, reply: 'Paciencia' })
  const late = { id: question, reply: 'Prisa', seen: null }
  expect((await marta.client.rpc('answer_question', late)).error).toMatchObject({
    code: 'P0001',
    message: 'answered meanwhile',
  })
  const template = { id: proposal, name: 'Tres siestas', from_months: 5, to_months: 9, ...PLAN }
  expect(await rpc(marta, 'save_template', template)).toBeNull()
  expect(await rpc(marta, 'save_template', { ...template, name: 'Otra', seen: null })).toMatchObject({
    saved: false,
    template: { name: 'Tres siestas', updated_at: expect.any(String) },
  })
  const set = { family_id: ana.id, ...SUPPORT, ends_on: '2035-02-28', hours: '' }
  const stands = { ...SUPPORT, hours: '' }
  expect(await rpc(marta, 'set_support', { ...set, seen: null })).toEqual(stands)
  expect(await rpc(marta, 'set_support', { ...set, seen: stands })).toBeNull()
  expect(await rpc(marta, 'set_support', { ...set, ...SUPPORT })).toBeNull()
  const noted = { family_id: ana.id, text: 'Duerme en brazos' }
  expect(await rpc(marta, 'save_note', noted)).toBeNull()
  expect(await rpc(marta, 'save_note', { ...noted, seen: '' })).toBeNull()
  expect(await rpc(marta, 'save_note', { ...noted, text: 'Otra', seen: '' })).toBe('Duerme en brazos')
  expect(await rpc(ana, 'my_support')).toMatchObject({ proposals: [], questions: [{ reply: 'Paciencia' }] })
  expect((await ana.client.from('access_history').select('event, part').order('at')).data).toEqual([
    { event: 'asked', part: null },
    { event: 'joined', part: null },
    { event: 'viewed', part: 'diary' },
    { event: 'viewed', part: 'plan' },
    { event: 'viewed', part: 'summary' },
    { event: 'supported', part: null },
    { event: 'supported', part: null },
  ])
})

const ODD = [
  null,
  7,
  true,
  '',
  '{',
  '\u0000',
  [],
  [[]],
  [null],
  {},
  { a: 1 },
  ['{', '"', ','],
  1e300,
  'a'.repeat(9999),
]
const TAKES: [string, object][] = [
  ['ask_family', { email: 'x', purpose: 'x', ...SUPPORT }],
  ['answer_request', { id: 'x', accepted: true }],
  ['answer_proposal', { id: 'x', taken: true }],
  ['take_back_answer', { id: 'x' }],
  ['ask_consultant', { question: 'x' }],
  ['withdraw_request', { id: 'x' }],
  ['withdraw_proposal', { id: 'x' }],
  ['consulted_summaries', { families: [], since: '2025-08-01' }],
  ['consulted_revs', { families: [] }],
  ['consulted_changes', { families: [] }],
  ['consulted_family', { family_id: 'x' }],
  ['open_family', { family_id: 'x', part: 'diary' }],
  ['set_support', { family_id: 'x', ...SUPPORT, seen: SUPPORT }],
  ['save_note', { family_id: 'x', text: 'x', seen: 'x' }],
  ['answer_question', { id: 'x', reply: 'x', seen: '2025-08-01T00:00:00Z' }],
  ['propose_plan', { family_id: 'x', sentence: 'x', ...PLAN, id: 'x' }],
  [
    'save_template',
    {
      id: '00000000-0000-4000-8000-000000000001',
      name: 'x',
      from_months: 1,
      to_months: 2,
      ...PLAN,
      seen: '2025-08-01T00:00:00Z',
    },
  ],
  ['delete_template', { id: 'x' }],
]
it.each(TAKES)('%s takes no odd argument for a failure of the server', async (name, good) => {
  const body = JSON.stringify(good).replaceAll('"x"', JSON.stringify(ana.id))
  for (const argument of Object.keys(good)) {
    for (const odd of ODD) {
      const sent = JSON.stringify({ ...JSON.parse(body), [argument]: odd })
      const headers = { 'Content-Type': 'application/json' }
      for (const caller of [marta, ana]) {
        const { status } = await caller.fetch(`rpc/${name}`, { method: 'POST', headers, body: sent })
        expect(status, `${name} ${sent.slice(0, 300)}`).toBeLessThan(500)
      }
    }
  }
})
