import { goesOnAfter, isDaysWakeUp, wakeUpsAfterNights } from '../../core/day/day-wake-up.ts'
import { duplicateFinder, identityOf } from '../../core/records/duplicates.ts'
import {
  BLANK_RECORD,
  type RecordType,
  type SleepRecord,
  sortNewestFirst,
} from '../../core/records/sleep-record.ts'
import { isHeldBy } from '../../core/records/twins.ts'
import { addDays, type LocalDate, type TimeZone } from '../../core/time/time.ts'
import { derivedId } from './derived-id.ts'
import { type Diary, type DiaryIds, diaryIds } from './diary-ids.ts'
import {
  type FileContent,
  type FoundRecord,
  type FoundRow,
  isOfOtherApp,
  type SkippedRow,
} from './file-content.ts'
import { editFinder, type FileEdit } from './file-edits.ts'
import { inBlocks } from './in-blocks.ts'
import { putRight } from './misread-hours.ts'

/** What an import would do. */
export interface ImportPlan {
  /** The records to add, newest first. */
  records: SleepRecord[]
  counts: Record<RecordType, number>
  /** How many of the wake-ups aren't in the file itself, but follow from the ends of its nights. */
  readWakeUps: number
  /** Rows the diary has already: as they are, edited since, or merged into another entry of the same sleep. */
  duplicates: number
  /** What a file of our own says otherwise of those that the diary has. */
  edits: FileEdit[]
  /** What was imported by the other hours of the same file and goes to these, newest first. */
  moved: SleepRecord[]
  /** Wake-ups of an import by the other hours that are deleted, because these have no place for them. */
  gone: SleepRecord[]
  skipped: SkippedRow[]
  /** First and last date of the file's records; null without any. */
  from: LocalDate | null
  to: LocalDate | null
}

/**
 * Compares a file with the diary. A file can be imported any number of times, on any phone, also after edits and
 * deletions, because a record's id is derived from the account and from what identifies the record in its file.
 * @param misread the same file read by the other answer, where it asks whose hours it tells.
 */
export async function planImport(
  content: FileContent,
  diary: Diary,
  zone: TimeZone,
  misread: FileContent | null = null,
): Promise<ImportPlan> {
  const isForeign = isOfOtherApp(content.source)
  const ids = diaryIds(diary)
  const { keyOf, moved, gone, occupied, mornings } = await putRight(
    content.rows,
    misread?.rows ?? [],
    diary,
    ids,
    zone,
  )
  const movedById = new Map(moved.map((record) => [record.id, record]))
  const goneIds = new Set(gone.map(({ id }) => id))
  const stays = diary.records.filter(({ id }) => !goneIds.has(id))
  const present = stays.map((record) => movedById.get(record.id) ?? record)
  const awakeOn = new Set(present.filter(isDaysWakeUp).map(({ date }) => date))
  const finder = duplicateFinder(present, zone)
  const seen = new Set<string>()
  const records: SleepRecord[] = []
  const skipped = [...content.skipped]
  const editsOf = isForeign ? () => [] : editFinder(content.rows, diary.records)
  const edits: FileEdit[] = []
  let duplicates = 0

  await inBlocks(content.rows, (found) => {
    const { row, id, record, named = record } = found
    const key = id === null ? identityOf(named) : `id ${id}`
    const isRepeated = seen.has(key)
    seen.add(key)
    const match = finder.find(record)
    const made = ids.madeOf(id === null ? keyOf(found) : key)
    const madeId = typeof made === 'string' ? null : made.id
    if (isRepeated) skipped.push({ row, reason: 'repeated', word: '' })
    else if (madeId !== null && movedById.has(madeId)) return
    else if (madeId !== null && occupied.has(madeId)) skipped.push({ row, reason: 'occupied', word: '' })
    else if (match === 'same' || typeof made !== 'string' || (id !== null && ids.recordOf(id) !== null)) {
      duplicates += 1
      edits.push(...editsOf(found))
    } else if (wasMergedAway(found, key, diary, zone)) duplicates += 1
    else if (isForeign && isDaysWakeUp(record) && awakeOn.has(record.date)) duplicates += 1
    else if (match === 'overlap' && isForeign) skipped.push({ row, reason: 'overlap', word: '' })
    else records.push({ ...record, id: made, user_id: diary.familyId })
  })
  const wakeUps = isForeign ? wakeUpsOf([...records, ...mornings], { ...diary, records: present }, ids) : []
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
    edits,
    moved: sortNewestFirst(moved),
    gone,
    skipped: skipped.toSorted((a, b) => a.row - b.row),
    from: dates[0] ?? null,
    to: dates.at(-1) ?? null,
  }
}

/**
 * Whether a row of our own was deleted and an entry of the same sleep says all that it does, as after a merge: given
 * back, it would only be merged once more.
 */
function wasMergedAway(
  { id, record }: FoundRow,
  key: string,
  { familyId, records, deletedIds }: Diary,
  zone: TimeZone,
): boolean {
  if (id === null) return false
  if (!deletedIds.has(id) && !deletedIds.has(derivedId(familyId, `${key} 0`))) return false
  const days = [-1, 0, 1].map((count) => addDays(record.date, count))
  const row = { ...record, id, user_id: familyId }
  return records.some((other) => days.includes(other.date) && isHeldBy(row, other, zone))
}

/**
 * The wake-ups that follow from added nights: other apps log none, and without one a day isn't in the average. A night
 * may lie in the diary in part already, and then ends the later.
 */
function wakeUpsOf(added: readonly SleepRecord[], diary: Diary, ids: DiaryIds): SleepRecord[] {
  const wakeUps = diary.records.filter(isDaysWakeUp)
  const days = new Set(wakeUpsAfterNights([...wakeUps, ...added]).map(({ date }) => date))
  const all = [...diary.records, ...added]
  const nights = all.filter(({ type }) => type === 'noche')
  return wakeUpsAfterNights(all).flatMap(({ date, time }) => {
    if (!days.has(date) || nights.some((night) => goesOnAfter(night, date, time))) return []
    const record: FoundRecord = { ...BLANK_RECORD, date, type: 'despertar', time }
    const id = ids.madeOf(identityOf(record))
    return typeof id === 'string' ? { ...record, id, user_id: diary.familyId } : []
  })
}

function countOf(records: readonly SleepRecord[], type: RecordType): number {
  return records.filter((record) => record.type === type).length
}
