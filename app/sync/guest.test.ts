import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { siesta } from '../../core/testing/records.ts'
import { openLocalDb } from '../local/local-db.ts'
import type { Change } from '../local/outbox.ts'
import { letIn, rpc } from '../testing/at-server/families-at-server.ts'
import { idle, log, phonesAtServer, settled, until } from '../testing/at-server/phones-at-server.ts'
import type { Carer, TestPhone } from '../testing/test-phone.ts'

/* The engine on the phone of somebody who was let into a family, against the real server. */

const { server, newCarer, open, phoneOf } = phonesAtServer()

/** The owner's phone and that of somebody who was let in, both up to date. */
async function family(
  role: 'carer' | 'viewer' = 'carer',
): Promise<{ owner: Carer; guest: Carer; home: TestPhone; hers: TestPhone }> {
  const [owner, guest] = [await newCarer(), await newCarer()]
  const home = await watching(owner)
  await letIn(server(), owner, guest, role)
  return { owner, guest, home, hers: await watching(guest) }
}

/** A phone that is told of changes, for which it has to be up to date first. */
async function watching(carer: Carer): Promise<TestPhone> {
  const phone = await phoneOf(carer)
  phone.timers.pass(1_000)
  await until(() => expect(phone.calls).toContainEqual({ call: 'GET changes', at: 1_000 }))
  return phone
}

function nap(owner: Carer): Change {
  const body = { ...siesta('2025-08-11', '13:05', '14:00'), id: randomUUID(), user_id: owner.userId }
  return { kind: 'insert', table: 'sleep_records', rowId: body.id, body }
}

function patch(rowId: string, body: Partial<SleepRecord>): Change {
  return { kind: 'patch', table: 'sleep_records', rowId, body }
}

const records = (phone: TestPhone) => phone.store.data().records.map(({ id }) => id)

/** What waits to be sent in the diary, which may be closed by then. */
async function onDisk(diary: string): Promise<string[][]> {
  const db = await openLocalDb(diary, () => {})
  const { entries } = await db.read([])
  db.close()
  return entries.map(({ kind, state }) => [kind, state.kind])
}

async function onServer(owner: Carer): Promise<Record<string, unknown>[]> {
  const { rows } = await server().pool.query(
    'select id, feedings, logged_by from public.sleep_records where user_id = $1 order by rev',
    [owner.userId],
  )
  return rows
}

describe('whoever was let in', () => {
  it('is shown that family’s diary, as long as nobody has touched their own', async () => {
    const { owner, hers } = await family()
    expect((await hers.replica()).familyId).toBe(owner.userId)
  })

  it('stays at their own diary where there is something in it', async () => {
    const [owner, guest] = [await newCarer(), await newCarer()]
    const phone = await phoneOf(guest)
    await log(phone, nap(guest))
    await settled(phone)
    await phoneOf(owner)
    await letIn(server(), owner, guest)
    const second = await phoneOf(guest)
    await until(() => expect(second.known().families.map(({ role }) => role)).toEqual(['owner', 'carer']))
    await idle(second)
    expect((await second.replica()).familyId).toBe(guest.userId)
  })

  it('logs, and the family sees it at once, and by whom', async () => {
    const { owner, guest, home, hers } = await family()
    const change = nap(owner)
    await log(hers, change)
    await settled(hers)
    await until(() => expect(records(home)).toEqual([change.rowId]))
    expect(await onServer(owner)).toEqual([{ id: change.rowId, feedings: 0, logged_by: guest.userId }])
  })

  it('hears of what the family logs', async () => {
    const { owner, home, hers } = await family()
    const change = nap(owner)
    await log(home, change)
    await until(() => expect(records(hers)).toEqual([change.rowId]))
  })

  it('makes no baby and no plan of the family’s', async () => {
    const { owner } = await family()
    const { rows } = await server().pool.query(
      'select count(*)::int as n from public.baby_info where user_id = $1',
      [owner.userId],
    )
    expect(rows).toEqual([{ n: 1 }])
  })
})

