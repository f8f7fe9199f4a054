import { wakeUpsAfterNights } from '../../core/nap-or-night.ts'
import { identityOf, logOf } from '../../core/same-sleep.ts'
import {
  BLANK_RECORD,
  type LocalDate,
  type RecordType,
  type SleepRecord,
  sortNewestFirst,
} from '../../core/sleep-record.ts'
import { derivedId } from './derived-id.ts'
import type { FileContent, FoundRecord, FoundRow, SkippedRow } from './file-content.ts'
import { inBlocks } from './in-blocks.ts'

/** The diary a file is held against. */
export interface Diary {
  userId: string
  records: readonly SleepRecord[]
  /** Ids the server will never take again. */
  deletedIds: ReadonlySet<string>
}

/** What an import would do. */
export interface ImportPlan {
  /** To be added, newest first. */
  records: SleepRecord[]
  counts: Record<RecordType, number>
  /** How many of the wake-ups the file doesn't say itself: its nights do. */
  readWakeUps: number
  /** Rows the diary has already, as they are or edited since. */
  duplicates: number
  skipped: SkippedRow[]
  /** First and last date of the file's records; null without any. */
  from: LocalDate | null
  to: LocalDate | null
}

/**
 * Holds a file against the diary, so that it can be imported any number of times, on any phone, after edits and
 * deletions: a record's id is derived from the account and from what the record is in its file.
 */
export async function planImport(content: FileContent, diary: Diary): Promise<ImportPlan> {
  const isForeign = content.source === 'huckleberry' || content.source === 'baby-buddy'
  const log = logOf(diary.records)
  const here = new Set(diary.records.map(({ id }) => id))
  const seen = new Set<string>()
  const records: SleepRecord[] = []
  const skipped = [...content.skipped]
  let duplicates = 0

  await inBlocks(content.rows, ({ row, id, record }) => {
    const key = keyOf(id, record)
    const isRepeated = seen.has(key)
    seen.add(key)
    const match = log.find(record)
    const free = freeId(key, diary, here)
    if (isRepeated) skipped.push({ row, reason: 'repeated', word: '' })
    else if (match === 'same' || free === null || (id !== null && here.has(id))) duplicates += 1
    else if (match === 'overlap' && isForeign) skipped.push({ row, reason: 'overlap', word: '' })
    else records.push({ ...record, id: free, user_id: diary.userId })
  })
  const wakeUps = isForeign ? wakeUpsOf(records, diary, here) : []
  const dates = content.rows.map(({ record }) => record.date).sort()
  const added = [...records, ...wakeUps]
  return {
    records: sortNewestFirst(added),
    counts: {
      siesta: countOf(added, 'siesta'),
      noche: countOf(added, 'noche'),
      despertar: countOf(added, 'despertar'),
    },
    readWakeUps: wakeUps.length,
    duplicates,
    skipped: skipped.toSorted((a, b) => a.row - b.row),
    from: dates[0] ?? null,
    to: dates.at(-1) ?? null,
  }
}

/** What a record is in its file: its id in ours, when it began in others'. */
function keyOf(id: FoundRow['id'], record: FoundRecord): string {
  return id === null ? identityOf(record) : `id ${id}`
}

/**
 * The id a record gets: the first of its series that was never deleted, because a deleted id can't come back but the
 * record may. Null when that one is in the diary.
 */
function freeId(key: string, { userId, deletedIds }: Diary, here: ReadonlySet<string>): string | null {
  for (let turn = 0; ; turn += 1) {
    const id = derivedId(userId, `${key} ${turn}`)
    if (here.has(id)) return null
    if (!deletedIds.has(id)) return id
  }
}

/** Other apps log no wake-ups, without which a day doesn't count in the weekly average. */
function wakeUpsOf(added: readonly SleepRecord[], diary: Diary, here: ReadonlySet<string>): SleepRecord[] {
  const told = diary.records.filter(({ type }) => type === 'despertar')
  return wakeUpsAfterNights([...told, ...added]).flatMap(({ date, time }) => {
    const record: FoundRecord = { ...BLANK_RECORD, date, type: 'despertar', time }
    const id = freeId(keyOf(null, record), diary, here)
    return id === null ? [] : { ...record, id, user_id: diary.userId }
  })
}

function countOf(records: readonly SleepRecord[], type: RecordType): number {
  return records.filter((record) => record.type === type).length
}
