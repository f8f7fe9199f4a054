import { discardRefused, retryRefused } from '../app/data/changes.ts'
import { signIn } from '../app/data/session.ts'
import { babyData, subscribeData } from '../app/data/store.ts'
import { sessionState } from '../app/data/stored-session.ts'
import { startSync } from '../app/data/sync.ts'
import { writeFullCopy } from '../app/data-files/full-copy.ts'
import { writeRecordsTable } from '../app/data-files/own-tables.ts'
import { APP_DATE } from './app-date.ts'
import type { FileFormat, View } from './commands.ts'
import { setPhoneClock } from './page-clock.ts'
import { perform } from './perform.ts'

/*
 * A page without screens: the app's own data layer, on the app's own address, at the harness's command. It is built
 * apart from the app, which has no door for tests.
 */

const errors: string[] = []
window.addEventListener('error', (event) => errors.push(event.message))
window.addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))

const shown = new Set<string>()
const gone = new Set<string>()
const returned = new Set<string>()

function watchRecords(): void {
  const { phase, loadFailed, records } = babyData()
  // A copy that is being opened again shows nothing for a moment, and says so.
  if (phase === 'loading' || loadFailed) return
  const here = new Set(records.map(({ id }) => id))
  for (const id of shown) if (!here.has(id)) gone.add(id)
  for (const id of here) {
    if (gone.has(id)) returned.add(id)
    shown.add(id)
  }
  for (const id of gone) if (!here.has(id)) shown.delete(id)
}

subscribeData(watchRecords)
startSync()

function look(): View {
  const { phase, loadFailed, baby, plan, records, lost, sync } = babyData()
  return {
    isSignedIn: sessionState().kind === 'signed-in',
    isReady: phase === 'ready' && !loadFailed,
    loadFailed,
    pending: sync.pending,
    refused: sync.refused,
    baby,
    plan,
    records,
    lost,
    vanished: [...gone],
    returned: [...returned],
    errors,
  }
}

function exportAll(format: FileFormat) {
  const { baby, plan, records } = babyData()
  if (baby === null || plan === null) return null
  const text =
    format === 'csv' ? writeRecordsTable(records) : writeFullCopy({ baby, plan, records }, 'Chaos', APP_DATE)
  return { text, records }
}

/** As when another tab is in front. */
let isHidden = false
Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') })

function setHidden(hidden: boolean): void {
  if (hidden === isHidden) return
  isHidden = hidden
  document.dispatchEvent(new Event('visibilitychange'))
}

window.nana = {
  perform: async (command) => JSON.stringify(await perform(command)),
  look: () => JSON.stringify(look()),
  exportAll,
  retryRefused: (seq) => retryRefused([seq]),
  discardRefused: (seq) => discardRefused([seq]),
  setClock: setPhoneClock,
  setHidden,
  signIn: async (email, password) => {
    const result = await signIn(email, password)
    return result.kind === 'ok' ? null : `${result.code} ${result.message}`
  },
}
