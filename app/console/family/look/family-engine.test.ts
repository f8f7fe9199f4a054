import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterEach, describe, expect, it } from 'vitest'
import { siesta } from '../../../../core/testing/records.ts'
import { settings } from '../../../device/settings.ts'
import type { Change } from '../../../local/outbox.ts'
import type { Store } from '../../../local/store.ts'
import { rpc } from '../../../testing/at-server/families-at-server.ts'
import { log, phonesAtServer, settled, until } from '../../../testing/at-server/phones-at-server.ts'
import { HandTimers } from '../../../testing/hand-timers.ts'
import type { Carer, TestPhone } from '../../../testing/test-phone.ts'
import { createFamilyEngine } from './family-engine.ts'
import { createLookedFamily, type LookedFamily } from './looked-family.ts'

/* The console's store and engine, against the real server. */

const { server, newCarer, phoneOf } = phonesAtServer()

interface ConsolePage {
  looked: LookedFamily
  store: Store
  timers: HandTimers
  /** Each call, as `POST open_family diary`. */
  calls: string[]
  setOnline(isOnline: boolean): void
}

const pages: ConsolePage[] = []
afterEach(() => {
  for (const { looked } of pages.splice(0)) looked.leave()
})

async function newConsultant(): Promise<Carer> {
  const account = await server().createAccount()
  await server().pool.query(
    `update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}')
       || '{"staff_role": "consultant", "staff_name": "Marta"}' where id = $1`,
    [account.id],
  )
  const { access_token } = await server().signInWithFactor(account)
  return { userId: account.id, token: access_token }
}

/** Lets the consultant in for a support, as the family's tap does. */
async function consent(owner: Carer, consultant: Carer): Promise<void> {
  const { rows } = await server().pool.query('select email from auth.users where id = $1', [owner.userId])
  const asked = await rpc(server(), consultant, 'ask_family', {
    email: rows[0].email,
    purpose: 'Acompañaros',
    starts_on: '2026-01-01',
    ends_on: '2035-01-01',
    hours: '',
  })
  await rpc(server(), owner, 'answer_request', { id: (asked as { id: string }).id, accepted: true })
}

