import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { BabyInfo } from '../../core/baby/age.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { siesta } from '../../core/testing/records.ts'
import { bearer } from '../../server/testing/test-server.ts'
import type { Change } from '../local/outbox.ts'
import { letIn } from '../testing/at-server/families-at-server.ts'
import { idle, log, phonesAtServer, settled, until } from '../testing/at-server/phones-at-server.ts'
import { copyOf } from '../testing/at-server/server-copy.ts'
import type { Carer, TestPhone } from '../testing/test-phone.ts'
import { sharedUpTo } from './restored-server.ts'

/* Phones and a server that is restored from a copy. Server, database, copy and restore are the real ones. */

const { server, newCarer, phoneOf } = phonesAtServer()
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))

function nap({ userId }: Carer, start = '13:05'): SleepRecord {
  return { ...siesta('2025-08-11', start), id: randomUUID(), user_id: userId }
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
const deleted = ({ id }: SleepRecord): Change => ({
  kind: 'delete',
  table: 'sleep_records',
  rowId: id,
  body: null,
})

/** As another phone of the family writes. */
async function elsewhere({ token }: Carer, method: string, path: string, body?: object): Promise<void> {
  const response = await server().fetch(`/rest/v1/${path}`, {
    method,
    headers: bearer(token),
    body: body ?? null,
  })
  expect(response.ok, await response.text()).toBe(true)
}

async function atServer({ userId }: Carer): Promise<Partial<SleepRecord>[]> {
  const { rows } = await server().pool.query<Partial<SleepRecord>>(
    `select id, end_time, feedings, taps, logged_by from public.sleep_records
      where user_id = $1 order by start_time`,
    [userId],
  )
  return rows
}

/** The same server with what it had when it was copied. The phones notice nothing of it but that nothing answers. */
async function restored(
  bringBack: (carers: readonly Carer[]) => Promise<void>,
  phones: readonly (readonly [Carer, TestPhone])[],
  meanwhile = async () => {},
): Promise<void> {
  for (const [, phone] of phones) {
    phone.obstruct(unreachable)
    await idle(phone)
    phone.timers.pass(60_000)
    await idle(phone)
  }
  await bringBack(phones.map(([carer]) => carer))
  for (const [, phone] of phones) phone.obstruct(null)
  await meanwhile()
  for (const [, phone] of phones) {
    phone.setOnline(true)
    await until(() => expect(phone.store.data().sync.online).toBe(true))
    await settled(phone)
  }
}

const shown = (phone: TestPhone) =>
  phone.store
    .data()
    .records.map(({ id, end_time, feedings }) => ({ id, end_time, feedings }))
    .toReversed()

describe('a server that was restored', () => {
  it.each(['as it was copied', 'and has as many changes again'])(
    'is given back what the phone has seen of what it lost: %s',
    async (how) => {
      const carer = await newCarer()
      const phone = await phoneOf(carer)
      const [kept, mistaken, ended] = [nap(carer, '08:00'), nap(carer, '09:00'), nap(carer, '10:00')]
      await log(phone, inserted(kept), inserted(mistaken), inserted(ended))
      await settled(phone)
      const bringBack = await copyOf(server())
      const late = nap(carer, '12:00')
      const tap = { id: randomUUID(), kind: 'feedings' as const, time: '10:20' }
      await log(
        phone,
        inserted(late),
        deleted(mistaken),
        patched(ended, { end_time: '11:10' }),
        { kind: 'patch', table: 'sleep_records', rowId: ended.id, body: {}, tap: { tap } },
        {
          kind: 'patch',
          table: 'baby_info',
          rowId: carer.userId,
          body: { name: 'Ana' } as Partial<BabyInfo>,
        },
        { kind: 'patch', table: 'sleep_plans', rowId: carer.userId, body: { night_bedtime: '19:45' } },
      )
      await settled(phone)
      const other = nap(carer, '15:00')
      await restored(bringBack, [[carer, phone]], async () => {
        expect((await atServer(carer)).map(({ id }) => id)).toEqual([kept.id, mistaken.id, ended.id])
        if (how === 'as it was copied') return
        await elsewhere(carer, 'POST', 'sleep_records', other)
        for (let feedings = 1; feedings <= 12; feedings += 1) {
          await elsewhere(carer, 'PATCH', `sleep_records?id=eq.${other.id}`, { feedings })
        }
      })
      const expected = [
        { id: kept.id, end_time: null, feedings: 0 },
        { id: ended.id, end_time: '11:10', feedings: 1, taps: [tap] },
        { id: late.id, end_time: null, feedings: 0 },
        ...(how === 'as it was copied' ? [] : [{ id: other.id, end_time: null, feedings: 12 }]),
      ]
      expect(await atServer(carer)).toMatchObject(expected)
      expect(shown(phone)).toEqual(expected.map(({ id, end_time, feedings }) => ({ id, end_time, feedings })))
      expect(phone.store.data()).toMatchObject({ baby: { name: 'Ana' }, plan: { night_bedtime: '19:45' } })
      const { rows } = await server().pool.query(
        'select b.name, p.night_bedtime from public.baby_info b join public.sleep_plans p using (user_id) where user_id = $1',
        [carer.userId],
      )
      expect(rows).toEqual([{ name: 'Ana', night_bedtime: '19:45' }])
      expect(phone.store.data().sync).toMatchObject({ pending: 0, refused: [] })
    },
  )

  it('gets what waits on top of what it lost, and what it had taken that no download has brought yet', async () => {
    const carer = await newCarer()
    const phone = await phoneOf(carer)
    const bringBack = await copyOf(server())
    const late = nap(carer)
    await log(phone, inserted(late))
    await settled(phone)
    // Taken by the server, and nothing is downloaded any more.
    phone.obstruct((method) => (method === 'GET' ? unreachable() : null))
    const taken = nap(carer, '16:00')
    await log(phone, inserted(taken))
    await until(() => expect(phone.store.data().sync.pending).toBe(0))
    phone.obstruct(unreachable)
    await log(phone, patched(late, { end_time: '14:00' }))
    await restored(bringBack, [[carer, phone]])
    expect(await atServer(carer)).toMatchObject([
      { id: late.id, end_time: '14:00' },
      { id: taken.id, end_time: null },
    ])
    expect(shown(phone)).toMatchObject([{ id: late.id, end_time: '14:00' }, { id: taken.id }])
  })

  it('while the phone slept gets what it lost of a row before anything that was logged since', async () => {
    const carer = await newCarer()
    const phone = await phoneOf(carer)
    const late = nap(carer)
    await log(phone, inserted(late))
    await settled(phone)
    const bringBack = await copyOf(server())
    await log(phone, patched(late, { end_time: '14:00' }))
    await settled(phone)
    phone.setVisible(false)
    phone.timers.sleep(8 * 3_600_000)
    await bringBack([carer])
    await log(phone, patched(late, { feedings: 1 }))
    await settled(phone)
    expect(await atServer(carer)).toMatchObject([{ id: late.id, end_time: '14:00', feedings: 1 }])
  })

  it('gets what was logged on top of what it lost of a row that it still has', async () => {
    const carer = await newCarer()
    const phone = await phoneOf(carer)
    const night = nap(carer, '08:00')
    await log(phone, inserted(night))
    await settled(phone)
    const bringBack = await copyOf(server())
    await log(phone, patched(night, { end_time: '09:00' }))
    await settled(phone)
    phone.obstruct(unreachable)
    await log(phone, patched(night, { feedings: 2 }))
    await restored(bringBack, [[carer, phone]])
    expect(await atServer(carer)).toMatchObject([{ id: night.id, end_time: '09:00', feedings: 2 }])
  })

  it('gets the counts as they were typed, whatever was tapped', async () => {
    const carer = await newCarer()
    const phone = await phoneOf(carer)
    const record = { ...nap(carer, '08:00'), feedings: 3 }
    await log(phone, inserted(record))
    await settled(phone)
    const bringBack = await copyOf(server())
    const tap = { id: randomUUID(), kind: 'feedings' as const, time: '08:20' }
    await log(
      phone,
      { kind: 'patch', table: 'sleep_records', rowId: record.id, body: {}, tap: { tap } },
      patched(record, { feedings: 3 }),
    )
    await settled(phone)
    await restored(bringBack, [[carer, phone]])
    expect(await atServer(carer)).toMatchObject([{ id: record.id, feedings: 3, taps: [tap] }])
  })

  it('gets no older version over a newer one from a phone that comes late', async () => {
    const carer = await newCarer()
    const phone = await phoneOf(carer)
    const record = nap(carer, '08:00')
    await log(phone, inserted(record))
    await settled(phone)
    const bringBack = await copyOf(server())
    await log(phone, patched(record, { end_time: '09:00' }))
    await settled(phone)
    await restored(bringBack, [[carer, phone]], async () => {
      // Between the phone's look at the row and its change of it, another phone changes it.
      phone.obstruct(async (method, path) => {
        if (method !== 'PATCH' || path !== 'sleep_records') return null
        phone.obstruct(null)
        await elsewhere(carer, 'PATCH', `sleep_records?id=eq.${record.id}`, { end_time: '10:00' })
        return null
      })
    })
    expect(await atServer(carer)).toMatchObject([{ id: record.id, end_time: '10:00' }])
    expect(shown(phone)).toMatchObject([{ id: record.id, end_time: '10:00' }])
  })

  it('keeps what somebody has changed or deleted since', async () => {
    const carer = await newCarer()
    const phone = await phoneOf(carer)
    const [changed, unwanted] = [nap(carer, '08:00'), nap(carer, '09:00')]
    await log(phone, inserted(changed), inserted(unwanted))
    await settled(phone)
    const bringBack = await copyOf(server())
    await log(phone, patched(changed, { feedings: 3 }), patched(unwanted, { feedings: 3 }))
    await settled(phone)
    await restored(bringBack, [[carer, phone]], async () => {
      await elsewhere(carer, 'PATCH', `sleep_records?id=eq.${changed.id}`, { feedings: 5 })
      await elsewhere(carer, 'DELETE', `sleep_records?id=eq.${unwanted.id}`)
    })
    expect(await atServer(carer)).toMatchObject([{ id: changed.id, feedings: 5 }])
    expect(shown(phone)).toMatchObject([{ id: changed.id, feedings: 5 }])
  })

  it('is asked for what is new alone by a phone that knows no more than the copy', async () => {
    const carer = await newCarer()
    const phone = await phoneOf(carer)
    await log(phone, inserted(nap(carer)))
    await settled(phone)
    const bringBack = await copyOf(server())
    const other = nap(carer, '15:00')
    phone.calls.length = 0
    await restored(bringBack, [[carer, phone]], () => elsewhere(carer, 'POST', 'sleep_records', other))
    expect(shown(phone).at(-1)).toMatchObject({ id: other.id })
    expect(
      phone.calls.filter(({ call }) => /^(?:POST|PATCH|GET baby_info|GET sleep_plans)/.test(call)),
    ).toEqual([])
  })

  it('is given back by a guest what they have logged themselves, and by the family the rest', async () => {
    const [owner, guest] = [await newCarer(), await newCarer()]
    const home = await phoneOf(owner)
    await letIn(server(), owner, guest)
    const hers = await phoneOf(guest)
    const bringBack = await copyOf(server())
    const [ofHome, ofHers] = [nap(owner, '08:00'), nap(owner, '10:00')]
    await log(home, inserted(ofHome))
    await settled(home)
    await log(hers, inserted(ofHers))
    await settled(hers)
    hers.sync.request()
    await settled(hers)
    expect(shown(hers)).toHaveLength(2)
    home.obstruct(unreachable)
    await idle(home)
    await restored((carers) => bringBack([...carers, owner]), [[guest, hers]])
    expect(await atServer(owner)).toMatchObject([{ id: ofHers.id, logged_by: guest.userId }])
    expect(shown(hers)).toMatchObject([{ id: ofHers.id }])
    await restored(async () => {}, [[owner, home]])
    expect(await atServer(owner)).toMatchObject([
      { id: ofHome.id, logged_by: null },
      { id: ofHers.id, logged_by: guest.userId },
    ])
  })

  it('is given back what it lost when nobody has noted the restore', async () => {
    const carer = await newCarer()
    const phone = await phoneOf(carer)
    const bringBack = await copyOf(server())
    const late = nap(carer)
    await log(phone, inserted(late))
    await settled(phone)
    await restored(bringBack, [[carer, phone]], async () => {
      await server().pool.query(`update public.sync_state set restores = '[]'`)
    })
    expect(await atServer(carer)).toMatchObject([{ id: late.id }])
  })
})

it('a session that may not see the family’s counter gives nothing back, and the phone keeps what it has', async () => {
  const carer = await newCarer()
  const phone = await phoneOf(carer)
  const record = nap(carer)
  await log(phone, inserted(record))
  await settled(phone)
  phone.obstruct((method) => (method === 'GET' ? Response.json([]) : null))
  phone.calls.length = 0
  phone.sync.request()
  await settled(phone)
  expect(phone.calls.map(({ call }) => call)).toContain('GET sync_state')
  expect(phone.calls.filter(({ call }) => !call.startsWith('GET'))).toEqual([])
  expect(shown(phone)).toMatchObject([{ id: record.id }])
})

describe('what is shared after restores', () => {
  const [a, b, c] = [
    { id: 'a', rev: 60 },
    { id: 'b', rev: 85 },
    { id: 'c', rev: 70 },
  ]
  it.each([
    ['nothing is apart where both know the same', [a, b], [a, b], null],
    ['up to the copy', [], [a], 60],
    ['up to the earlier of two copies', [], [a, b], 60],
    ['up to the copy that came after those both know', [a], [a, b], 85],
    ['up to where the phone’s way left the server’s', [a, b], [a, c], 70],
    ['up to the copy that the server has left in its turn', [a, b], [a], 85],
  ])('%s', (_, mine, theirs, shared) => {
    expect(sharedUpTo(mine, theirs)).toBe(shared)
  })
})
