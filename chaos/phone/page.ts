import { discardRefused, retryRefused } from '../../app/changes/changes.ts'
import { writeFullCopy } from '../../app/data-files/full-copy.ts'
import { writeRecordsTable } from '../../app/data-files/own-tables.ts'
import { store } from '../../app/local/phone-store.ts'
import { signIn } from '../../app/session/sign-in.ts'
import { sessionState } from '../../app/session/stored-session.ts'
import { startSync } from '../../app/sync/phone-sync.ts'
import type { BabyInfo } from '../../core/baby/age.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { MADRID } from '../../core/time/zone.ts'
import { APP_DATE } from '../program/app-date.ts'
import type { FileFormat, View } from '../program/commands.ts'
import { setPhoneClock } from './page-clock.ts'
import { runCommand } from './page-commands.ts'
import { join, keptOf, leave, openFamily, place, startLeaving } from './page-family.ts'

/*
 * This page has no screens: it is the app's own data layer, on the app's own address, under the harness's command. It
 * is built apart from the app, so that the app needs no door for tests.
 */

const errors: string[] = []
window.addEventListener('error', (event) => errors.push(event.message))
window.addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))

const shown = new Set<string>()
const gone = new Set<string>()
const returned = new Set<string>()

function watchRecords(): void {
  const { phase, loadFailed, records } = store.data()
  // A replica that is being opened again shows nothing for a moment, which is not the same as records gone.
  if (phase === 'loading' || loadFailed) return
  const here = new Set(records.map(({ id }) => id))
  for (const id of shown) if (!here.has(id)) gone.add(id)
  for (const id of here) {
    if (gone.has(id)) returned.add(id)
    shown.add(id)
  }
  for (const id of gone) if (!here.has(id)) shown.delete(id)
}

store.subscribe(watchRecords)
startSync()
startLeaving()

function look(): View {
  const { phase, loadFailed, baby, plan, records, lost, sync } = store.data()
  return {
    isSignedIn: sessionState().kind === 'signed-in',
    place: place(),
    isReady: phase === 'ready' && !loadFailed,
    loadFailed,
    pending: sync.pending,
    refused: sync.refused,
    baby: baby && withoutOwnerName(baby),
    plan,
    records: records.map(withoutLogger),
    lost: lost.map(withoutLogger),
    vanished: [...gone],
    returned: [...returned],
    errors,
  }
}

function exportAll(format: FileFormat) {
  const { baby, plan, records } = store.data()
  if (baby === null || plan === null) return null
  const text =
    format === 'csv'
      ? writeRecordsTable(records, MADRID)
      : writeFullCopy({ baby, plan, records }, 'Chaos', APP_DATE)
  return { text, records: records.map(withoutLogger) }
}

/** Who logged what is the server's to say, and no matter of the judge's. */
function withoutLogger({ logged_by: _logger, ...record }: SleepRecord): SleepRecord {
  return record
}

function withoutOwnerName({ owner_name: _name, ...baby }: BabyInfo): BabyInfo {
  return baby
}

/** The page can be told that it is hidden, as when another tab is in front of it. */
let isHidden = false
Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') })

function setHidden(hidden: boolean): void {
  if (hidden === isHidden) return
  isHidden = hidden
  document.dispatchEvent(new Event('visibilitychange'))
}

window.nana = {
  runCommand: async (command) => JSON.stringify(await runCommand(command)),
  look: () => JSON.stringify(look()),
  exportAll,
  retryRefused: (seq) => retryRefused([seq]),
  discardRefused: (seq) => discardRefused([seq]),
  openFamily,
  join,
  leave,
  keptOf: async (familyId) => JSON.stringify(await keptOf(familyId)),
  setClock: setPhoneClock,
  setHidden,
  signIn: async (email, password) => {
    const result = await signIn(email, password)
    return result.kind === 'ok' ? null : `${result.code} ${result.message}`
  },
}
