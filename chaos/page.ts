import {
  addRecord,
  createPartialRecord,
  deleteRecord,
  discardRefused,
  restoreRecord,
  retryRefused,
  updateBaby,
  updatePlan,
  updateRecord,
} from '../app/data/changes.ts'
import { mergeRecords } from '../app/data/merge.ts'
import { changedFields } from '../app/data/outbox.ts'
import { signIn } from '../app/data/session.ts'
import { babyData, subscribeData } from '../app/data/store.ts'
import { sessionState } from '../app/data/stored-session.ts'
import { startSync } from '../app/data/sync.ts'
import type { BabyInfo } from '../core/age.ts'
import type { SleepPlan } from '../core/plan.ts'
import type { SleepRecord } from '../core/sleep-record.ts'
import { mergedTwins, type Twins } from '../core/twins.ts'
import type { Command, Outcome, View } from './commands.ts'
import { setPhoneClock } from './page-clock.ts'

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

type Row = SleepRecord | BabyInfo | SleepPlan

function rowOf(command: Command): Row | null {
  const { baby, plan, records } = babyData()
  if (command.do === 'baby') return baby
  if (command.do === 'plan') return plan
  if (command.do === 'edit' || command.do === 'delete') {
    return records.find(({ id }) => id === command.id) ?? null
  }
  return null
}

async function merge(twins: Twins): Promise<Outcome> {
  try {
    const before = await mergeRecords(twins)
    if (before === null) return { kind: 'nothing' }
    const merged = { fields: changedFields(before.keep, mergedTwins(before)), was: before.drop }
    return { kind: 'stored', rowId: before.keep.id, unchanged: [], isShown: !isShown(before.drop), merged }
  } catch (error) {
    return { kind: 'rejected', message: String(error) }
  }
}

async function perform(command: Command): Promise<Outcome> {
  if (command.do === 'merge') return merge(command)
  const wasReady = babyData().phase === 'ready' && !babyData().loadFailed
  const before = rowOf(command)
  try {
    const made = await carryOut(command)
    if (made !== null) return { kind: 'stored', rowId: made.id, unchanged: [], isShown: isShown(made) }
    if (before === null) return wasReady ? { kind: 'nothing' } : { kind: 'unknown' }
    const unchanged = 'patch' in command ? equalFields(before, command.patch) : []
    return { kind: 'stored', rowId: before.id, unchanged, isShown: shows(command, unchanged) }
  } catch (error) {
    if (before === null && (command.do === 'baby' || command.do === 'plan')) return { kind: 'nothing' }
    return { kind: 'rejected', message: String(error) }
  }
}

async function carryOut(command: Exclude<Command, { do: 'merge' }>): Promise<SleepRecord | null> {
  switch (command.do) {
    case 'add':
      return addRecord(command.draft)
    case 'start':
      return createPartialRecord(command.draft)
    case 'undo':
      return restoreRecord(command.record)
    case 'edit':
      await updateRecord(command.id, command.patch)
      return null
    case 'delete':
      await deleteRecord(command.id)
      return null
    case 'baby':
      await updateBaby(command.patch)
      return null
    case 'plan':
      await updatePlan(command.patch)
      return null
  }
}

function equalFields(row: object, patch: object): string[] {
  return Object.entries(patch).flatMap(([field, value]) =>
    JSON.stringify(Reflect.get(row, field)) === JSON.stringify(value) ? field : [],
  )
}

function isShown(record: SleepRecord): boolean {
  return babyData().records.some(({ id }) => id === record.id)
}

function shows(command: Command, unchanged: readonly string[]): boolean {
  const row = rowOf(command)
  if (command.do === 'delete') return row === null
  // Deleted elsewhere in the same moment: delete beats edit.
  if (row === null || !('patch' in command)) return true
  const changed = Object.entries(command.patch).filter(([field]) => !unchanged.includes(field))
  return equalFields(row, Object.fromEntries(changed)).length === changed.length
}

function look(): View {
  const { phase, loadFailed, baby, plan, records, sync } = babyData()
  return {
    isSignedIn: sessionState().kind === 'signed-in',
    isReady: phase === 'ready' && !loadFailed,
    loadFailed,
    pending: sync.pending,
    refused: sync.refused,
    baby,
    plan,
    records,
    vanished: [...gone],
    returned: [...returned],
    errors,
  }
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
  perform,
  look,
  retryRefused,
  discardRefused,
  setClock: setPhoneClock,
  setHidden,
  signIn: async (email, password) => {
    const result = await signIn(email, password)
    return result.kind === 'ok' ? null : `${result.code} ${result.message}`
  },
}
