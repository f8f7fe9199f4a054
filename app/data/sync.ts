import { retryDelayMs } from './backoff.ts'
import { makeFirstRows } from './first-rows.ts'
import { fetchChanges } from './pull.ts'
import { openTables, type Tables } from './remote.ts'
import { startAuth } from './remote-auth.ts'
import { sendWaiting } from './send.ts'
import { keepStorage } from './storage.ts'
import { babyData, type Copy, currentCopy, onCopyOpen, setReach, startStore } from './store.ts'
import { storedSession, subscribeSession } from './stored-session.ts'
import { tableFetch } from './table-fetch.ts'
import { isToldOfChanges, NEWS_WITHIN_MS, watchChanges } from './watch.ts'

/** How often a visible page asks whether something changed elsewhere. */
const POLL_MS = 3_000
/** The same where the server tells by itself, in case it forgets to. */
const TOLD_POLL_MS = 30_000
/** A tab that holds the lock for so long is asleep. Working beside it is safe: the server takes each change once. */
const STEAL_AFTER_MS = 30_000

/** What the phone has no room for was downloaded for nothing: the tries are far apart. */
const FULL_RETRY_MS = { first: 30_000, longest: 600_000 }

/** One try that fails at once is no news: a server that starts again, a lift. One that took so long is. */
const NEWS_AFTER_FAILURES = 2
const NEWS_AFTER_MS = 5_000

let isStarted = false
let isRunning = false
let running: Promise<void> = Promise.resolve()
let isWanted = false
let failures = 0
/** The last round failed because the phone has no room. */
let isFull = false
let timer = 0
/** The server asked for silence until this timer ends. */
let silence = 0

/** Opens the phone's copy and keeps it and the server alike, for as long as the page lives. */
export function startSync(): void {
  if (isStarted) return
  isStarted = true
  startStore()
  if (storedSession() !== null) void startAuth()
  onCopyOpen(() => {
    requestSync()
    watch()
    // From now on the phone has something worth keeping, whichever way the carer has come in.
    void keepStorage()
  })
  // A renewed token may be what a waiting change needs.
  subscribeSession(requestSync)
  window.addEventListener('online', () => {
    // Who asked for it may have been the network before this one.
    clearTimeout(silence)
    silence = 0
    requestSync()
    watch()
  })
  window.addEventListener('offline', () => {
    const { loadFailed } = babyData()
    setReach({ online: false, isServerTroubled: false, isPhoneFull: false, loadFailed })
  })
  window.addEventListener('pageshow', requestSync)
  document.addEventListener('visibilitychange', () => {
    if (isVisible()) requestSync()
    watch()
  })
}

let watching = new AbortController()

/** Has the server tell of changes, from now on and while somebody looks. */
function watch(): void {
  watching.abort()
  watching = new AbortController()
  const copy = currentCopy()
  if (copy === null || !isVisible()) return
  const fetch = tableFetch(copy.userId, keepSilence, NEWS_WITHIN_MS)
  void watchChanges(copy, { fetch, catchUp }, watching.signal)
}

/** A round as soon as possible; one more if it comes while one is under way. */
export function requestSync(): void {
  isWanted = true
  if (!isRunning && silence === 0) running = run()
}

/** A round unless the one under way gets as far as `rev`, as after a change of our own; resolves when it is over. */
async function catchUp(rev: number | null): Promise<void> {
  await running
  // Its news would be downloaded for nothing, again and again: the round after next is soon enough.
  if (isFull) return
  if (rev !== null && currentCopy()?.image.cursor === rev) return
  requestSync()
  await running
}

async function run(): Promise<void> {
  isRunning = true
  clearTimeout(timer)
  while (isWanted && silence === 0) {
    isWanted = false
    const copy = currentCopy()
    const begunAt = performance.now()
    if (copy !== null) note(copy, await roundUnderLock(copy), performance.now() - begunAt)
  }
  isRunning = false
  scheduleNext()
}

function note(copy: Copy, outcome: Outcome, lastedMs: number): void {
  const isWell = outcome === 'well'
  failures = isWell ? 0 : failures + 1
  isFull = outcome === 'no-room'
  if (copy !== currentCopy()) return
  const isNews = outcome === 'unreachable' && (failures >= NEWS_AFTER_FAILURES || lastedMs > NEWS_AFTER_MS)
  // The round may have ended just before the network did.
  const online = !isNews && navigator.onLine
  const loadFailed = !isWell && copy.image.cursor === null
  setReach({ online, isServerTroubled: !online && !isWell && wasAnswered, isPhoneFull: isFull, loadFailed })
}

function scheduleNext(): void {
  if (currentCopy() === null || silence !== 0) return
  const isWaiting = babyData().sync.pending > 0 || currentCopy()?.image.cursor === null
  if (failures > 0 && (isVisible() || isWaiting)) {
    const delayMs = retryDelayMs(failures, Math.random(), isFull ? FULL_RETRY_MS : {})
    timer = window.setTimeout(requestSync, delayMs)
  } else if (isVisible()) timer = window.setTimeout(requestSync, isToldOfChanges() ? TOLD_POLL_MS : POLL_MS)
}

function isVisible(): boolean {
  return document.visibilityState === 'visible'
}

function keepSilence(ms: number): void {
  clearTimeout(silence)
  silence = window.setTimeout(() => {
    silence = 0
    requestSync()
  }, ms)
}

/** Somebody answered the last call, whatever it was. */
let wasAnswered = false

function noting(call: typeof fetch): typeof fetch {
  return async (input, init) => {
    wasAnswered = false
    const response = await call(input, init)
    wasAnswered = true
    return response
  }
}

type Outcome = 'well' | 'unreachable' | 'no-room'
const NO_ROOM = new Set(['QuotaExceededError', 'AbortError'])

const tablesOf = new WeakMap<Copy, Tables>()

async function round(copy: Copy): Promise<boolean> {
  const tables = tablesOf.get(copy) ?? openTables(copy.userId, noting(tableFetch(copy.userId, keepSilence)))
  tablesOf.set(copy, tables)
  if (!(await sendWaiting(copy, tables)) || !(await fetchChanges(copy, tables))) return false
  const madeRows = await makeFirstRows(copy, tables)
  if (madeRows === true) isWanted = true
  return madeRows !== null
}

/** One tab at a time. Where locks are missing, as without HTTPS, tabs only do some work twice. */
async function roundUnderLock(copy: Copy): Promise<Outcome> {
  const guarded = () =>
    round(copy).then(
      (isWell): Outcome => (isWell ? 'well' : 'unreachable'),
      (reason: unknown): Outcome => {
        console.warn(reason)
        // The browser ends a transaction it has no room for, with one of these two.
        const isNoRoom = reason instanceof DOMException && NO_ROOM.has(reason.name)
        return isNoRoom ? 'no-room' : 'unreachable'
      },
    )
  if (navigator.locks === undefined) return guarded()
  const name = `nana-sync-${copy.userId}`
  try {
    const signal = AbortSignal.timeout(STEAL_AFTER_MS)
    return await navigator.locks.request(name, { signal }, guarded)
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    // Otherwise ours was taken from us: the round ends by itself, and the next one queues up.
    return isLate ? navigator.locks.request(name, { steal: true }, guarded) : 'unreachable'
  }
}
