import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { despertar } from '../../core/testing/records.ts'
import { bearer } from '../../server/testing/test-server.ts'
import type { BabyData } from '../local/baby-data.ts'
import { type Change, newEntry } from '../local/outbox.ts'
import { idle, log, phonesAtServer, settled, until } from '../testing/at-server/phones-at-server.ts'
import { TabLocks } from '../testing/tab-locks.ts'
import type { Carer, Obstacle, TestPhone } from '../testing/test-phone.ts'
import { timedFetch } from '../wire/request.ts'

/* The engine against the real server and its database. Only clock, network and the tabs' locks are replaced. */

const { server, newCarer, open, phoneOf } = phonesAtServer()

async function newPhone(): Promise<{ carer: Carer; phone: TestPhone }> {
  const carer = await newCarer()
  return { carer, phone: await phoneOf(carer) }
}

function wakeUp({ userId }: Carer, about: Partial<SleepRecord> = {}): SleepRecord {
  return { ...despertar('2025-08-11', '08:20'), id: randomUUID(), user_id: userId, ...about }
}

const inserted = (body: SleepRecord): Change => ({
  kind: 'insert',
  table: 'sleep_records',
  rowId: body.id,
  body,
})
const patched = ({ id }: SleepRecord, body: Partial<SleepRecord>): Change => ({
  kind: 'patch',
  table: 'sleep_records',
  rowId: id,
  body,
})

async function onServer({ userId }: Carer): Promise<Record<string, unknown>[]> {
  const { rows } = await server().pool.query(
    'select id, time, feedings from public.sleep_records where user_id = $1 order by rev',
    [userId],
  )
  return rows
}

/** The calls that the phone made to the table API. */
const onTables = ({ calls }: TestPhone) =>
  calls.map(({ call }) => call).filter((call) => call !== 'GET changes')
const writes = (phone: TestPhone) => onTables(phone).filter((call) => !call.startsWith('GET'))
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))

describe('the first download of a new account', () => {
  it.each(['with a network', 'although the network goes meanwhile'])(
    'is shown once baby and plan are made, so that nothing moves for them: %s',
    async (how) => {
      const phone = open(await newCarer())
      const shown: BabyData[] = []
      phone.store.subscribe(() => shown.push(phone.store.data()))
      if (how !== 'with a network') {
        phone.setOnline(false)
        phone.setOnline(true)
      }
      await until(() => expect(phone.store.data().phase).toBe('ready'))
      expect(shown.filter(({ phase, baby, plan }) => phase === 'ready' && !(baby && plan))).toEqual([])
    },
  )

  it('is shown without them when they can’t be had now', async () => {
    const phone = open(await newCarer())
    phone.obstruct((_method, path) => (path === 'sleep_plans' ? new Response('', { status: 503 }) : null))
    await until(() => expect(phone.store.data()).toMatchObject({ phase: 'ready', baby: null }))
    await idle(phone)
    phone.obstruct(null)
    // It may have tried several times by now; no wait is longer.
    phone.timers.pass(10_000)
    await until(() => expect(phone.store.data().baby).not.toBeNull())
  })
})

