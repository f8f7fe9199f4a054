import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { describe, expect, it } from 'vitest'
import { DEFAULT_PLAN } from '../../core/plan/plan.ts'
import { addDays, localDateAt } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import { bearer } from '../../server/testing/test-server.ts'
import { clock } from '../device/clock.ts'
import { missingOn } from '../local/history.ts'
import { idle, phonesAtServer, settled, until } from '../testing/at-server/phones-at-server.ts'
import { TabLocks } from '../testing/tab-locks.ts'
import type { Carer, TestPhone } from '../testing/test-phone.ts'

/* A log that is longer than one page of an answer holds, against the real server and its database. */

const NAPS = 1_200
const { server, newCarer, open } = phonesAtServer()
const today = () => localDateAt(clock.now(), MADRID)

/** Naps of an hour, `aDay` of them each day up to yesterday. */
async function longDiary(aDay = 1): Promise<Carer> {
  const carer = await newCarer()
  const add = (table: string, body: object) =>
    server().fetch(`/rest/v1/${table}`, { method: 'POST', headers: bearer(carer.token), body })
  await add('baby_info', { name: 'Ana', birth_date: addDays(today(), -NAPS) })
  await add('sleep_plans', DEFAULT_PLAN)
  await server().pool.query(
    `insert into public.sleep_records (user_id, date, type, start_time, end_time, duration)
     select $1, $2::date - 1 - nap / $4, 'siesta', '13:00', '14:00', 60 from generate_series(0, $3 - 1) as nap`,
    [carer.userId, today(), NAPS, aDay],
  )
  return carer
}

/** Holds back the phone's `nth` question for records, and all after it, until it is let go. */
function heldFrom(phone: TestPhone, nth: number): () => void {
  let asked = 0
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  phone.obstruct(async (_method, path) => {
    if (path !== 'sleep_records') return null
    asked += 1
    if (asked >= nth) await gone
    return null
  })
  return letGo
}

const days = (phone: TestPhone) => phone.store.data().records.map(({ date }) => date)
/** Why the days of yesterday and of long ago are missing on the phone. */
const missing = (phone: TestPhone) =>
  [1, NAPS].map((ago) => missingOn(phone.store.data().missing, addDays(today(), -ago)))