describe('whoever is let out again', () => {
  it('has their own diary from the next contact on', async () => {
    const { owner, guest, hers } = await family()
    await rpc(server(), owner, 'end_access', { account_id: guest.userId })
    await until(() => expect(hers.known().left).toMatchObject([{ family_id: owner.userId, unsent: null }]))
    await until(() => expect(hers.store.data()).toMatchObject({ phase: 'ready', records: [] }))
    expect((await hers.replica()).familyId).toBe(guest.userId)
  })

  it('keeps on the phone what it had not sent, and what it sent into the void', async () => {
    const { owner, guest, home, hers } = await family()
    const change = nap(owner)
    await log(home, change)
    await until(() => expect(records(hers)).toEqual([change.rowId]))
    const { diary } = await hers.replica()
    await idle(hers)
    // Without an answer it can't hear yet that it was let out: that closes the diary.
    hers.obstruct(() => new Response(null, { status: 503 }))
    await rpc(server(), owner, 'end_access', { account_id: guest.userId })
    await log(hers, patch(change.rowId, { feedings: 3 }), nap(owner))
    hers.obstruct(null)
    hers.sync.request()
    await until(() => expect(hers.known().left).toHaveLength(1))
    await idle(hers)
    const shown = await open(guest).store.replica()
    expect(shown.familyId).toBe(guest.userId)
    expect(await onDisk(diary)).toEqual([
      ['patch', 'waiting'],
      ['insert', 'waiting'],
    ])
    expect(await onServer(owner)).toMatchObject([{ id: change.rowId, feedings: 0 }])
  })

  it('sends again what was answered well while it was let out and in again', async () => {
    const { owner, guest, home, hers } = await family()
    const change = nap(owner)
    await log(home, change)
    await until(() => expect(records(hers)).toEqual([change.rowId]))
    // The end comes after the look at the counter, so that the patch finds no row; then nothing more is answered.
    let isOut = false
    hers.obstruct(async (method) => {
      if (isOut && method !== 'PATCH') return new Response(null, { status: 503 })
      if (method === 'PATCH' && !isOut) {
        isOut = true
        await rpc(server(), owner, 'end_access', { account_id: guest.userId })
      }
      return null
    })
    await log(hers, patch(change.rowId, { feedings: 3 }))
    await until(() => expect(isOut).toBe(true))
    await until(() => expect(hers.calls.at(-1)?.call).not.toContain('PATCH'))
    await letIn(server(), owner, guest)
    hers.obstruct(null)
    hers.setOnline(false)
    hers.setOnline(true)
    await until(() => expect(records(hers)).toEqual([change.rowId]))
    await settled(hers)
    expect(await onServer(owner)).toMatchObject([{ id: change.rowId, feedings: 3 }])
  })

  it('sends it again, too, where it has learnt of both before the answer came', async () => {
    const { owner, guest, home, hers } = await family()
    const change = nap(owner)
    await log(home, change)
    await until(() => expect(records(hers)).toEqual([change.rowId]))
    hers.obstruct(async (method, _path, send) => {
      if (method !== 'PATCH') return null
      hers.obstruct(null)
      await rpc(server(), owner, 'end_access', { account_id: guest.userId })
      const answer = await send()
      await letIn(server(), owner, guest)
      await hers.learn()
      return answer
    })
    await log(hers, patch(change.rowId, { feedings: 3 }))
    await until(() => expect(home.store.data().records).toMatchObject([{ feedings: 3 }]))
  })

  it('sends nothing more of that round, lest it be sent again after what was changed since', async () => {
    const { owner, guest, home, hers } = await family()
    const change = nap(owner)
    await log(home, change)
    await until(() => expect(records(hers)).toEqual([change.rowId]))
    hers.obstruct(async (method, _path, send) => {
      if (method !== 'PATCH') return null
      hers.obstruct(null)
      await rpc(server(), owner, 'end_access', { account_id: guest.userId })
      const answer = await send()
      await letIn(server(), owner, guest)
      await hers.learn()
      await log(hers, patch(change.rowId, { feedings: 5 }))
      return answer
    })
    await log(hers, patch(change.rowId, { feedings: 3, diaper_changes: 2 }))
    await until(() => expect(home.store.data().records).toMatchObject([{ diaper_changes: 2 }]))
    await settled(hers)
    expect(await onServer(owner)).toMatchObject([{ id: change.rowId, feedings: 5 }])
  })

  it('sends it again before what it has changed since', async () => {
    const { owner, guest, home, hers } = await family()
    const change = nap(owner)
    await log(home, change)
    await until(() => expect(records(hers)).toEqual([change.rowId]))
    let isOut = false
    hers.obstruct(async (method, path) => {
      if (path === 'my_families') return null
      if (isOut || method !== 'PATCH') return isOut ? new Response(null, { status: 503 }) : null
      isOut = true
      await rpc(server(), owner, 'end_access', { account_id: guest.userId })
      return null
    })
    await log(hers, patch(change.rowId, { feedings: 3, diaper_changes: 2 }))
    await until(() => expect(isOut).toBe(true))
    await idle(hers)
    await letIn(server(), owner, guest)
    await hers.learn()
    await log(hers, patch(change.rowId, { feedings: 5 }))
    await idle(hers)
    hers.obstruct(null)
    hers.sync.request()
    await until(() => expect(home.store.data().records).toMatchObject([{ feedings: 5, diaper_changes: 2 }]))
  })

  it('sends again what was answered well while the family’s account was closed', async () => {
    const { owner, home, hers } = await family()
    const change = nap(owner)
    await log(home, change)
    await until(() => expect(records(hers)).toEqual([change.rowId]))
    const setBan = (ban: string | null) =>
      server().pool.query('update auth.users set banned_until = now() + $2::interval where id = $1', [
        owner.userId,
        ban,
      ])
    hers.obstruct(async (method, _path, send) => {
      if (method !== 'PATCH') return null
      hers.obstruct(null)
      await setBan('1 hour')
      const answer = await send()
      await setBan(null)
      return answer
    })
    await log(hers, patch(change.rowId, { feedings: 3 }))
    await settled(hers)
    expect(await onServer(owner)).toMatchObject([{ id: change.rowId, feedings: 3 }])
  })

  it('lets no older value win where it was let out for the first of two changes and in again for the second', async () => {
    const { owner, guest, home, hers } = await family()
    const change = nap(owner)
    await log(home, change)
    await until(() => expect(records(hers)).toEqual([change.rowId]))
    await idle(hers)
    // Both wait until they set out in one go.
    hers.obstruct(() => new Response(null, { status: 503 }))
    await log(
      hers,
      patch(change.rowId, { feedings: 3, diaper_changes: 2 }),
      patch(change.rowId, { feedings: 5 }),
    )
    await idle(hers)
    hers.obstruct(async (method, _path, send) => {
      if (method !== 'PATCH') return null
      hers.obstruct(null)
      await rpc(server(), owner, 'end_access', { account_id: guest.userId })
      const answer = await send()
      await letIn(server(), owner, guest)
      return answer
    })
    hers.sync.request()
    await until(() => expect(home.store.data().records).toMatchObject([{ diaper_changes: 2 }]))
    await settled(hers)
    expect(await onServer(owner)).toMatchObject([{ id: change.rowId, feedings: 5 }])
  })

  it('downloads what was hidden from it while it was let out and in again', async () => {
    const { owner, guest, home, hers } = await family()
    await idle(hers)
    hers.obstruct(async (method, path, send) => {
      if (`${method} ${path}` !== 'GET sleep_records') return null
      hers.obstruct(null)
      await rpc(server(), owner, 'end_access', { account_id: guest.userId })
      const answer = await send()
      await letIn(server(), owner, guest)
      await hers.learn()
      return answer
    })
    const change = nap(owner)
    await log(home, change)
    await until(() => expect(records(hers)).toEqual([change.rowId]))
  })
})

