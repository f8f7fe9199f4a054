import type { SleepRecord } from '../../core/records/sleep-record.ts'
import type { LocalDate, TimeZone } from '../../core/time/time.ts'
import { type Change, type Entry, entriesOn, type NewEntry, overlay, type RowKey } from './outbox.ts'
import { bothEdits, lackingIn, type OwnEdit, ownEditOf, restoredAs, saysAll } from './restored-record.ts'

/** What this phone remembers for its carer and no server knows. The names of the fields are those on its disk. */
export interface PhoneMemory {
  /** Ids of the records that were last changed here, the latest at the end; what the outbox still has isn't in it. */
  edited: readonly string[]
  /** Records that were changed here and deleted elsewhere, as they were here; until the carer has seen it. */
  lost: readonly SleepRecord[]
  /** What was changed here of a lost record, by its id; a record is missing where that isn't known any more. */
  own?: Readonly<Record<string, OwnEdit>>
  /** Keys of pairs of records (`pairKey`) that look like one sleep and that the carer called two. */
  apart: readonly string[]
  /** The day on which the question for the baby's age was put off last. */
  putOffOn?: LocalDate
}

export const NOTHING_REMEMBERED: PhoneMemory = { edited: [], lost: [], apart: [] }

/** Whoever has edited so many other records since doesn't miss an older one that somebody deletes. */
const REMEMBERED_EDITS = 20
const REMEMBERED_PAIRS = 100

/** The key of a pair of records: the same in whichever order they are given. */
export function pairKey(a: Pick<SleepRecord, 'id'>, b: Pick<SleepRecord, 'id'>): string {
  return [a.id, b.id].sort().join(' ')
}

/**
 * Remembers what the carer changed, as the entries have it, oldest first. A download may take them off the phone after
 * that. What is only given back to a restored server (an insert, and what has `upTo`) was not changed by anybody here.
 */
export function rememberEdits(memory: PhoneMemory, entries: readonly NewEntry[]): PhoneMemory {
  let { edited } = memory
  for (const { table, kind, rowId, mergedInto, upTo } of entries) {
    if (table !== 'sleep_records' || kind === 'insert' || upTo !== undefined) continue
    const now = kind === 'patch' ? rowId : mergedInto?.id
    edited = edited.filter((id) => id !== rowId && id !== now)
    if (now !== undefined) edited = [...edited, now]
  }
  return { ...memory, edited: edited.slice(-REMEMBERED_EDITS) }
}

/** What a download says of the records. */
interface DownloadedRecords {
  deleted: readonly RowKey[]
  /** A record as the server had it before the download; null when it had none. */
  before: (id: string) => SleepRecord | null
  /** All records of the months that the download touches, as the server has them now. */
  after: readonly SleepRecord[]
  /** A record of any month as the server has it now. */
  find: (id: string) => SleepRecord | null | undefined
  zone: TimeZone
}

/**
 * Adds to the lost records those that a download deletes and the carer of this phone had worked on. A record isn't lost
 * when another one says all that it said, as after a merge or when somebody brought it back: then it is dropped from
 * the list, also if that happens later.
 */
export function rememberLost(
  memory: PhoneMemory,
  entries: readonly Entry[],
  downloaded: DownloadedRecords,
): PhoneMemory {
  const withAll = withDeleted(memory, entries, downloaded)
  const superfluous = withAll.lost.flatMap((record) => {
    const back = restoredAs(record.id, downloaded.find)
    const isBack =
      back !== null && lackingIn(back, record, withAll.own?.[record.id], downloaded.zone).length === 0
    return isBack || downloaded.after.some((other) => saysAll(record, other, downloaded.zone))
      ? { id: record.id, back }
      : []
  })
  const left = superfluous.reduce((before, { id }) => withoutLost(before, id) ?? before, withAll)
  const restored = superfluous.flatMap(({ back }) => back?.id ?? [])
  if (restored.length === 0) return left
  return { ...left, edited: [...left.edited, ...restored].slice(-REMEMBERED_EDITS) }
}

function withDeleted(
  memory: PhoneMemory,
  entries: readonly Entry[],
  { deleted, before }: DownloadedRecords,
): PhoneMemory {
  const ids = deleted.flatMap(({ table, id }) => (table === 'sleep_records' ? id : []))
  const lost = ids.flatMap((id) => {
    const own = entriesOn(entries, 'sleep_records', id)
    // Deleted on this phone too: the carer doesn't miss it.
    if (own.some(({ kind }) => kind === 'delete')) return []
    if (!own.some(({ kind }) => kind === 'patch') && !memory.edited.includes(id)) return []
    const record = overlay(before(id), own)
    return record === null ? [] : { record, own }
  })
  const edited = memory.edited.filter((id) => !lost.some(({ record }) => record.id === id))
  return lost.reduce<PhoneMemory>((known, { record, own }) => withLost(known, record, own), {
    ...memory,
    edited,
  })
}

/** Adds a record, as it is after `changes` made here, to those that were deleted elsewhere. */
export function withLost(
  memory: PhoneMemory,
  record: SleepRecord,
  changes: readonly Change<'sleep_records'>[],
): PhoneMemory {
  const lost = [...memory.lost.filter(({ id }) => id !== record.id), record]
  const edit = ownEditOf(changes)
  if (edit === undefined) return { ...memory, lost }
  return { ...memory, lost, own: { ...memory.own, [record.id]: bothEdits(memory.own?.[record.id], edit) } }
}

/** Takes a record off the lost ones. Null when it isn't there any more, as after a second tap or in another tab. */
export function withoutLost(memory: PhoneMemory, id: string): PhoneMemory | null {
  const lost = memory.lost.filter((record) => record.id !== id)
  if (lost.length === memory.lost.length) return null
  const { [id]: _removed, ...own } = memory.own ?? {}
  return { ...memory, lost, own }
}

export function withApart(memory: PhoneMemory, pair: string): PhoneMemory {
  const others = memory.apart.filter((known) => known !== pair)
  return { ...memory, apart: [...others, pair].slice(-REMEMBERED_PAIRS) }
}
