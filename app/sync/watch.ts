import * as v from 'valibot'
import type { Locks } from '../device/turns/in-one-tab.ts'
import type { Timers } from '../device/turns/timers.ts'
import type { Replica } from '../local/replica.ts'
import type { Store } from '../local/store.ts'
import { retryDelayMs } from '../wire/backoff.ts'
import type { CatchUp } from './sync.ts'

/*
 * Long polling: our own server holds a request until something changes, so that what is done on one phone shows on the
 * other at once. It answers only the number of the change; a round of sync then downloads it. Hosted Supabase can't do
 * this: there the page goes on asking every few seconds.
 */

/** The server answers within 25 s even if nothing changed: a connection that is silent for longer is dead. */
export const WATCH_ANSWER_WITHIN_MS = 35_000
/** A "nothing new" that comes sooner isn't from a server that waited, and asking again at once would flood it. */
const SHORTEST_WAIT_MS = 2_000
const LONGEST_RETRY_MS = 60_000

const answerSchema = v.object({ rev: v.number() })

export interface WatchParts {
  store: Pick<Store, 'current'>
  /** Asks for the number of the diary's latest change: answered when it differs from `known`, or after a long wait. */
  askForChange: (replica: Replica, known: number, signal: AbortSignal) => Promise<Response>
  locks: () => Locks | undefined
  timers: Timers
}

export interface Watch {
  /** Waits for changes until `signal` aborts, in one tab of the phone: the other tabs hear of them from that one. */
  watchChanges: (replica: Replica, catchUp: CatchUp, signal: AbortSignal) => Promise<void>
  /** Whether the server tells this phone of changes made elsewhere, so that it needs to ask less often. */
  isWatching: () => boolean
}

export function createWatch({ store, askForChange, locks, timers }: WatchParts): Watch {
  /** The signal of the watch that works, or waits for another tab's; null while changes can't be waited for. */
  let working: AbortSignal | null = null

  async function waitAgainAndAgain(replica: Replica, catchUp: CatchUp, signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted && replica === store.current(); ) {
      const known = replica.cache.cursor
      const rev = known === null ? null : await waitForChange(replica, known, signal)
      if (signal.aborted) return
      working = rev === null ? null : signal
      if (rev === null || rev !== known) await catchUp(rev)
      const isWell = rev !== null && (rev === known || replica.cache.cursor !== known)
      failures = isWell ? 0 : failures + 1
      if (!isWell) await pause(retryDelayMs(failures, Math.random(), { longest: LONGEST_RETRY_MS }), signal)
    }
  }

  /** The number of the latest change, `known` when nothing changed for long; null when the server didn't say. */
  async function waitForChange(replica: Replica, known: number, signal: AbortSignal): Promise<number | null> {
    const askedAt = timers.now()
    try {
      const response = await askForChange(replica, known, signal)
      const answer = v.safeParse(answerSchema, response.ok ? await response.json() : null)
      if (!answer.success) return null
      const { rev } = answer.output
      return rev === known && timers.now() - askedAt < SHORTEST_WAIT_MS ? null : rev
    } catch {
      return null
    }
  }

  function pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      // It may have ended during the round, and the next watch of this tab waits for its lock.
      if (signal.aborted) return resolve()
      const cancel = timers.after(ms, resolve)
      signal.addEventListener('abort', () => {
        cancel()
        resolve()
      })
    })
  }

  return {
    async watchChanges(replica, catchUp, signal) {
      working = signal
      const watch = () => waitAgainAndAgain(replica, catchUp, signal)
      // Only one tab watches, because a browser allows few connections to one server. Without HTTPS there are no locks.
      const watched = locks()?.request(`nana-watch-${replica.diary}`, { signal }, watch) ?? watch()
      // It rejects when it is aborted while another tab has the lock.
      await watched.catch(() => undefined)
      if (working === signal) working = null
    },
    isWatching: () => working !== null,
  }
}