describe('a viewer', () => {
  it('sees everything, and what it sends is refused and kept', async () => {
    const { owner, home, hers } = await family('viewer')
    const change = nap(owner)
    await log(home, change)
    await until(() => expect(records(hers)).toEqual([change.rowId]))
    await log(hers, { kind: 'delete', table: 'sleep_records', rowId: change.rowId, body: null })
    await until(() => expect(hers.store.data().sync.refused).toHaveLength(1))
    expect(await onServer(owner)).toHaveLength(1)
  })

  it('was a carer: what waited is refused and kept, not lost', async () => {
    const { owner, guest, hers } = await family()
    // The engine also plays a round when the browser says that there is no network, so the line itself is cut.
    hers.obstruct(() => new Response(null, { status: 503 }))
    await log(hers, nap(owner))
    await idle(hers)
    await rpc(server(), owner, 'change_access', {
      account_id: guest.userId,
      role: 'viewer',
      name: 'Abuela',
      until: null,
    })
    hers.obstruct(null)
    hers.sync.request()
    await until(() => expect(hers.store.data().sync.refused).toHaveLength(1))
    expect(await onServer(owner)).toEqual([])
  })

  it('was a carer: what was taken before, without its answer being heard, isn’t called refused', async () => {
    const { owner, guest, hers } = await family()
    await idle(hers)
    let isTaken = false
    hers.obstruct(async (method, path, send) => {
      if (`${method} ${path}` !== 'POST sleep_records') return null
      isTaken ||= (await send()).ok
      return new Response(null, { status: 503 })
    })
    const change = nap(owner)
    await log(hers, change)
    await until(() => expect(isTaken).toBe(true))
    await rpc(server(), owner, 'change_access', {
      account_id: guest.userId,
      role: 'viewer',
      name: 'Abuela',
      until: null,
    })
    hers.obstruct(null)
    hers.sync.request()
    await settled(hers)
    expect(hers.store.data().sync.refused).toEqual([])
    expect(await onServer(owner)).toMatchObject([{ id: change.rowId, logged_by: guest.userId }])
  })
})