describe('order', () => {
  it('sends what was done without a network in the order it was done, each change once', async () => {
    const { carer, phone } = await newPhone()
    phone.obstruct(unreachable)
    const record = wakeUp(carer)
    await log(phone, inserted(record), patched(record, { feedings: 1 }), patched(record, { feedings: 2 }))
    await idle(phone)
    expect(await onServer(carer)).toEqual([])
    phone.obstruct(null)
    phone.calls.length = 0
    phone.timers.pass(1_000)
    await settled(phone)
    expect(writes(phone)).toEqual(['POST sleep_records', 'PATCH sleep_records', 'PATCH sleep_records'])
    expect(await onServer(carer)).toMatchObject([{ id: record.id, feedings: 2 }])
  })

  it('sends a change once more whose answer was lost, and the server takes it once', async () => {
    const { carer, phone } = await newPhone()
    let lost = 0
    phone.obstruct((method, path) => {
      if (method !== 'POST' || path !== 'sleep_records' || lost > 0) return null
      lost += 1
      return losingTheAnswer()
    })
    const record = wakeUp(carer)
    const { opId, body } = { ...newEntry(inserted(record)), body: record }
    const losingTheAnswer = async () => {
      await server().fetch('/rest/v1/sleep_records', {
        method: 'POST',
        headers: bearer(carer.token),
        body: { ...body, op_id: opId },
      })
      return unreachable()
    }
    const replica = await phone.replica()
    await replica.write((db) => db.append([{ ...newEntry(inserted(record)), opId }]))
    phone.sync.request()
    await idle(phone)
    expect(phone.store.data().sync.pending).toBe(1)
    phone.timers.pass(1_000)
    await settled(phone)
    expect(lost).toBe(1)
    expect(await onServer(carer)).toHaveLength(1)
  })

  // A server of the version before hides the rows from this session, and finds none to change.
  const asBefore: Obstacle = (method) =>
    method === 'PATCH' ? new Response(null, { status: 204, headers: { 'content-range': '*/0' } }) : null
  it.each([
    ['is refused', null, ['PATCH sleep_records']],
    ['is answered well', asBefore, ['PATCH sleep_records', 'GET sync_state']],
  ])('keeps a change that %s for want of a second factor', async (_, obstacle, calls) => {
    const { carer, phone } = await newPhone()
    const record = wakeUp(carer)
    await log(phone, inserted(record))
    await settled(phone)
    await server().pool.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
        values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [carer.userId],
    )
    phone.calls.length = 0
    phone.obstruct(obstacle)
    await log(phone, patched(record, { feedings: 3 }))
    await until(() => expect(onTables(phone)).toEqual(calls))
    await idle(phone)
    expect(phone.store.data().sync.pending).toBe(1)
    // It isn't sent again and again without a pause.
    expect(writes(phone)).toEqual(['PATCH sleep_records'])
    await server().pool.query('delete from auth.mfa_factors where user_id = $1', [carer.userId])
    phone.obstruct(null)
    phone.timers.pass(1_000)
    await settled(phone)
    expect(await onServer(carer)).toMatchObject([{ id: record.id, feedings: 3 }])
  })
})

describe('retry', () => {
  it('tries again by itself, further apart each time, and says from the second failure on that there is no network', async () => {
    const { carer, phone } = await newPhone()
    phone.obstruct(unreachable)
    await log(phone, inserted(wakeUp(carer)))
    await idle(phone)
    expect(phone.store.data().sync.online).toBe(true)
    const tries: number[] = []
    for (let seconds = 1; seconds <= 20; seconds += 1) {
      const before = onTables(phone).length
      phone.timers.pass(1_000)
      await idle(phone)
      if (onTables(phone).length > before) tries.push(seconds)
    }
    expect(phone.store.data().sync).toMatchObject({ online: false, isServerTroubled: false, pending: 1 })
    const gaps = tries.map((at, index) => at - (tries[index - 1] ?? 0))
    expect(gaps[0]).toBe(1)
    expect(Math.max(...gaps)).toBeGreaterThan(2)
    phone.obstruct(null)
    phone.timers.pass(10_000)
    await settled(phone)
    expect(phone.store.data().sync.online).toBe(true)
    expect(await onServer(carer)).toHaveLength(1)
  })

  it('knows a server in trouble from a network that is gone', async () => {
    const { carer, phone } = await newPhone()
    phone.obstruct(() => new Response('', { status: 503 }))
    await log(phone, inserted(wakeUp(carer)))
    await idle(phone)
    phone.timers.pass(1_000)
    await idle(phone)
    expect(phone.store.data().sync).toMatchObject({ online: false, isServerTroubled: true })
  })

  it('goes at once when the network comes back', async () => {
    const { carer, phone } = await newPhone()
    phone.obstruct(unreachable)
    phone.setOnline(false)
    expect(phone.store.data().sync.online).toBe(false)
    await log(phone, inserted(wakeUp(carer)))
    await idle(phone)
    phone.obstruct(null)
    phone.setOnline(true)
    await settled(phone)
    expect(await onServer(carer)).toHaveLength(1)
  })
})

