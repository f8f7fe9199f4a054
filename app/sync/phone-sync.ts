import { pageVisibility } from '../device/page-visibility.ts'
import { settings } from '../device/settings.ts'
import { keepStorage } from '../device/storage.ts'
import { realTimers } from '../device/turns/timers.ts'
import { familyNamed, knownFamilies, refreshFamilies } from '../family/families.ts'
import { store } from '../local/phone-store.ts'
import { startAuth } from '../session/remote-auth.ts'
import { storedSession, subscribeSession } from '../session/stored-session.ts'
import { tableFetch } from '../session/table-fetch.ts'
import { browserNetwork } from './browser-network.ts'
import { consentOf, subscribeConsent } from './consent.ts'
import { openTables } from './remote.ts'
import { createRound } from './round.ts'
import { createSync, type Sync } from './sync.ts'
import { createWatch, WATCH_ANSWER_WITHIN_MS } from './watch.ts'

const parts = { store, locks: () => navigator.locks, timers: realTimers }

/** Only our own server tells of changes; hosted Supabase is asked every few seconds. */
const isWatchable = settings.supabaseUrl === ''

const watch = createWatch({
  ...parts,
  askForChange({ accountId, familyId }, known, signal) {
    const ask = tableFetch(accountId, sync.pauseFor, WATCH_ANSWER_WITHIN_MS)
    const headers = { apikey: settings.anonKey }
    const whose = familyId === accountId ? '' : `&family=${familyId}`
    return ask(`${location.origin}/events/v1/changes?after=${known}${whose}`, { headers, signal })
  },
})

/** The one engine of this page. */
export const sync: Sync = createSync({
  store,
  playRound: createRound({
    ...parts,
    openTables: ({ accountId, familyId }, noticingAnswers) =>
      openTables(familyId, noticingAnswers(tableFetch(accountId, sync.pauseFor))),
    mayBegin: (accountId) => consentOf(accountId).kind === 'given',
    access: {
      known({ accountId, familyId }) {
        const family = familyNamed(accountId, familyId)
        // A database without the newest migrations lists not even the account's own.
        const isAlone = accountId === familyId && knownFamilies(accountId) !== null
        return family?.access_rev ?? (isAlone ? 0 : null)
      },
      async learn({ accountId }) {
        await refreshFamilies(accountId)
        return knownFamilies(accountId) !== null
      },
    },
  }),
  watchChanges: isWatchable ? watch.watchChanges : async () => {},
  isWatching: watch.isWatching,
  subscribeSession,
  page: pageVisibility,
  network: browserNetwork,
  timers: realTimers,
})

/** Opens the phone's replica and keeps it and the server alike, for as long as the page lives. */
export function startSync(): void {
  sync.start()
  subscribeConsent(sync.request)
  if (storedSession() !== null) void startAuth()
  // Once there is a replica, the phone has something that the browser mustn't throw away.
  store.onWhole(() => void keepStorage())
}
