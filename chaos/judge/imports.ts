import { restoredAs, saysAll } from '../../app/local/restored-record.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { MADRID } from '../../core/time/zone.ts'
import type { FileRow } from '../program/commands.ts'
import { REFUSED_FEEDINGS } from '../program/intents.ts'
import { canonical } from './canonical.ts'
import type { Effect } from './effect-log.ts'
import type { Deed } from './history.ts'
import type { Verdict } from './verdict.ts'

type Content = FileRow['record']
type Import = { deed: Deed; rows: readonly FileRow[] }

/**
 * An import adds what its file says and the diary hasn’t, and nothing twice, however often and on whichever phone the
 * file is imported. A record that was changed since its import still counts as there. One that was deleted may come
 * back under a new id.
 */
export class Imports {
  private readonly verdict: Verdict
  private readonly imports: Import[]
  private readonly inserted = new Set<string>()
  /** Each row of a file has been given these ids so far. */
  private readonly copies = new Map<FileRow | string, Set<string>>()

  constructor(deeds: readonly Deed[], verdict: Verdict) {
    this.verdict = verdict
    this.imports = deeds.flatMap((deed) =>
      deed.command.do === 'import' ? { deed, rows: deed.command.file.rows } : [],
    )
    for (const { deed, rows } of this.imports) {
      for (const { id, ...record } of addedBy(deed)) {
        const row = rowOf(rows, contentOf(record))
        if (row === undefined)
          verdict.broken.push(`importado sin que lo diga su archivo: ${canonical(record)}`)
        else this.copiesOf(row).add(id)
      }
    }
  }

  /**
   * Returns the imports a new row may come from, and none when it comes from something else.
   * @param isGoing says whether a row is gone, or somebody wanted it gone.
   */
  take({ rowId, row }: Effect, isGoing: (id: string) => boolean): Deed[] {
    if (row === null || !isDerived(rowId)) return []
    const content = contentOf(row)
    const possible = this.imports.filter(({ deed, rows }) => {
      if (deed.outcome.kind !== 'unknown') return addedBy(deed).some(({ id }) => id === rowId)
      return rowOf(rows, content) !== undefined
    })
    const source = possible.flatMap(({ rows }) => rowOf(rows, content) ?? [])[0]
    if (source === undefined) return []
    const others = [...this.copiesOf(source)].filter((id) => id !== rowId && this.inserted.has(id))
    if (!others.every(isGoing)) this.verdict.doubled.push(`importado dos veces: ${canonical(row)}`)
    this.inserted.add(rowId)
    this.copiesOf(source).add(rowId)
    return possible.map(({ deed }) => deed)
  }

  /** Returns whether every row of the file was there already or has been added. */
  isAccountedFor({ command, outcome }: Deed, deletedIds: ReadonlySet<string>): boolean {
    if (command.do !== 'import' || outcome.kind !== 'stored' || outcome.imported === undefined) return true
    const { before, added } = outcome.imported
    const arrived = added.every(({ id }) => this.inserted.has(id) || deletedIds.has(id))
    const ids = new Set(before.map(({ id }) => id))
    const moments = new Set(before.map(momentOf))
    const contents = new Set(added.map((record) => canonical(contentOf(record))))
    const isThere = (row: FileRow) =>
      contents.has(canonical(contentOf(row.record))) ||
      moments.has(momentOf(row.record)) ||
      (row.id !== null && ids.has(row.id)) ||
      [...this.copiesOf(row)].some((id) => ids.has(id)) ||
      isBack(row, before) ||
      ([row.id, ...this.copiesOf(row)].some((id) => id !== null && deletedIds.has(id)) &&
        isMerged(row, before))
    // The reader of files leaves out rows that the database would refuse, so these needn't be anywhere.
    return (
      arrived && command.file.rows.every((row) => row.record.feedings === REFUSED_FEEDINGS || isThere(row))
    )
  }

  private copiesOf(row: FileRow): Set<string> {
    const key = row.id ?? row
    const known = this.copies.get(key) ?? new Set()
    this.copies.set(key, known)
    return known
  }
}

/** Returns whether the row is there after the undo of its deletion. */
function isBack({ id }: FileRow, diary: readonly SleepRecord[]): boolean {
  return id !== null && restoredAs(id, (next) => diary.find((other) => other.id === next)) !== null
}

/** Returns whether another entry says all that the row does, as after a merge. */
function isMerged({ id, record }: FileRow, diary: readonly SleepRecord[]): boolean {
  return id !== null && diary.some((other) => saysAll({ ...record, id, user_id: '' }, other, MADRID))
}

/** RFC 9562: a UUID of version 5 is made from a name, one of version 4 by chance. */
function isDerived(id: string): boolean {
  return id[14] === '5'
}

function addedBy({ outcome }: Deed) {
  return (outcome.kind === 'stored' && outcome.imported?.added) || []
}

function rowOf(rows: readonly FileRow[], content: object): FileRow | undefined {
  const wanted = canonical(content)
  return rows.find(({ record }) => canonical(contentOf(record)) === wanted)
}

interface Told {
  id?: unknown
  user_id?: unknown
  taps?: unknown
}

/** Compares taps by time and kind, because those of a table have no ids of their own. */
function contentOf({ id: _id, user_id: _userId, taps, ...content }: Told): object {
  const told = Array.isArray(taps) ? taps.map(({ kind, time }) => `${time} ${kind}`) : []
  return { ...content, taps: told.sort() }
}

/** Names the moment of a record: a baby begins only one sleep in a minute, and wakes up only once. */
function momentOf({ type, date, start_time, time }: Content): string {
  return `${type === 'despertar'} ${date} ${start_time ?? time}`
}
