import {
  addRecord,
  createPartialRecord,
  deleteRecord,
  forgetLost,
  recoverLost,
  restoreRecord,
  updateBaby,
  updatePlan,
  updateRecord,
} from '../app/data/changes.ts'
import { importRecords, knownRecords } from '../app/data/imports.ts'
import { mergeRecords, separateRecords } from '../app/data/merge.ts'
import { changedFields } from '../app/data/outbox.ts'
import { babyData, openCopy } from '../app/data/store.ts'
import { planImport } from '../app/data-files/import-plan.ts'
import { readFile } from '../app/data-files/read-file.ts'
import type { BabyInfo } from '../core/age.ts'
import type { SleepPlan } from '../core/plan.ts'
import type { SleepRecord } from '../core/sleep-record.ts'
import { mergedTwins, type Twins } from '../core/twins.ts'
import type { Command, DataFile, Outcome } from './commands.ts'

/* What a carer's tap comes to: the functions the app's screens call, and what the page makes of them. */

type Row = SleepRecord | BabyInfo | SleepPlan
/** What is done to one row, which shows when it is done. */
type RowCommand = Exclude<Command, { do: 'merge' | 'separate' | 'import' | 'recover' | 'forget' }>

export async function perform(command: Command): Promise<Outcome> {
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
      case 'forget':
        await forgetLost(command.record)
        return { kind: 'stored', rowId: null, unchanged: [], isShown: !isLost(command.record) }
      default:
        return await performOnRow(command)
    }
  } catch (error) {
    return { kind: 'rejected', message: String(error) }
  }
}

async function merge(twins: Twins): Promise<Outcome> {
  const before = await mergeRecords(twins)
  if (before === null) return { kind: 'nothing' }
  const { keep, drop } = before
  const merged = { fields: changedFields(keep, mergedTwins(before)), kept: keep, was: drop }
  return { kind: 'stored', rowId: keep.id, unchanged: [], isShown: !isShown(drop), merged }
}

async function separate({ keep, drop }: Twins): Promise<Outcome> {
  const merged = changedFields(keep, mergedTwins({ keep, drop }))
  const backAgain = Object.fromEntries(Object.entries(keep).filter(([field]) => field in merged))
  // Where the app looks: a page that was loaded a moment ago has nothing on its screen yet.
  const current = (await openCopy()).image.recordsById.get(keep.id)
  const fields = current === undefined ? {} : changedFields(current, backAgain)
  await separateRecords({ keep, drop })
  const made = marked(drop.time)
  return {
    kind: 'stored',
    rowId: made?.id ?? null,
    unchanged: [],
    isShown: made !== null,
    separated: { fields },
  }
}

/** As the sheet does it once it is confirmed: held against the diary as it is then. */
async function importFile({ text, rows }: DataFile): Promise<Outcome> {
  const read = await readFile(new TextEncoder().encode(text), { baby: null, isUtc: false })
  if (read.kind === 'unusable' && rows.length === 0) return { kind: 'nothing' }
  if (read.kind === 'unusable') return { kind: 'rejected', message: `unusable: ${read.problem}` }
  const diary = await knownRecords()
  const { records: added } = await planImport(read.content, diary)
  const stored = await importRecords(added, new AbortController().signal, () => undefined)
  const isComplete = stored === added.length && added.every(isShown)
  const imported = { before: diary.records, added }
  return { kind: 'stored', rowId: null, unchanged: [], isShown: isComplete, imported }
}

async function recover(record: SleepRecord): Promise<Outcome> {
  await recoverLost(record)
  return {
    kind: 'stored',
    rowId: marked(record.time)?.id ?? null,
    unchanged: [],
    isShown: !isLost(record),
  }
}

async function performOnRow(command: RowCommand): Promise<Outcome> {
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
    throw error
  }
}

async function carryOut(command: RowCommand): Promise<SleepRecord | null> {
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

function rowOf(command: Command): Row | null {
  const { baby, plan } = babyData()
  if (command.do === 'baby') return baby
  if (command.do === 'plan') return plan
  return command.do === 'edit' || command.do === 'delete' ? rowById(command.id) : null
}

function rowById(wanted: string): SleepRecord | null {
  return babyData().records.find(({ id }) => id === wanted) ?? null
}

/** The record that carries the number of this change. */
function marked(mark: string | null): SleepRecord | null {
  return babyData().records.find(({ time }) => time === mark) ?? null
}

function isShown({ id }: SleepRecord): boolean {
  return rowById(id) !== null
}

function isLost({ id }: SleepRecord): boolean {
  return babyData().lost.some((record) => record.id === id)
}

function equalFields(row: object, patch: object): string[] {
  return Object.entries(patch).flatMap(([field, value]) =>
    JSON.stringify(Reflect.get(row, field)) === JSON.stringify(value) ? field : [],
  )
}

function shows(command: RowCommand, unchanged: readonly string[]): boolean {
  const row = rowOf(command)
  if (command.do === 'delete') return row === null
  // Deleted elsewhere in the same moment: delete beats edit.
  if (row === null || !('patch' in command)) return true
  const changed = Object.entries(command.patch).filter(([field]) => !unchanged.includes(field))
  return equalFields(row, Object.fromEntries(changed)).length === changed.length
}
