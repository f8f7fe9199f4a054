import { wakeUpsAfterNights } from '../../core/day/day-wake-up.ts'
import { duplicateFinder, identityOf } from '../../core/records/duplicates.ts'
import { sleepMinutes } from '../../core/records/durations.ts'
import {
  BLANK_RECORD,
  compareNewestFirst,
  type SleepRecord,
  sortNewestFirst,
  startTimeOf,
} from '../../core/records/sleep-record.ts'
import { type LocalTime, type TimeZone, wallOf } from '../../core/time/time.ts'
import type { Diary, DiaryIds } from './diary-ids.ts'
import type { FoundRecord, FoundRow } from './file-content.ts'
import { inBlocks } from './in-blocks.ts'

/*
 * A file whose times have no zone is read by an answer of the carer, who sees only in the diary that it was the wrong
 * one, and then imports the file again by the other. What the first import made is found by the ids it gave, and moved.
 */

/** What becomes of records that were imported by the other answer. */
export interface PutRight {
  /** What a row's id is derived from: what names it by the answer that it was imported by. */
  keyOf: (row: FoundRow) => string
  /** The records that stood at the misread hours, as they will be. */
  moved: SleepRecord[]
  /** Wake-ups of misread ends for which the right hours have no place. */
  gone: SleepRecord[]
  /** Ids of those that stay there, because another sleep of the diary is at the right hours. */
  occupied: ReadonlySet<string>
  /** Moved nights that end in the morning now, and didn't before: what they end with is still to be added. */
  mornings: SleepRecord[]
}

/** A record of the diary as it is and will be, and the row it was made of as it was read then and is read now. */
interface Move {
  from: SleepRecord
  to: SleepRecord
  misread: FoundRecord
  right: FoundRecord
}

/** @param misread the rows of the same file, read by the other answer; none where there is no question. */
export async function putRight(
  rows: readonly FoundRow[],
  misread: readonly FoundRow[],
  { records }: Diary,
  ids: DiaryIds,
  zone: TimeZone,
): Promise<PutRight> {
  const otherwise = new Map(misread.map((other) => [other.row, other]))
  const names = await namesOf(rows, otherwise, ids)
  const keyOf = (row: FoundRow) => names.get(row) ?? ownName(row)
  const moves = new Map<string, Move>()
  let standing = 0
  await inBlocks(misread.length === 0 ? [] : [...names.keys()], (row) => {
    const [then, record] = [otherwise.get(row.row)?.record, ids.madeOf(keyOf(row))]
    if (then === undefined || typeof record === 'string' || record.type === 'despertar') return
    if (startsAs(record, then)) {
      const to = movedTo(record, then, row.record, zone)
      if (!isAs(record, to)) moves.set(record.id, { from: record, to, misread: then, right: row.record })
    } else if (startsAs(record, row.record)) standing += 1
  })
  // Imported by these very hours: the few that start at the other ones were put there by the carer.
  const isByThese = [...names].every(([row, name]) => name === ownName(row))
  if (isByThese && moves.size <= standing) moves.clear()
  if (moves.size === 0) return { keyOf, moved: [], gone: [], occupied: new Set(), mornings: [] }

  const occupied = await settle(moves, records, zone)
  const settled = [...moves.values()]
  const wakeUps = wakeUpsPutRight(settled, records, ids)
  return {
    keyOf,
    moved: [...settled.map(({ to }) => to), ...wakeUps.moved],
    gone: wakeUps.gone,
    occupied,
    mornings: settled.filter(({ misread }) => wakeUpAfter(misread) === null).map(({ to }) => to),
  }
}

/** Takes those out of `moves` that would go over another sleep, and returns their ids. */
async function settle(
  moves: Map<string, Move>,
  records: readonly SleepRecord[],
  zone: TimeZone,
): Promise<Set<string>> {
  const occupied = new Set<string>()
  const finder = duplicateFinder(
    records.filter(({ id }) => !moves.has(id)),
    zone,
  )
  // One that stays may be in the way of the next, which comes from behind: those ahead are asked first.
  const newestFirst = sortNewestFirst([...moves.values()].map(({ from }) => from))
  const isBack = [...moves.values()].some(({ from, to }) => compareNewestFirst(from, to) < 0)
  await inBlocks(isBack ? newestFirst.reverse() : newestFirst, (from) => {
    const move = moves.get(from.id)
    if (move === undefined || finder.find(move.to) === null) return
    occupied.add(from.id)
    moves.delete(from.id)
    finder.add(from)
  })
  return occupied
}

/**
 * What becomes of the wake-ups that an import added at misread ends, where nobody has moved them. A day keeps its own
 * wake-up, as in any import; one that has no other gets it at the latest end of a moved night, if that is a morning.
 */