describe('silence', () => {
  it('of a server that takes a call and never answers ends that try alone, and the change arrives once', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const { carer, phone } = await newPhone()
    const endings: unknown[] = []
    phone.obstruct(() => {
      const answer = timedFetch(`http://127.0.0.1:${port}/`, {}, 100)
      return answer.catch((reason: unknown) => {
        endings.push(reason)
        throw reason
      })
    })
    await log(phone, inserted(wakeUp(carer)))
    await until(() => expect(endings).toHaveLength(1))
    await idle(phone)
    expect(phone.store.data().sync.pending).toBe(1)
    await passSlowly(phone, 2)
    expect(endings.length).toBeGreaterThan(1)
    expect(phone.store.data().sync.online).toBe(false)
    phone.obstruct(null)
    phone.timers.pass(10_000)
    await settled(phone)
    expect(await onServer(carer)).toHaveLength(1)
    silent.close()
    silent.closeAllConnections()
  })
})

describe('a change that the server refuses', () => {
  it('is put aside with its reason; what was made on top of it waits behind it, the rest goes on', async () => {
    const { carer, phone } = await newPhone()
    const [refused, fine] = [wakeUp(carer, { feedings: 100 }), wakeUp(carer, { time: '09:00' })]
    await log(phone, inserted(refused), patched(refused, { diaper_changes: 1 }), inserted(fine))
    await settled(phone)
    const { sync, records } = phone.store.data()
    expect(sync.refused).toMatchObject([{ rowId: refused.id, kind: 'insert' }])
    expect(sync.refused[0]?.message).toContain('sleep_records_feedings_check')
    expect(sync.online).toBe(true)
    expect(records).toHaveLength(2)
    expect(await onServer(carer)).toMatchObject([{ id: fine.id }])
    expect(writes(phone).filter((call) => call.startsWith('PATCH'))).toEqual([])
  })
})

describe('a pause', () => {
  it('lasts as long as the server asks for', async () => {
    const { carer, phone } = await newPhone()
    phone.obstruct(() => new Response('', { status: 429, headers: { 'Retry-After': '120' } }))
    await log(phone, inserted(wakeUp(carer)))
    await idle(phone)
    phone.obstruct(null)
    const before = onTables(phone).length
    phone.timers.pass(119_000)
    phone.sync.request()
    await idle(phone)
    expect(onTables(phone)).toHaveLength(before)
    phone.timers.pass(1_000)
    await settled(phone)
    expect(await onServer(carer)).toHaveLength(1)
  })

  it('goes on while the phone sleeps: when it wakes up the time may be over', async () => {
    const { carer, phone } = await newPhone()
    phone.obstruct(() => new Response('', { status: 429, headers: { 'Retry-After': '600' } }))
    await log(phone, inserted(wakeUp(carer)))
    await idle(phone)
    phone.obstruct(null)
    phone.setVisible(false)
    phone.timers.sleep(599_000)
    phone.setVisible(true)
    await idle(phone)
    expect(await onServer(carer)).toEqual([])
    phone.timers.sleep(1_000)
    phone.setVisible(true)
    await settled(phone)
    expect(await onServer(carer)).toHaveLength(1)
  })

  it('ends with the network that it was asked on', async () => {
    const { carer, phone } = await newPhone()
    phone.obstruct(() => new Response('', { status: 429, headers: { 'Retry-After': '600' } }))
    await log(phone, inserted(wakeUp(carer)))
    await idle(phone)
    phone.obstruct(null)
    phone.setOnline(false)
    phone.setOnline(true)
    await settled(phone)
    expect(await onServer(carer)).toHaveLength(1)
  })
})

