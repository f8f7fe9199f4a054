import type { Timers } from './timers.ts'

/** A tab that holds a lock for so long is asleep. */
const STEAL_AFTER_MS = 30_000

/** The Web Locks of a browser. */
export type Locks = Pick<LockManager, 'request' | 'query'>

interface TabParts {
  /** Undefined without HTTPS: then no tab waits for another. */
  locks: Locks | undefined
  timers: Timers
}

/**
 * Does `work` in one tab of the phone at a time, of all work by that name. A tab that sleeps is robbed of its turn, and
 * goes on where it was when it wakes up; so does one that was only slow. `work` has to bear that.
 */
export async function inOneTab<Result>(
  name: string,
  work: () => Promise<Result>,
  { locks, timers }: TabParts,
): Promise<Result> {
  if (locks === undefined) return work()
  const begun: Promise<Result>[] = []
  const begin = () => {
    const own = work()
    begun.push(own)
    return own
  }
  try {
    let waited: Waited = { holder: undefined, robbers: 0 }
    while (begun.length === 0) waited = await waitOrRob(name, begin, waited, { locks, timers })
  } catch {
    // Another tab stole the lock: what was begun here ends by itself. Or the browser gives this page none.
  }
  return begun[0] ?? work()
}

/** What a tab has seen of those it waits for. */
interface Waited {
  /** Whose turn it has last been all the while. */
  holder: string | undefined
  /** How many more waits have ended at that one: of each, whoever was about to rob it may have fallen asleep. */
  robbers: number
}

/**
 * Waits for the turn, and takes it from a tab that has had it all the while. Nothing is begun when the turn has passed
 * on meanwhile: whoever has it by now may take as long.
 */
async function waitOrRob(
  name: string,
  begin: () => Promise<unknown>,
  before: Waited,
  { locks, timers }: { locks: Locks; timers: Timers },
): Promise<Waited> {
  const waiting = new AbortController()
  const stopWaiting = timers.after(STEAL_AFTER_MS, () => waiting.abort())
  const beginInTurn = () => {
    stopWaiting()
    return begin()
  }
  const turn = locks.request(name, { signal: waiting.signal }, beginInTurn)
  const holding = holderOf(name, locks)
  try {
    await Promise.all([turn, holding])
    return before
  } catch (reason) {
    if (!waiting.signal.aborted) {
      // The work is done without a turn now, and not once more when the turn comes.
      waiting.abort()
      throw reason
    }
  } finally {
    stopWaiting()
  }
  const holder = await holding
  // Who slept through two waits would have been robbed by somebody after the first.
  const robbers = holder === before.holder ? before.robbers + 1 : 0
  // Two tabs that have waited equally long would rob one another.
  await locks.request(`${name} is taken over ${robbers}`, { ifAvailable: true }, async (lock) => {
    if (lock === null || (await holderOf(name, locks)) !== holder) return
    await new Promise<void>((resolve, reject) => {
      const beginAndLetGo = () => {
        resolve()
        return begin()
      }
      locks.request(name, { steal: true }, beginAndLetGo).catch(reject)
    })
  })
  return { holder, robbers }
}

/** The tab whose turn it is. */
async function holderOf(name: string, locks: Locks): Promise<string | undefined> {
  const { held = [] } = await locks.query()
  return held.find((lock) => lock.name === name)?.clientId
}