function wakeUpsPutRight(moves: readonly Move[], records: readonly SleepRecord[], ids: DiaryIds) {
  const misread = new Map<string, SleepRecord>()
  for (const move of moves) {
    const wakeUp = misreadWakeUp(move, ids)
    if (wakeUp !== null) misread.set(wakeUp.id, wakeUp)
  }
  const others = records.filter(({ id, type }) => type === 'despertar' && !misread.has(id))
  const mornings = wakeUpsAfterNights([...others, ...moves.map(({ right }) => right)])
  const timeOn = new Map(mornings.map(({ date, time }) => [date, time]))
  const [moved, gone]: [SleepRecord[], SleepRecord[]] = [[], []]
  for (const wakeUp of misread.values()) {
    const time = timeOn.get(wakeUp.date)
    if (time === undefined) gone.push(wakeUp)
    else if (time !== startTimeOf(wakeUp)) moved.push({ ...wakeUp, time, start_time: null })
  }
  return { moved, gone }
}

function ownName({ record, named = record }: FoundRow): string {
  return identityOf(named)
}

/**
 * What names the rows that can be read otherwise: the answer by which the diary has more of them. A start may be both
 * one row's and another's misread one, so no record tells by itself. One that stands at neither hours tells nothing: it
 * is of another file, or was changed.
 */
async function namesOf(
  rows: readonly FoundRow[],
  otherwise: ReadonlyMap<number, FoundRow>,
  ids: DiaryIds,
): Promise<Map<FoundRow, string>> {
  const [byNow, byThen] = [new Set<string>(), new Set<string>()]
  const names = new Map<FoundRow, string>()
  const taken = new Set<string>()
  await inBlocks(otherwise.size === 0 ? [] : rows, (row) => {
    const other = otherwise.get(row.row)
    // Two rows of the night the clocks go back may have one misread name: the second isn't the first.
    const isOwn = other === undefined || taken.has(ownName(other))
    names.set(row, isOwn ? `misread ${ownName(row)}` : ownName(other))
    if (isOwn) return
    taken.add(ownName(other))
    for (const [name, found] of [
      [ownName(row), byNow],
      [ownName(other), byThen],
    ] as const) {
      const record = ids.madeOf(name)
      if (typeof record === 'string') continue
      if (isAs(record, row.record) || isAs(record, other.record)) found.add(record.id)
    }
  })
  if (byThen.size > byNow.size) return names
  return new Map(rows.map((row) => [row, ownName(row)]))
}

function startsAs(record: SleepRecord, { date, start_time }: FoundRecord): boolean {
  return record.date === date && startTimeOf(record) === start_time
}

function isAs(record: SleepRecord, found: FoundRecord): boolean {
  return startsAs(record, found) && record.end_time === found.end_time
}

/** The record with the hours as they are read now. Whatever else was said of it since stays. */
function movedTo(record: SleepRecord, then: FoundRecord, now: FoundRecord, zone: TimeZone): SleepRecord {
  const { date, start_time } = now
  const isOfFile = record.end_time === then.end_time || record.end_time === now.end_time
  const end_time = isOfFile ? now.end_time : shifted(record.end_time, then, now)
  return {
    ...record,
    type: record.type === then.type ? now.type : record.type,
    date,
    start_time,
    time: null,
    end_time,
    duration: end_time === null ? null : sleepMinutes(date, start_time, end_time, zone),
  }
}

/** An end that was corrected, by as much as the start moves. */
function shifted(end: LocalTime | null, then: FoundRecord, now: FoundRecord): LocalTime | null {
  if (end === null) return null
  const by = wallOf(now.date, now.start_time ?? end) - wallOf(then.date, then.start_time ?? end)
  return new Date(wallOf(then.date, end) + by).toISOString().slice(11, 16)
}

/** What an import adds at the end of a night. */
function wakeUpAfter(found: FoundRecord): FoundRecord | null {
  const [wakeUp] = wakeUpsAfterNights([found])
  return wakeUp === undefined ? null : { ...BLANK_RECORD, ...wakeUp, type: 'despertar' }
}

/** The wake-up that stands at a night's misread end because an import by either answer added it. */
function misreadWakeUp({ misread, right }: Move, ids: DiaryIds): SleepRecord | null {
  const then = wakeUpAfter(misread)
  if (then === null) return null
  for (const wakeUp of [then, wakeUpAfter(right) ?? then]) {
    const record = ids.madeOf(identityOf(wakeUp))
    if (typeof record !== 'string' && identityOf(record) === identityOf(then)) return record
  }
  return null
}
