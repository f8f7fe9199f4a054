import * as v from 'valibot'
import { retryDelayMs } from './backoff.ts'
import { settings } from './settings.ts'
import { type Copy, currentCopy } from './store.ts'

/*
 * Our own server holds a request until something changes, so that what is done on one phone shows on the other at
 * once. The number of the change is all it says; the news come by the next round, as ever. Where nobody can tell, as
 * on hosted Supabase, the page goes on asking every few seconds.
 */

/** The server answers within 25 s, news or not: a line that is silent for longer is dead. */
export const NEWS_WITHIN_MS = 35_000
/** A shorter "nothing new" comes from something else than a server that waited. */
const SHORTEST_WAIT_MS = 2_000
const LONGEST_RETRY_MS = 60_000

const answerSchema = v.object({ rev: v.number() })

export interface Watcher {
  /** `fetch` in the name of the copy's user. */
  fetch: typeof globalThis.fetch
  /** Brings this phone up to the change of that number, or to whatever is the latest; resolves when that was tried. */
  catchUp: (rev: number | null) => Promise<void>
}

/** The watch that works, or stands in line behind another tab's. */
let working: AbortSignal | null = null

/** Whether a change made elsewhere is told to this phone, so that asking for it now and then will do. */
export function isToldOfChanges(): boolean {
  return working !== null
}

/** Waits for news as long as `signal` stands, in one tab of the phone: the others hear of it from that one. */
export async function watchChanges(copy: Copy, watcher: Watcher, signal: AbortSignal): Promise<void> {
  const isOffered = settings.supabaseUrl === ''
  if (!isOffered) return
  working = signal
  const watch = () => waitAgainAndAgain(copy, watcher, signal)
  // A browser holds few connections to one server, for all tabs together. Without HTTPS there are no locks.
  const watched = navigator.locks?.request(`nana-watch-${copy.userId}`, { signal }, watch) ?? watch()
  // Aborted while another tab has the lock.
  await watched.catch(() => undefined)
  if (working === signal) working = null
}

async function waitAgainAndAgain(copy: Copy, watcher: Watcher, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted && copy === currentCopy(); ) {
    const known = copy.image.cursor
    const rev = known === null ? null : await waitForNews(known, watcher.fetch, signal)
    if (signal.aborted) return
    working = rev === null ? null : signal
    if (rev === null || rev !== known) await watcher.catchUp(rev)
    const isWell = rev !== null && (rev === known || copy.image.cursor !== known)
    failures = isWell ? 0 : failures + 1
    if (!isWell) await pause(retryDelayMs(failures, Math.random(), { longest: LONGEST_RETRY_MS }), signal)
  }
}

/** The number of the latest change: another than `known`, or the same when the server has waited for long. */
async function waitForNews(
  known: number,
  fetch: Watcher['fetch'],
  signal: AbortSignal,
): Promise<number | null> {
  const askedAt = performance.now()
  try {
    const response = await fetch(`${location.origin}/events/v1/changes?after=${known}`, {
      headers: { apikey: settings.anonKey },
      signal,
    })
    const answer = v.safeParse(answerSchema, response.ok ? await response.json() : null)
    if (!answer.success) return null
    const { rev } = answer.output
    return rev === known && performance.now() - askedAt < SHORTEST_WAIT_MS ? null : rev
  } catch {
    return null
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
