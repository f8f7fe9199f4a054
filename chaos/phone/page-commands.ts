import {
  addRecord,
  addTogether,
  createPartialRecord,
  deleteRecord,
  deleteTogether,
  forgetLost,
  recoverLost,
  restoreRecord,
  updateBaby,
  updatePlan,
  updateRecord,
} from '../../app/changes/changes.ts'
import { importRecords, knownRecords } from '../../app/changes/imports.ts'
import { mergeRecords, separateRecords } from '../../app/changes/merge.ts'
import { recordEdit } from '../../app/changes/record-changes.ts'
import { addTap, removeTap } from '../../app/changes/taps.ts'
import { planImport } from '../../app/data-files/import-plan.ts'
import { readFile } from '../../app/data-files/read-file.ts'
import { changedFields } from '../../app/local/outbox.ts'
import { store } from '../../app/local/phone-store.ts'
import { lackingIn, ownChanges, restoredAs, saysAll } from '../../app/local/restored-record.ts'
import { sessionState } from '../../app/session/stored-session.ts'
import type { BabyInfo } from '../../core/baby/age.ts'
import type { SleepPlan } from '../../core/plan/plan.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import type { Tap } from '../../core/records/taps.ts'
import { mergedTwins, type Twins } from '../../core/records/twins.ts'
import { MADRID } from '../../core/time/zone.ts'
import type { Command, DataFile, Outcome } from '../program/commands.ts'

/* Here a carer's tap calls the functions that the app's screens call, and says what the page made of it. */

type Row = SleepRecord | BabyInfo | SleepPlan
/** These commands change one row, which shows the change when it is done. */
type RowCommand = Exclude<
  Command,
  { do: 'merge' | 'separate' | 'import' | 'recover' | 'forget' | 'rebuild' | 'unbuild' }
>

export async function runCommand(command: Command): Promise<Outcome> {
  try {
    switch (command.do) {
      case 'merge':
        return await merge(command)
      case 'separate':
        return await separate(command)
      case 'import':
        return await importFile(command.file)
      case 'recover':
        return await recover(command.record)
      case 'rebuild': {
        const built = await addTogether(command.drafts)
        const ids = built.map(({ id }) => id)
        return { kind: 'stored', rowId: null, unchanged: [], isShown: built.every(isShown), built: ids }
      }
      case 'unbuild': {
        const unbuilt = command.ids.filter((id) => rowById(id) !== null)
        await deleteTogether(command.ids)
        if (unbuilt.length === 0) return { kind: 'nothing' }
        return {
          kind: 'stored',
          rowId: null,
          unchanged: [],
          isShown: unbuilt.every((id) => rowById(id) === null),
          unbuilt,
        }
      }
      case 'forget':
        await forgetLost(command.record)
        return { kind: 'stored', rowId: null, unchanged: [], isShown: !isLost(command.record) }
      default:
        return await runOnRow(command)
    }
  } catch (error) {
    return { kind: 'rejected', message: String(error) }
  }
}

async function merge(twins: Twins): Promise<Outcome> {
  const stored = await mergeRecords(twins)
  if (stored === null) return { kind: 'nothing' }
  const { before: kept, after } = stored.edit
  const merged = { fields: changedFields(kept, after), kept, was: stored.drop }
  return { kind: 'stored', rowId: kept.id, unchanged: [], isShown: !isShown(stored.drop), merged }
}

async function separate({ keep, drop }: Twins): Promise<Outcome> {
  const edit = { before: keep, after: { ...keep, ...mergedTwins({ keep, drop }, MADRID) } }
  const undone = await separateRecords({ edit, drop })
  const made = marked(drop.time)
  return {
    kind: 'stored',
    rowId: made?.id ?? null,
    unchanged: [],
    // One that was never sent away is left as it was, without the mark.
    isShown: made !== null || rowById(drop.id) !== null,
    separated: { fields: undone === null ? {} : changedFields(undone.before, undone.after) },
  }
}

/** Imports as the app's sheet does once it is confirmed: the file is compared with the diary as it is then. */
async function importFile({ text, rows }: DataFile): Promise<Outcome> {
  const read = await readFile(new TextEncoder().encode(text), { baby: null, isUtc: false }, MADRID)
  if (read.kind === 'unusable' && rows.length === 0) return { kind: 'nothing' }
  if (read.kind === 'unusable') return { kind: 'rejected', message: `no se puede importar: ${read.problem}` }
  const known = await knownRecords()
  const { records: added } = await planImport(read.content, known, MADRID)
  let stored = 0
  await importRecords(known.diary, added, new AbortController().signal, (count) => {
    stored += count
  })
  const isComplete = stored === added.length && added.every(isShown)
  const imported = { before: known.records, added }
  return { kind: 'stored', rowId: null, unchanged: [], isShown: isComplete, imported }
}