function openConsole({ userId, token }: Carer, familyId: string): ConsolePage {
  const timers = new HandTimers()
  const calls: string[] = []
  let isOnline = true
  const line: typeof fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const { part } = JSON.parse(typeof init?.body === 'string' ? init.body : '{}')
    const call = `${init?.method ?? 'GET'} ${new URL(url).pathname.split('/').at(-1)}`
    calls.push(part === undefined ? call : `${call} ${part}`)
    if (!isOnline) throw new TypeError('Failed to fetch')
    const headers = new Headers(init?.headers)
    headers.set('Authorization', `Bearer ${token}`)
    headers.set('apikey', settings.anonKey)
    return fetch(input, { ...init, headers })
  }
  const looked = createLookedFamily({
    now: Date.now,
    async call(name, parameters, schema) {
      try {
        const response = await line(`${location.origin}/rest/v1/rpc/${name}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(parameters),
        })
        const text = await response.text()
        if (response.ok)
          return { data: v.parse(schema, text === '' ? undefined : JSON.parse(text)), failure: null }
        return { data: null, failure: { status: response.status, code: null, message: text } }
      } catch {
        return { data: null, failure: { status: 0, code: null, message: '' } }
      }
    },
  })
  const { store, sync } = createFamilyEngine({
    looked,
    lineOf: () => line,
    askForChange: (_replica, known, signal) =>
      line(`${location.origin}/events/v1/changes?after=${known}&family=${familyId}`, { signal }),
    isWatchable: true,
    subscribeSession: () => {},
    page: { isVisible: () => true, subscribe: () => () => {} },
    network: { isOnline: () => true, subscribe: () => {} },
    timers,
  })
  sync.start()
  looked.open(userId, familyId)
  const page = {
    looked,
    store,
    timers,
    calls,
    setOnline(next: boolean) {
      isOnline = next
    },
  }
  pages.push(page)
  return page
}

function nap(owner: Carer): Change {
  const body = { ...siesta('2025-08-11', '13:05', '14:00'), id: randomUUID(), user_id: owner.userId }
  return { kind: 'insert', table: 'sleep_records', rowId: body.id, body }
}

const held = ({ store }: ConsolePage) => store.data().records.map(({ id }) => id)
const isOpen = ({ looked }: ConsolePage) => expect(looked.state().kind).toBe('open')

/** What was empty at first has to be up to date before it is told of changes. */
async function untilWatching(page: ConsolePage): Promise<void> {
  await until(() => expect(page.store.data().phase).toBe('ready'))
  await until(() => {
    page.timers.pass(1_000)
    expect(page.calls).toContain('GET changes')
  })
}

/** A family that has logged something and let a consultant in, and the console's page about it. */
async function consulted(): Promise<{
  owner: Carer
  consultant: Carer
  home: TestPhone
  first: Change
}> {
  const [owner, consultant] = [await newCarer(), await newConsultant()]
  const home = await phoneOf(owner)
  const first = nap(owner)
  await log(home, first)
  await settled(home)
  await consent(owner, consultant)
  return { owner, consultant, home, first }
}

async function views(owner: Carer): Promise<string[]> {
  const { rows } = await server().pool.query(
    `select part from public.access_history where family_id = $1 and event = 'viewed' order by at`,
    [owner.userId],
  )
  return rows.map(({ part }) => part)
}

describe('a family on the console', () => {
  it('is read once a look at it has been noted, and not before', async () => {
    const { owner, consultant, first } = await consulted()
    const page = openConsole(consultant, owner.userId)
    await until(() => isOpen(page))
    expect(await views(owner)).toEqual([])
    expect(page.store.data().phase).toBe('loading')
    page.looked.look('diary')
    await until(() => expect(held(page)).toEqual([first.rowId]))
    expect(await views(owner)).toEqual(['diary'])
    const noted = page.calls.indexOf('POST open_family diary')
    expect(page.calls.slice(0, noted)).toEqual(['POST consulted_families'])
  })

  it('shows what a phone logs without being asked, on two pages of one browser alike', async () => {
    const { owner, consultant, home, first } = await consulted()
    const both = [openConsole(consultant, owner.userId), openConsole(consultant, owner.userId)]
    for (const page of both) {
      await until(() => isOpen(page))
      page.looked.look('diary')
      await untilWatching(page)
    }
    const second = nap(owner)
    await log(home, second)
    for (const page of both) {
      await until(() => expect(held(page).sort()).toEqual([first.rowId, second.rowId].sort()))
    }
  })

  it('is gone from memory at once when it takes its access back', async () => {
    const { owner, consultant, first } = await consulted()
    const page = openConsole(consultant, owner.userId)
    await until(() => isOpen(page))
    page.looked.look('diary')
    await untilWatching(page)
    const replica = await page.store.replica()
    expect(held(page)).toEqual([first.rowId])
    await rpc(server(), owner, 'end_access', { account_id: consultant.userId })
    await until(() => expect(page.looked.state()).toEqual({ kind: 'closed', why: 'ended' }))
    expect(page.store.data()).toMatchObject({ phase: 'loading', records: [], baby: null })
    await expect(replica.db.read('all')).rejects.toThrow('not looked at')
  })

  it('is looked at anew when its day is over, each part that is on screen', async () => {
    const { owner, consultant, home, first } = await consulted()
    const page = openConsole(consultant, owner.userId)
    await until(() => isOpen(page))
    const stop = page.looked.look('plan')
    page.looked.look('diary')
    await untilWatching(page)
    stop()
    const earlier = page.calls.length
    await server().pool.query('update public.access_grants set viewing_until = now() where family_id = $1', [
      owner.userId,
    ])
    const second = nap(owner)
    await log(home, second)
    await until(() => {
      page.timers.pass(5_000)
      expect(held(page).sort()).toEqual([first.rowId, second.rowId].sort())
    })
    const looks = page.calls.slice(earlier).filter((call) => call.includes('open_family'))
    expect(new Set(looks)).toEqual(new Set(['POST open_family diary']))
  })

  it('that has let nobody in is closed, and one that can’t be asked for is unheard until it can', async () => {
    const { owner, consultant } = await consulted()
    const stranger = openConsole(consultant, (await newCarer()).userId)
    await until(() => expect(stranger.looked.state()).toEqual({ kind: 'closed', why: 'not-let-in' }))
    const page = openConsole(consultant, owner.userId)
    page.setOnline(false)
    page.looked.leave()
    page.looked.open(consultant.userId, owner.userId)
    await until(() => expect(page.looked.state().kind).toBe('unheard'))
    page.setOnline(true)
    void page.looked.again()
    await until(() => isOpen(page))
  })
})