describe('the tabs of one phone', () => {
  it('take turns: while one waits for its answer the others don’t ask, and show what it stored', async () => {
    const [carer, locks] = [await newCarer(), new TabLocks()]
    const first = await phoneOf(carer, locks)
    const answer = holdAnswer(first)
    await log(first, inserted(wakeUp(carer)))
    await until(() => expect(writes(first)).toContain('POST sleep_records'))
    // The second is opened only now: a tab that is open already might take the turn.
    const second = open(carer, locks)
    second.sync.request()
    await until(() => expect(second.store.data().records).toHaveLength(1))
    second.timers.pass(20_000)
    answer(new Response(null, { status: 503 }))
    await settled(second)
    // Whoever hasn't heard of the server for a while looks first whether it was restored.
    expect(onTables(second).slice(0, 2)).toEqual(['GET sync_state', 'POST sleep_records'])
    // The wait for news is no turn: on a busy machine it may begin late.
    const inTurn = second.calls.filter(({ call }) => call !== 'GET changes')
    expect(inTurn.every(({ at }) => at === 20_000)).toBe(true)
    expect(await onServer(carer)).toHaveLength(1)
  })

  it('wait for one that sleeps no longer than 30 s', async () => {
    const [carer, locks] = [await newCarer(), new TabLocks()]
    const phone = await phoneOf(carer, locks)
    const isRobbed = sleepWithLock(carer, locks)
    await log(phone, inserted(wakeUp(carer)))
    phone.timers.pass(29_999)
    expect(await onServer(carer)).toEqual([])
    expect(isRobbed()).toBe(false)
    phone.timers.pass(1)
    await settled(phone)
    expect(await onServer(carer)).toHaveLength(1)
  })

  it('finish the round that they play although the lock is taken from them, and say what came of it', async () => {
    const [carer, locks] = [await newCarer(), new TabLocks()]
    const phone = await phoneOf(carer, locks)
    sleepWithLock(carer, locks)
    const letThrough = holdWrite(phone)
    await log(phone, inserted(wakeUp(carer)))
    phone.timers.pass(30_000)
    await until(() => expect(writes(phone)).toContain('POST sleep_records'))
    const said: boolean[] = []
    phone.store.subscribe(() => said.push(phone.store.data().sync.online))
    await locks.request(lockOf(carer), { steal: true }, async () => {})
    phone.timers.pass(6_000)
    letThrough()
    await settled(phone)
    expect(said).not.toContain(false)
    expect(await onServer(carer)).toHaveLength(1)
  })
})

describe('what another phone does', () => {
  it('is told by the server and fetched at once, without a poll', async () => {
    const { carer, phone } = await newPhone()
    // Before the first download there is no number to wait for news after.
    phone.timers.pass(1_000)
    await until(() => expect(phone.calls).toContainEqual({ call: 'GET changes', at: 1_000 }))
    await writeElsewhere(carer)
    await until(() => expect(phone.store.data().records).toHaveLength(1))
    expect(phone.timers.now()).toBe(1_000)
  })

  it('is asked for every 3 s where nobody tells, and not while nobody looks', async () => {
    const { carer, phone } = await newPhone()
    phone.obstruct((_method, path) => (path === 'changes' ? new Response('', { status: 404 }) : null))
    phone.setVisible(false)
    phone.setVisible(true)
    await idle(phone)
    await writeElsewhere(carer)
    phone.timers.pass(3_000)
    await until(() => expect(phone.store.data().records).toHaveLength(1))
    await idle(phone)
    phone.setVisible(false)
    phone.calls.length = 0
    await passSlowly(phone, 60)
    // The poll that was due is made; none follows it.
    expect(onTables(phone).length).toBeLessThanOrEqual(1)
  })
})

it('what a second factor that was turned on elsewhere hides in the middle of a download comes once it is given', async () => {
  const { carer, phone } = await newPhone()
  await idle(phone)
  // From the counter's first answer on a hosted project has no rows for this session.
  let isHidden = false
  const asHosted: Obstacle = async (method, path, send) => {
    if (method !== 'GET' || path === 'changes') return null
    if (isHidden) return Response.json([])
    isHidden = path === 'sync_state'
    return send()
  }
  phone.calls.length = 0
  phone.obstruct(asHosted)
  const record = wakeUp(carer)
  await writeElsewhere(carer, record)
  phone.sync.request()
  await until(() => expect(onTables(phone)).toContain('GET deleted_rows'))
  await idle(phone)
  phone.obstruct(null)
  phone.timers.pass(60_000)
  await until(() => expect(phone.store.data().records).toMatchObject([{ id: record.id }]))
})

