import { useSyncExternalStore } from 'react'
import { clock } from '../../../device/clock.ts'
import { pageVisibility } from '../../../device/page-visibility.ts'
import { settings } from '../../../device/settings.ts'
import { realTimers } from '../../../device/turns/timers.ts'
import { call } from '../../../family/remote-families.ts'
import type { Store } from '../../../local/store.ts'
import { subscribeSession } from '../../../session/stored-session.ts'
import { tableFetch } from '../../../session/table-fetch.ts'
import { browserNetwork } from '../../../sync/browser-network.ts'
import type { Sync } from '../../../sync/sync.ts'
import { WATCH_ANSWER_WITHIN_MS } from '../../../sync/watch.ts'
import { createFamilyEngine } from './family-engine.ts'
import { createLookedFamily, type LookedState } from './looked-family.ts'

/** The family that this page looks at. */
export const looked = createLookedFamily({ call, now: () => clock.now() })

/** The one store and the one engine of this page: nothing of a family is kept on this computer (decision 053). */
export const { store, sync }: { store: Store; sync: Sync } = createFamilyEngine({
  looked,
  lineOf: ({ accountId }) => tableFetch(accountId, (ms) => sync.pauseFor(ms)),
  askForChange({ accountId, familyId }, known, signal) {
    const ask = tableFetch(accountId, (ms) => sync.pauseFor(ms), WATCH_ANSWER_WITHIN_MS)
    const headers = { apikey: settings.anonKey }
    return ask(`${location.origin}/events/v1/changes?after=${known}&family=${familyId}`, { headers, signal })
  },
  isWatchable: settings.supabaseUrl === '',
  subscribeSession,
  page: pageVisibility,
  network: browserNetwork,
  timers: realTimers,
})

export function useLooked(): LookedState {
  return useSyncExternalStore(looked.subscribe, looked.state)
}
