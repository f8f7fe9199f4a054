/** 'news': something of theirs may have changed. 'quiet': it didn't for a while. 'closed': nobody can tell just now. */
type WaitEnd = 'news' | 'quiet' | 'closed'

/** Someone who waits: whose changes, with which session, and the number of the latest change they know. */
interface Carer {
  userId: string
  sessionId: string | null
  known: number
}

interface Waiter extends Carer {
  end(how: WaitEnd): void
}

/** Who waits for news, by account. */
export interface WaitingRoom {
  /** Waits from now on; `leave` ends it without news. */
  enter(carer: Carer, forMs: number): { ended: Promise<WaitEnd>; leave(): void }
  /** What everyone who waits now knows. */
  known(): Pick<Carer, 'userId' | 'known'>[]
  /** Ends the waits of an account for another change than that number. */
  tell(userId: string, rev: number): void
  wakeUser(userId: string): void
  /** Sessions that may be over: those who wait with them are to be asked again who they are. */
  wakeSessions(sessionIds: readonly string[]): void
  closeAll(): void
}

/** More than one family's phones and tabs ever have open: above it the longest wait ends. */
const PLACES_PER_USER = 20

export function createWaitingRoom(): WaitingRoom {
  const byUser = new Map<string, Set<Waiter>>()
  const everyone = () => [...byUser.values()].flatMap((waiters) => [...waiters])

  function endAll(waiters: Iterable<Waiter>, how: WaitEnd): void {
    for (const waiter of waiters) waiter.end(how)
  }

  return {
    enter(carer, forMs) {
      const { userId } = carer
      const others = byUser.get(userId) ?? new Set<Waiter>()
      const [longest] = others
      if (others.size >= PLACES_PER_USER) longest?.end('quiet')
      let settle: (how: WaitEnd) => void = () => undefined
      const ended = new Promise<WaitEnd>((resolve) => {
        settle = resolve
      })
      const waiter: Waiter = {
        ...carer,
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
    known: () => everyone().map(({ userId, known }) => ({ userId, known })),
    tell(userId, rev) {
      endAll(
        [...(byUser.get(userId) ?? [])].filter(({ known }) => known !== rev),
        'news',
      )
    },
    wakeUser(userId) {
      endAll(byUser.get(userId) ?? [], 'news')
    },
    wakeSessions(sessionIds) {
      const over = new Set(sessionIds)
      const theirs = everyone().filter(({ sessionId }) => sessionId !== null && over.has(sessionId))
      endAll(theirs, 'news')
    },
    closeAll() {
      endAll(everyone(), 'closed')
    },
  }
}
