import type { PageVisibility } from '../../../device/page-visibility.ts'
import type { Timers } from '../../../device/turns/timers.ts'
import type { Replica } from '../../../local/replica.ts'
import { createStore, type Store } from '../../../local/store.ts'
import { openTables } from '../../../sync/remote.ts'
import { createRound } from '../../../sync/round.ts'
import { createSync, type Network, type Sync } from '../../../sync/sync.ts'
import { createWatch, type WatchParts } from '../../../sync/watch.ts'
import type { LookedFamily } from './looked-family.ts'
import { openMemoryDb } from './memory-db.ts'

export interface FamilyEngineParts {
  looked: LookedFamily
  /** The line of an account to the table API. */
  lineOf: (replica: Replica) => typeof fetch
  askForChange: WatchParts['askForChange']
  /** Whether the server tells of changes: hosted Supabase is asked every few seconds instead. */
  isWatchable: boolean
  subscribeSession: (listener: () => void) => void
  page: PageVisibility
  network: Network
  timers: Timers
}

/** Each page has a family's rows in its own memory, so no page leaves its work to another one. */
const locks = () => undefined

/** The app's own store and sync engine (decision 030) for the family that the console looks at. */
export function createFamilyEngine({ looked, lineOf, ...parts }: FamilyEngineParts): {
  store: Store
  sync: Sync
} {
  const { page, network, timers, subscribeSession } = parts
  const store = createStore({
    diary: looked.diary,
    subscribeDiary: looked.subscribe,
    openDb: async () => openMemoryDb(),
    page,
  })
  const watch = createWatch({ store, askForChange: parts.askForChange, locks, timers })
  const sync = createSync({
    store,
    playRound: createRound({
      store,
      openTables: (replica, noticingAnswers) =>
        openTables(replica.familyId, noticingAnswers(lineOf(replica))),
      locks,
      timers,
      mayBegin: () => false,
      access: looked.access,
    }),
    watchChanges: parts.isWatchable ? watch.watchChanges : async () => {},
    isWatching: watch.isWatching,
    subscribeSession,
    page,
    network,
    timers,
  })
  return { store, sync }
}
