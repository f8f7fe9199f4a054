/**
 * How a wait ended: with 'news' the user's data or session may have changed, with 'quiet' nothing did for a while, and
 * with 'closed' changes can't be told at the moment.
 */
type WaitEnd = 'news' | 'quiet' | 'closed'

/** Someone who waits: the user whose changes they wait for, their session, and the latest revision they know. */
interface Carer {
  userId: string
  sessionId: string | null
  known: number
}

interface Waiter extends Carer {
  end(how: WaitEnd): void
}

/** Holds those who wait for changes of their account. */
export interface WaitingRoom {
  /** Starts a wait of at most `forMs` milliseconds. `leave` ends it without news. Null: there is no place. */
  enter(carer: Carer, forMs: number): { ended: Promise<WaitEnd>; leave(): void } | null
  /** Lists everyone who waits, with the latest revision they know. */
  known(): Pick<Carer, 'userId' | 'known'>[]
  /** Ends the waits of an account whose known revision is another than `rev`. */
  tell(userId: string, rev: number): void
  wakeUser(userId: string): void
  /** Ends the waits of sessions that may be over, so that their tokens are checked again. */
  wakeSessions(sessionIds: readonly string[]): void
  closeAll(): void
}

/**
 * One account may hold this many waits, which is more than a family's phones and tabs need. Who comes then is refused:
 * were another wait ended for it, that phone would ask again at once, and they would turn each other out without end.
 */
const PLACES_PER_USER = 20

/** Makes an empty waiting room, which knows only the waits of this process. */
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
      if (others.size >= PLACES_PER_USER) return null
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
