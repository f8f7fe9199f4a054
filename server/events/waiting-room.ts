/** 'news': something of theirs may have changed. 'quiet': it didn't for a while. 'closed': nobody can tell just now. */
type WaitEnd = 'news' | 'quiet' | 'closed'

interface Waiter {
  sessionId: string | null
  end(how: WaitEnd): void
}

/** Who waits for news, by account. */
export interface WaitingRoom {
  /** Waits from now on; `leave` ends it without news. */
  enter(userId: string, sessionId: string | null, forMs: number): { ended: Promise<WaitEnd>; leave(): void }
  wakeUser(userId: string): void
  /** Sessions that may be over: those who wait with them are to be asked again who they are. */
  wakeSessions(sessionIds: readonly string[]): void
  closeAll(): void
}

/** More than one family's phones and tabs ever have open: above it the longest wait ends. */
const PLACES_PER_USER = 20

export function createWaitingRoom(): WaitingRoom {
  const byUser = new Map<string, Set<Waiter>>()

  function endAll(waiters: Iterable<Waiter>, how: WaitEnd): void {
    for (const waiter of waiters) waiter.end(how)
  }

  return {
    enter(userId, sessionId, forMs) {
      const others = byUser.get(userId) ?? new Set<Waiter>()
      const [longest] = others
      if (others.size >= PLACES_PER_USER) longest?.end('quiet')
      let settle: (how: WaitEnd) => void = () => undefined
      const ended = new Promise<WaitEnd>((resolve) => {
        settle = resolve
      })
      const waiter: Waiter = {
        sessionId,
        end(how) {
          clearTimeout(timer)
          others.delete(waiter)
          if (others.size === 0 && byUser.get(userId) === others) byUser.delete(userId)
          settle(how)
        },
      }
      const timer = setTimeout(() => waiter.end('quiet'), forMs)
      others.add(waiter)
      byUser.set(userId, others)
      return { ended, leave: () => waiter.end('quiet') }
    },
    wakeUser(userId) {
      endAll(byUser.get(userId) ?? [], 'news')
    },
    wakeSessions(sessionIds) {
      const over = new Set(sessionIds)
      const all = [...byUser.values()].flatMap((waiters) => [...waiters])
      const theirs = all.filter(({ sessionId }) => sessionId !== null && over.has(sessionId))
      endAll(theirs, 'news')
    },
    closeAll() {
      for (const waiters of byUser.values()) endAll(waiters, 'closed')
    },
  }
}
