import { inOneTab, type Locks } from '../device/turns/in-one-tab.ts'
import type { Timers } from '../device/turns/timers.ts'
import { type Entry, sendable } from '../local/outbox.ts'
import type { Replica } from '../local/replica.ts'
import type { Head } from '../local/rows.ts'
import type { Store } from '../local/store.ts'
import { makeFirstRows } from './first-rows.ts'
import { areSentUnder, type DiaryAccess, isAsKnown, isStillOpen, sendAgain } from './guest.ts'
import { askForRestore, fetchChanges } from './pull.ts'
import type { Tables } from './remote.ts'
import { sendWaiting } from './send.ts'

/** Whoever restores a server takes longer, or is noticed by a round that fails. */
const SHORTEST_RESTORE_MS = 60_000

/** The errors with which a browser ends a transaction that it has no room for. */
const NO_ROOM = new Set(['QuotaExceededError', 'AbortError'])

export interface RoundOutcome {
  kind: 'well' | 'unreachable' | 'no-room'
  /** Whether the last call of the round got an answer, of whatever kind. */
  isAnswered: boolean
  /** There are changes again that wait to be sent: some of them the round itself has made. */
  isMoreToSend: boolean
}

export interface RoundParts {
  store: Store
  /** The table API about a replica's rows; its `fetch` must be wrapped in `noticingAnswers`. */
  openTables: (replica: Replica, noticingAnswers: (call: typeof fetch) => typeof fetch) => Tables
  /** Where two tabs do the same work twice all the same, it is only slower: the server takes each change once. */
  locks: () => Locks | undefined
  timers: Timers
  /** Whether rows may be made of this account that nobody asked for. Else the round makes none, and is well. */
  mayBegin?: (accountId: string) => boolean
  access: DiaryAccess
}

/** Sends what waits and fetches what is new, in one tab of the phone at a time. */
export function createRound({ store, openTables, timers, access, ...parts }: RoundParts) {
  const tablesOf = new WeakMap<Replica, Tables>()
  /** When the last round ended well: a phone that slept since has only its own clock to say so. */
  const wellAt = new WeakMap<Replica, { passed: number; clock: number }>()
  let isAnswered = false

  function noticingAnswers(call: typeof fetch): typeof fetch {
    return async (input, init) => {
      isAnswered = false
      const response = await call(input, init)
      isAnswered = true
      return response
    }
  }

  async function sendAndFetch(replica: Replica): Promise<RoundOutcome> {
    const tables = tablesOf.get(replica) ?? openTables(replica, noticingAnswers)
    tablesOf.set(replica, tables)
    if (!(await mayStart(replica, tables))) return outcome('unreachable')
    if (!(await sendUnlessRestored(replica, tables))) return outcome('unreachable')
    const fetched = await fetchChanges(replica, tables, (head, sent) => mayGoOn(head, sent, replica))
    if (fetched === 'unreachable') return outcome('unreachable')
    // A change of rows that this session doesn't see, as without a second factor, is answered well all the same.
    const isSentAgain = fetched !== 'all' && (await sendAgain(replica))
    if (fetched === 'closed' || isSentAgain) return outcome('unreachable')
    const mayBegin = parts.mayBegin?.(replica.accountId) !== false
    if (mayBegin && !(await makeFirstRows(replica, tables))) return outcome('unreachable')
    return outcome('well', sendable(replica.cache.entries).length > 0)
  }

  /**
   * Sends what waits, but not yet to a server that was restored since the last round: what this phone gives back comes
   * first. False: the server can't be reached now.
   */
  async function sendUnlessRestored(replica: Replica, tables: Tables): Promise<boolean> {
    if (wasJustWell(replica)) return sendWaiting(replica, tables, access)
    await replica.read()
    if (sendable(replica.cache.entries).length === 0) return true
    const found = await askForRestore(replica, tables)
    return found === 'same' ? sendWaiting(replica, tables, access) : found === 'restored'
  }

  /** So lately that the server can't have been restored since. */
  function wasJustWell(replica: Replica): boolean {
    const well = wellAt.get(replica)
    if (well === undefined) return false
    const sinceMs = Math.max(timers.now() - well.passed, timers.phoneNow() - well.clock)
    return sinceMs < SHORTEST_RESTORE_MS
  }

  /** The account's own diary is always open; the server is only asked first whether another one is to be shown. */
  async function mayStart(replica: Replica, tables: Tables): Promise<boolean> {
    if (replica.accountId !== replica.familyId) return isStillOpen(replica, tables, access)
    // What waits is sent first: an own diary that has something in it is the one to be shown.
    const isWaiting = store.data().sync.pending > 0
    if (access.known(replica) === null && !isWaiting) await access.learn(replica)
    return replica === store.current()
  }

  function mayGoOn(head: Head | null, sent: readonly Entry[], replica: Replica): boolean {
    const isKnown = isAsKnown(head, replica, access)
    if (replica.accountId !== replica.familyId) return isKnown && areSentUnder(head, sent)
    if (head !== null && !isKnown) void access.learn(replica)
    return true
  }

  function outcome(kind: RoundOutcome['kind'], isMoreToSend = false): RoundOutcome {
    return { kind, isAnswered, isMoreToSend }
  }

  async function guarded(replica: Replica): Promise<RoundOutcome> {
    try {
      const outcome = await sendAndFetch(replica)
      if (outcome.kind === 'well') wellAt.set(replica, { passed: timers.now(), clock: timers.phoneNow() })
      else wellAt.delete(replica)
      return outcome
    } catch (reason) {
      // An error of a replica that was closed meanwhile, as by a sign-out, is expected.
      if (replica === store.current()) console.warn(reason)
      return outcome(reason instanceof DOMException && NO_ROOM.has(reason.name) ? 'no-room' : 'unreachable')
    }
  }

  /** Plays one round once no other tab does. Never rejects. */
  return (replica: Replica): Promise<RoundOutcome> =>
    inOneTab(`nana-sync-${replica.diary}`, () => guarded(replica), { locks: parts.locks(), timers })
}