describe('the phone’s disk', () => {
  it('is full: it is said, nothing is lost, and the next try is not before 15 s', async () => {
    const { carer, phone } = await newPhone()
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    phone.fillDisk('downloads')
    const record = wakeUp(carer)
    await log(phone, inserted(record))
    await until(() => expect(phone.store.data().sync.isPhoneFull).toBe(true))
    expect(phone.store.data().records).toMatchObject([{ id: record.id }])
    await idle(phone)
    phone.calls.length = 0
    await passSlowly(phone, 14)
    expect(onTables(phone)).toEqual([])
    phone.fillDisk(null)
    phone.timers.pass(16_000)
    await until(() => expect(phone.store.data().sync).toMatchObject({ isPhoneFull: false, online: true }))
    expect(await onServer(carer)).toHaveLength(1)
    warned.mockRestore()
  })

  it('takes no save any more: whoever saves is told, and what is on screen is what is stored', async () => {
    const { carer, phone } = await newPhone()
    await log(phone, inserted(wakeUp(carer)))
    await settled(phone)
    phone.fillDisk('everything')
    await expect(log(phone, inserted(wakeUp(carer, { time: '09:40' })))).rejects.toThrow('No room')
    expect(phone.store.data()).toMatchObject({ records: [{ time: '08:20' }], sync: { pending: 0 } })
    phone.fillDisk(null)
    await log(phone, inserted(wakeUp(carer, { time: '09:45' })))
    await settled(phone)
    expect((await onServer(carer)).map(({ time }) => time)).toEqual(['08:20', '09:45'])
  })

  it('is taken away: what was on screen stays there, and it is opened again', async () => {
    const { carer, phone } = await newPhone()
    await log(phone, inserted(wakeUp(carer)))
    await settled(phone)
    phone.loseDatabase()
    expect(phone.store.data().records).toHaveLength(1)
    await until(() => expect(phone.store.current()).not.toBeNull())
    await log(phone, inserted(wakeUp(carer, { time: '09:40' })))
    await settled(phone)
    expect(await onServer(carer)).toHaveLength(2)
  })
})

const lockOf = ({ userId }: Carer) => `nana-sync-${userId}`

/** Another tab holds the lock and never comes back. The returned function tells whether it was taken from it. */
function sleepWithLock(carer: Carer, locks: TabLocks): () => boolean {
  let isRobbed = false
  locks
    .request(lockOf(carer), () => new Promise(() => {}))
    .catch(() => {
      isRobbed = true
    })
  return () => isRobbed
}

/** Holds back the answer to the phone's first write until the returned function is called with one. */
function holdAnswer(phone: TestPhone): (response: Response) => void {
  let answer: (response: Response) => void = () => {}
  const held = new Promise<Response>((resolve) => {
    answer = resolve
  })
  phone.obstruct((method) => {
    if (method !== 'POST') return null
    phone.obstruct(null)
    return held
  })
  return answer
}

/** Holds back the phone's first write until the returned function is called. */
function holdWrite(phone: TestPhone): () => void {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  phone.obstruct(async (method, _path, send) => {
    if (method !== 'POST') return null
    phone.obstruct(null)
    await held
    return send()
  })
  return letThrough
}

/** Lets time pass a second at a time, and after each waits for what it causes. */
async function passSlowly(phone: TestPhone, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    phone.timers.pass(1_000)
    await idle(phone)
  }
}

async function writeElsewhere(carer: Carer, body = wakeUp(carer)): Promise<void> {
  const { status } = await server().fetch('/rest/v1/sleep_records', {
    method: 'POST',
    headers: bearer(carer.token),
    body,
  })
  expect(status).toBe(201)
}
