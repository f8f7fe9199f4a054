import * as v from 'valibot'
import { settings } from '../device/settings.ts'
import type { Locks } from '../device/turns/in-one-tab.ts'
import { diaryKey } from '../family/diary-key.ts'
import { following, type Known } from '../family/families.ts'
import { familiesSchema } from '../family/remote-families.ts'
import { openLocalDb } from '../local/local-db.ts'
import type { Replica } from '../local/replica.ts'
import { createStore, type Store } from '../local/store.ts'
import { openTables } from '../sync/remote.ts'
import { createRound } from '../sync/round.ts'
import { createSync, type Sync } from '../sync/sync.ts'
import { createWatch } from '../sync/watch.ts'
import { retryAfterMs } from '../wire/backoff.ts'
import { HandTimers } from './hand-timers.ts'

/** What stands between a phone and the server: an answer of its own, a fault, or null for the way on. */
export type Obstacle = (
  method: string,
  path: string,
  send: () => Promise<Response>,
) => Response | null | Promise<Response | null>

/** One tab of a phone without screens: the app's own store and engine, on a line and a clock that the test holds. */
export interface TestPhone {
  store: Store
  sync: Sync
  timers: HandTimers
  /** Each call that set out, as `POST sleep_records`, and when by the phone's clock. */
  calls: { call: string; at: number }[]
  /** No round is under way. */
  isIdle(): boolean
  obstruct(obstacle: Obstacle | null): void
  /** What the phone itself knows of its network. */
  setOnline(isOnline: boolean): void
  setVisible(isVisible: boolean): void
  /** From here on the disk has no room for these. */
  fillDisk(what: 'downloads' | 'everything' | null): void
  /** The browser takes the database away, as when another tab wipes it. */
  loseDatabase(): void
  /** The replica once all of it is read. */
  replica(): Promise<Replica>
  /** What this phone knows of the families that it can open. */
  known(): Known
  /** Asks the server for them, as a page does outside of the rounds too. */
  learn(): Promise<boolean>
  /** Nobody is signed in any more: it stops. */
  leave(): void
}

export interface Carer {
  userId: string
  /** Another one is sent from the next call on. */
  token: string
}

/** What the tabs of a phone, which share their locks, know of the families. */
const memories = new WeakMap<Locks, { known: Known }>()

function memoryOf(carer: Carer, locks: Locks): { known: Known } {
  const memory = memories.get(locks) ?? { known: following(null, carer.userId, []) }
  memories.set(locks, memory)
  return memory
}

export function openTestPhone(carer: Carer, locks: Locks): TestPhone {
  const { userId } = carer
  const timers = new HandTimers()
  const calls: TestPhone['calls'] = []
  let rounds = 0
  let obstacle: Obstacle | null = null
  let signedIn: string | null = userId
  const memory = memoryOf(carer, locks)
  let full: 'downloads' | 'everything' | null = null
  let lose = () => {}
  const session = changing(true)
  const network = changing(true)
  const page = changing(true)

  const line: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    const [method, path] = [init?.method ?? 'GET', pathname.split('/').at(-1) ?? '']
    calls.push({ call: `${method} ${path}`, at: timers.now() })
    const headers = new Headers(init?.headers)
    headers.set('Authorization', `Bearer ${carer.token}`)
    const send = () => fetch(input, { ...init, headers })
    const response = (await obstacle?.(method, path, send)) ?? (await send())
    const wait = retryAfterMs(response.headers.get('Retry-After'), response.status)
    if (wait !== null) sync.pauseFor(wait)
    return response
  }

  const knownRev = (familyId: string) =>
    memory.known.families.find(({ family_id }) => family_id === familyId)?.access_rev ?? null

  async function learn(): Promise<boolean> {
    const response = await line(`${location.origin}/rest/v1/rpc/my_families`, {
      method: 'POST',
      headers: { apikey: settings.anonKey },
    }).catch(() => null)
    if (response?.ok !== true) return false
    memory.known = following(memory.known, userId, v.parse(familiesSchema, await response.json()))
    session.set(true)
    return true
  }

  const store = createStore({
    diary: () => signedIn && diaryKey(signedIn, memory.known.shown ?? signedIn),
    subscribeDiary: session.subscribe,
    page: { isVisible: page.is, subscribe: page.subscribe },
    async openDb(diary, onClosed) {
      const db = await openLocalDb(diary, onClosed)
      lose = () => {
        db.close()
        onClosed()
      }
      const apply: typeof db.apply = async (download) => {
        if (full !== null) throw noRoom()
        return db.apply(download)
      }
      const append: typeof db.append = async (...changes) => {
        if (full === 'everything') throw noRoom()
        return db.append(...changes)
      }
      return { ...db, apply, append }
    },
  })
  const parts = { store, locks: () => locks, timers }
  const watch = createWatch({
    ...parts,
    askForChange: ({ accountId, familyId }, after, signal) =>
      line(
        `${location.origin}/events/v1/changes?after=${after}${familyId === accountId ? '' : `&family=${familyId}`}`,
        {
          headers: { apikey: settings.anonKey },
          signal,
        },
      ),
  })
  const playRound = createRound({
    ...parts,
    openTables: ({ familyId }, noticingAnswers) => openTables(familyId, noticingAnswers(line)),
    access: { known: ({ familyId }) => knownRev(familyId), learn },
  })
  const sync = createSync({
    store,
    async playRound(replica) {
      rounds += 1
      try {
        return await playRound(replica)
      } finally {
        rounds -= 1
      }
    },
    ...watch,
    subscribeSession: session.subscribe,
    page: { isVisible: page.is, subscribe: page.subscribe },
    network: { isOnline: network.is, subscribe: network.subscribe },
    timers,
  })
  sync.start()

  return {
    store,
    sync,
    timers,
    calls,
    isIdle: () => rounds === 0,
    obstruct(next) {
      obstacle = next
    },
    setOnline: network.set,
    setVisible: page.set,
    fillDisk(what) {
      full = what
    },
    loseDatabase: () => lose(),
    replica: store.wholeReplica,
    known: () => memory.known,
    learn,
    leave() {
      page.set(false)
      signedIn = null
      session.set(true)
    },
  }
}

const noRoom = () => new DOMException('No room', 'QuotaExceededError')

/** Something that is so or not, and is told when it is set. */
function changing(now: boolean) {
  const listeners = new Set<() => void>()
  return {
    is: () => now,
    set: (next: boolean) => {
      now = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