describe('the first download of a long diary', () => {
  it('shows the last weeks with the baby and the plan before the rest is here, and then all', async () => {
    const phone = open(await longDiary())
    const letGo = heldFrom(phone, 2)
    await until(() => expect(phone.store.data().phase).toBe('ready'))
    expect(phone.store.data()).toMatchObject({
      missing: 'on-its-way',
      loadFailed: false,
      baby: { name: 'Ana' },
      plan: { naps_count: DEFAULT_PLAN.naps_count },
    })
    expect(days(phone)[0]).toBe(addDays(today(), -1))
    expect(days(phone).length).toBeGreaterThanOrEqual(60)
    expect(days(phone).length).toBeLessThan(100)
    expect(missing(phone)).toEqual([null, 'on-its-way'])
    letGo()
    await until(() => expect(phone.store.data().missing).toBeNull())
    expect(missing(phone)).toEqual([null, null])
    expect(new Set(days(phone)).size).toBe(NAPS)
  })

  it('asks for the last weeks once, but for the earliest of their days', async () => {
    const phone = open(await longDiary())
    const sent: number[] = []
    phone.obstruct(async (_method, path, send) => {
      if (path !== 'sleep_records') return null
      const answer = await send()
      const rows: unknown = await answer.clone().json()
      sent.push(Array.isArray(rows) ? rows.length : 0)
      return answer
    })
    await until(() => expect(phone.store.data().missing).toBeNull())
    expect(new Set(days(phone)).size).toBe(NAPS)
    expect(sent.reduce((sum, rows) => sum + rows)).toBe(NAPS + 1)
  })

  it('has the other naps of a day in which the first answer was cut off', async () => {
    const phone = open(await longDiary(30))
    await until(() => expect(phone.store.data().missing).toBeNull())
    expect(phone.store.data().records).toHaveLength(NAPS)
  })

  it('is the server’s log, whatever changes while the rest is on its way', async () => {
    const carer = await longDiary()
    const phone = open(carer)
    const letGo = heldFrom(phone, 2)
    await until(() => expect(phone.store.data().phase).toBe('ready'))
    const napOf = (daysAgo: number) => [carer.userId, addDays(today(), -daysAgo)]
    const at = 'where user_id = $1 and date = $2'
    await server().pool.query(`update public.sleep_records set date = date - 500 ${at}`, napOf(2))
    await server().pool.query(`update public.sleep_records set date = date + 700 ${at}`, napOf(701))
    await server().pool.query(
      `update public.sleep_records set duration = 50, end_time = '13:50' ${at}`,
      napOf(3),
    )
    await server().pool.query(`delete from public.sleep_records ${at}`, napOf(4))
    await server().pool.query(`delete from public.sleep_records ${at}`, napOf(600))
    letGo()
    await until(() => expect(phone.store.data().missing).toBeNull())
    await settled(phone)
    const { rows } = await server().pool.query<{ id: string; date: string; end: string }>(
      `select id, date::text, end_time as end from public.sleep_records where user_id = $1`,
      [carer.userId],
    )
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
    const here = phone.store.data().records.map(({ id, date, end_time }) => ({ id, date, end: end_time }))
    expect(here.toSorted(byId)).toEqual(rows.toSorted(byId))
    expect(here).toHaveLength(NAPS - 2)
  })

  it('gives the whole log to whoever needs all of it, and not the last weeks alone', async () => {
    const phone = open(await longDiary())
    const letGo = heldFrom(phone, 2)
    await until(() => expect(phone.store.data().phase).toBe('ready'))
    let given: number | null = null
    const whole = phone.replica().then(({ cache }) => {
      given = cache.records.length
    })
    const asked = () => phone.calls.filter(({ call }) => call === 'GET sleep_records')
    await until(() => expect(asked()).toHaveLength(2))
    expect(given).toBeNull()
    letGo()
    await whole
    expect(given).toBe(NAPS)
  })

  it('says that the rest can’t be had when the line is gone, and gets it when it is back', async () => {
    const phone = open(await longDiary())
    let asked = 0
    phone.obstruct((_method, path) => {
      if (path === 'sleep_records') asked += 1
      return asked > 1 ? Promise.reject(new TypeError('Failed to fetch')) : null
    })
    await until(() => expect(phone.store.data()).toMatchObject({ phase: 'ready', loadFailed: true }))
    expect(days(phone).length).toBeGreaterThanOrEqual(60)
    expect(missing(phone)).toEqual([null, 'failed'])
    await expect(phone.replica()).rejects.toThrow('not here yet')
    await idle(phone)
    phone.obstruct(null)
    phone.timers.pass(10_000)
    await until(() => expect(phone.store.data()).toMatchObject({ missing: null, loadFailed: false }))
    expect(new Set(days(phone)).size).toBe(NAPS)
  })

  it('goes on after the page was closed in between, without what was deleted meanwhile', async () => {
    const carer = await longDiary()
    const first = open(carer, new TabLocks())
    heldFrom(first, 2)
    await until(() => expect(first.store.data().phase).toBe('ready'))
    const gone = first.store.data().records[0]?.id
    first.leave()
    await server().pool.query('delete from public.sleep_records where id = $1', [gone])
    const phone = open(carer)
    await until(() => expect(phone.store.data().missing).toBeNull())
    await settled(phone)
    expect(phone.store.data().records).toHaveLength(NAPS - 1)
    expect(days(phone)).not.toContain(addDays(today(), -1))
  })
})

it('leaves a phone whose database was upgraded what it has: all of it, without a network too', async () => {
  const carer = await longDiary()
  const before = open(carer, new TabLocks())
  await until(() => expect(before.store.data().missing).toBeNull())
  before.leave()
  const database = await openDB(`nana-${carer.userId}`)
  await database.delete('meta', 'cursor')
  database.close()
  const phone = open(carer)
  phone.obstruct(() => Promise.reject(new TypeError('Failed to fetch')))
  await until(() => expect(phone.store.data()).toMatchObject({ phase: 'ready', loadFailed: true }))
  const { cache } = await phone.replica()
  expect(cache.records).toHaveLength(NAPS)
})

it('asks a database without the newest columns for what it has', async () => {
  const carer = await longDiary()
  const phone = open(carer)
  const asked: string[] = []
  phone.obstruct(async (_method, path, send) => {
    if (path !== 'sleep_records') return null
    const answer = await send()
    const select = new URL(answer.url).searchParams.get('select') ?? ''
    asked.push(select === '*' ? 'all' : 'named')
    if (select === '*') return answer
    const refusal = {
      code: '42703',
      message: 'column sleep_records.taps does not exist',
      details: null,
      hint: null,
    }
    return Response.json(refusal, { status: 400 })
  })
  await until(() => expect(phone.store.data().missing).toBeNull())
  expect(asked.slice(0, 4)).toEqual(['named', 'all', 'all', 'all'])
  expect(new Set(days(phone)).size).toBe(NAPS)
})
