/**
 * How a wait ended: with 'news' the family's data or the session may have changed, with 'quiet' nothing did for a
 * while, and with 'closed' changes can't be told at the moment.
 */
type WaitEnd = 'news' | 'quiet' | 'closed'

/** Someone who waits: their account and session, the family whose changes they wait for, and what they know of it. */
interface Carer {
  accountId: string
  sessionId: string | null
  familyId: string
  known: number
}

interface Waiter extends Carer {
  end(how: WaitEnd): void
}

/** Holds those who wait for changes of a family. */
export interface WaitingRoom {
  /** Starts a wait of at most `forMs` milliseconds. `leave` ends it without news. Null: there is no place. */
  enter(carer: Carer, forMs: number): { ended: Promise<WaitEnd>; leave(): void } | null
  /** Lists everyone who waits, with the latest revision they know. */
  known(): Pick<Carer, 'familyId' | 'known'>[]
  /** Ends the waits for a family whose known revision is another than `rev`. */
  tell(familyId: string, rev: number): void
  wakeFamily(familyId: string): void
  /** Ends the waits of an account that may be closed, and those of others for it: neither may go on then. */
  wakeAccount(accountId: string): void
  /** Ends the waits of sessions that may be over, so that their tokens are checked again. */
  wakeSessions(sessionIds: readonly string[]): void
  closeAll(): void
}

/**
 * One account may hold this many waits, which is more than a family's phones and tabs need. Who comes then is refused:
 * were another wait ended for it, that phone would ask again at once, and they would turn each other out without end.
 */
const PLACES_PER_ACCOUNT = 20

/** Makes an empty waiting room, which knows only the waits of this process. */
export function createWaitingRoom(): WaitingRoom {
  const everyone = new Set<Waiter>()
  const byAccount = createGroups()
  const byFamily = createGroups()

  function endAll(waiters: Iterable<Waiter>, how: WaitEnd): void {
    for (const waiter of waiters) waiter.end(how)
  }

  return {
    enter(carer, forMs) {
      const { accountId, familyId } = carer
      if (byAccount.of(accountId).size >= PLACES_PER_ACCOUNT) return null
      let settle: (how: WaitEnd) => void = () => undefined
      const ended = new Promise<WaitEnd>((resolve) => {
        settle = resolve
      })
      const waiter: Waiter = {
        ...carer,
        end(how) {
          clearTimeout(timer)
          everyone.delete(waiter)
          byAccount.remove(accountId, waiter)
          byFamily.remove(familyId, waiter)
          settle(how)
        },
      }
      const timer = setTimeout(() => waiter.end('quiet'), forMs)
      everyone.add(waiter)
      byAccount.add(accountId, waiter)
      byFamily.add(familyId, waiter)
      return { ended, leave: () => waiter.end('quiet') }
    },
    known: () => Array.from(everyone, ({ familyId, known }) => ({ familyId, known })),
    tell(familyId, rev) {
      endAll(
        [...byFamily.of(familyId)].filter(({ known }) => known !== rev),
        'news',
      )
    },
    wakeFamily(familyId) {
      endAll(byFamily.of(familyId), 'news')
    },
    wakeAccount(accountId) {
      endAll(byAccount.of(accountId), 'news')
      endAll(byFamily.of(accountId), 'news')
    },
    wakeSessions(sessionIds) {
      const over = new Set(sessionIds)
      const theirs = [...everyone].filter(({ sessionId }) => sessionId !== null && over.has(sessionId))
      endAll(theirs, 'news')
    },
    closeAll() {
      endAll(everyone, 'closed')
    },
  }
}

const NOBODY: ReadonlySet<Waiter> = new Set()

/** Those who wait, in groups by a name that they share. A group that nobody is left in takes no room. */
function createGroups() {
  const groups = new Map<string, Set<Waiter>>()
  return {
    of: (name: string): ReadonlySet<Waiter> => groups.get(name) ?? NOBODY,
    add(name: string, waiter: Waiter): void {
      const group = groups.get(name) ?? new Set()
      groups.set(name, group.add(waiter))
    },
    remove(name: string, waiter: Waiter): void {
      const group = groups.get(name)
      group?.delete(waiter)
      if (group?.size === 0) groups.delete(name)
    },
  }
}