async function recover(record: SleepRecord): Promise<Outcome> {
  const { cache } = await store.replica()
  const own = cache.memory.own?.[record.id]
  const find = (id: string) => cache.recordsById.get(id)
  const back =
    restoredAs(record.id, find) ?? cache.records.find((other) => saysAll(record, other, MADRID)) ?? null
  const told =
    back !== null
      ? lackingIn(back, record, own, MADRID)
      : own === undefined
        ? []
        : ownChanges('', record, own)
  const recovered = {
    fields: Object.assign({}, ...told.map(({ body }) => body)),
    taps: told.flatMap((change) => ('tap' in change && change.tap) || []),
  }
  await recoverLost(record)
  const after = (await store.replica()).cache
  const rowId = back?.id ?? restoredAs(record.id, (id) => after.recordsById.get(id))?.id ?? null
  return { kind: 'stored', rowId, unchanged: [], isShown: !isLost(record), recovered }
}

async function runOnRow(command: RowCommand): Promise<Outcome> {
  const wasReady = store.data().phase === 'ready' && !store.data().loadFailed
  const before = rowOf(command)
  try {
    const told = before !== null && command.do === 'edit' ? toldBy(before, command.patch) : {}
    const made = await carryOut(command)
    if (made !== null && 'kind' in made) {
      const row = rowOf(command)
      const isTapped = row === null || ('taps' in row && row.taps.some(({ id }) => id === made.id))
      if (before === null) return { kind: 'nothing' }
      return { kind: 'stored', rowId: before.id, unchanged: [], isShown: isTapped, tapped: made }
    }
    if (made !== null) return { kind: 'stored', rowId: made.id, unchanged: [], isShown: isShown(made) }
    if (before === null) return wasReady ? { kind: 'nothing' } : { kind: 'unknown' }
    const unchanged = 'patch' in command ? equalFields(before, command.patch) : []
    return { kind: 'stored', rowId: before.id, unchanged, isShown: shows(command, unchanged), ...told }
  } catch (error) {
    if (before === null && (command.do === 'baby' || command.do === 'plan')) return { kind: 'nothing' }
    // The session ended between the tap and the save: the login stands there by now, and says why.
    if (sessionState().kind === 'signed-out') return { kind: 'nothing' }
    throw error
  }
}

/** Returns the fields the app sends for this edit, and the taps it takes back because the edit counts fewer. */
function toldBy(before: Row, patch: Partial<SleepRecord>) {
  if (!('taps' in before)) return {}
  const { changes } = recordEdit(before, patch)
  const untapped = changes.flatMap((change) => ('tap' in change && change.tap ? change.tap.tap : []))
  return { untapped, sent: changes.flatMap(({ body }) => Object.keys(body ?? {})) }
}

async function carryOut(command: RowCommand): Promise<SleepRecord | Tap | null> {
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
    case 'tap':
      return addTap(command.id, command.kind, command.time)
    case 'untap':
      await removeTap(command.id, command.tap)
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

function rowOf(command: Command): Row | null {
  const { baby, plan } = store.data()
  if (command.do === 'baby') return baby
  if (command.do === 'plan') return plan
  return 'id' in command ? rowById(command.id) : null
}

function rowById(wanted: string): SleepRecord | null {
  return store.data().records.find(({ id }) => id === wanted) ?? null
}

/** Finds the record that carries the number of this change. */
function marked(mark: string | null): SleepRecord | null {
  return store.data().records.find(({ time }) => time === mark) ?? null
}

function isShown({ id }: SleepRecord): boolean {
  return rowById(id) !== null
}

function isLost({ id }: SleepRecord): boolean {
  return store.data().lost.some((record) => record.id === id)
}

function equalFields(row: object, patch: object): string[] {
  return Object.entries(patch).flatMap(([field, value]) =>
    JSON.stringify(Reflect.get(row, field)) === JSON.stringify(value) ? field : [],
  )
}

function shows(command: RowCommand, unchanged: readonly string[]): boolean {
  const row = rowOf(command)
  if (command.do === 'delete') return row === null
  if (command.do === 'untap') {
    return row === null || !('taps' in row) || row.taps.every(({ id }) => id !== command.tap.id)
  }
  // The row may have been deleted elsewhere in the same moment, and a deletion beats an edit.
  if (row === null || !('patch' in command)) return true
  const changed = Object.entries(command.patch).filter(([field]) => !unchanged.includes(field))
  return equalFields(row, Object.fromEntries(changed)).length === changed.length
}
