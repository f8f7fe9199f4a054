import type { PageVisibility } from '../device/page-visibility.ts'
import type { Timers } from '../device/turns/timers.ts'
import type { Replica } from '../local/replica.ts'
import type { Store } from '../local/store.ts'
import { retryDelayMs } from '../wire/backoff.ts'
import type { RoundOutcome } from './round.ts'

/** How often a visible page asks whether something changed elsewhere. */
export const POLL_MS = 3_000
/** How often it asks where the server tells of changes by itself, in case it fails to. */
const WATCHED_POLL_MS = 30_000

/** On a phone without room each download is for nothing, so the tries are far apart. */
const FULL_RETRY_MS = { first: 30_000, longest: 600_000 }

/** The screen says «Sin conexión» after two failures or a slow one: a restarting server or a lift isn't worth it. */
const OFFLINE_AFTER_FAILURES = 2
const OFFLINE_AFTER_MS = 5_000

export interface SyncParts {
  store: Store
  /** One round of sending and fetching, in one tab of the phone at a time. */
  playRound: (replica: Replica) => Promise<RoundOutcome>
  /** Waits for changes made elsewhere until `signal` aborts, and calls `catchUp` when there are some. */
  watchChanges: (replica: Replica, catchUp: CatchUp, signal: AbortSignal) => Promise<void>
  /** Whether the server tells this phone of changes made elsewhere, so that it needs to ask less often. */
  isWatching: () => boolean
  subscribeSession: (listener: () => void) => void
  page: PageVisibility
  network: Network
  timers: Timers
}

/**
 * Downloads what is new, and resolves when the round is over; `rev` is the number of the server's latest change, null
 * when it isn't known.
 */
export type CatchUp = (rev: number | null) => Promise<void>

export interface Network {
  /** False only when the browser is sure that there is no network. */
  isOnline: () => boolean
  /** Calls back when the network comes or goes. */
  subscribe: (listener: () => void) => void
}

export interface Sync {
  /** Opens the phone's replica and keeps it and the server alike, for as long as the page lives. */
  start: () => void
  /** Asks for a round as soon as possible, and for another one if one is under way. */
  request: () => void
  /** Downloads what is new, also while nobody looks. */
  catchUp: CatchUp
  /** Makes no call for so many milliseconds, because the server asked for it. */
  pauseFor: (ms: number) => void
}

/** Decides when rounds are played, and what the screen says of how they went. */
export function createSync({ store, page, network, timers, ...parts }: SyncParts): Sync {
  let isStarted = false
  let isRunning = false
  let running: Promise<void> = Promise.resolve()
  let isWanted = false
  let failures = 0
  /** The last round failed because the phone has no room. */
  let isFull = false
  let cancelNext = () => {}
  /** The pause that the server asked for; its timer stands still while the phone sleeps, whose clock goes on. */
  let pause: { untilByClock: number; end: () => void } | null = null
  let watching = new AbortController()

  function start(): void {
    if (isStarted) return
    isStarted = true
    store.start()
    store.onWhole(() => {
      request()
      watch()
    })
    // A change that failed for want of a valid token may get through with a renewed one.
    parts.subscribeSession(request)
    network.subscribe(() => (network.isOnline() ? comeOnline() : goOffline()))
    page.subscribe(() => {
      if (page.isVisible()) request()
      watch()
    })
  }

  function comeOnline(): void {
    // The pause may have been asked for by something on the previous network, as by a hotel's proxy.
    pause?.end()
    request()
    watch()
  }

  function goOffline(): void {
    store.setSyncHealth({ online: false, isServerTroubled: false, isPhoneFull: false })
  }

  /** Waits for changes made elsewhere, from now on and while the page is visible. */
  function watch(): void {
    watching.abort()
    watching = new AbortController()
    const replica = store.current()
    if (replica !== null && page.isVisible()) void parts.watchChanges(replica, catchUp, watching.signal)
  }

  function request(): void {
    isWanted = true
    if (pause !== null && timers.phoneNow() >= pause.untilByClock) pause.end()
    if (!isRunning && pause === null) running = run()
  }

  /**
   * Plays a round, unless the one under way gets as far as `rev`, as it does after a change of our own. Resolves when
   * the round is over.
   */
  async function catchUp(rev: number | null): Promise<void> {
    await running
    // A full phone can't store what it downloads: it waits for the next planned round.
    if (isFull) return
    if (rev !== null && store.current()?.cache.cursor === rev) return
    request()
    await running
  }

  async function run(): Promise<void> {
    isRunning = true
    cancelNext()
    while (isWanted && pause === null) {
      isWanted = false
      const replica = store.current()
      const begunAt = timers.now()
      if (replica !== null) report(replica, await parts.playRound(replica), timers.now() - begunAt)
    }
    isRunning = false
    scheduleNext()
  }

  function report(
    replica: Replica,
    { kind, isAnswered, isMoreToSend }: RoundOutcome,
    lastedMs: number,
  ): void {
    const isWell = kind === 'well'
    failures = isWell ? 0 : failures + 1
    isFull = kind === 'no-room'
    if (isMoreToSend) isWanted = true
    if (replica !== store.current()) return
    const looksOffline =
      kind === 'unreachable' && (failures >= OFFLINE_AFTER_FAILURES || lastedMs > OFFLINE_AFTER_MS)
    // A round may have ended well just before the network went.
    const online = !looksOffline && network.isOnline()
    const loadFailed = !isWell && replica.cache.cursor === null
    store.setSyncHealth({
      online,
      isServerTroubled: !online && !isWell && isAnswered,
      isPhoneFull: isFull,
      loadFailed,
      isTried: true,
    })
  }

  function scheduleNext(): void {
    const replica = store.current()
    if (replica === null || pause !== null) return
    const isWaiting = store.data().sync.pending > 0 || replica.cache.cursor === null
    if (failures > 0 && (page.isVisible() || isWaiting)) {
      const delayMs = retryDelayMs(failures, Math.random(), isFull ? FULL_RETRY_MS : {})
      cancelNext = timers.after(delayMs, request)
    } else if (page.isVisible()) {
      cancelNext = timers.after(parts.isWatching() ? WATCHED_POLL_MS : POLL_MS, request)
    }
  }

  function pauseFor(ms: number): void {
    pause?.end()
    const cancel = timers.after(ms, () => {
      pause = null
      request()
    })
    pause = {
      untilByClock: timers.phoneNow() + ms,
      end() {
        cancel()
        pause = null
      },
    }
  }

  return { start, request, catchUp, pauseFor }
}
