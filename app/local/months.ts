import { type SleepRecord, sortNewestFirst } from '../../core/records/sleep-record.ts'

/*
 * On disk the server's records lie in one piece per month: ten thousand of them are read four times as fast as one
 * by one, and a change rewrites a month, however long the history.
 */

export interface Month {
  /** 'YYYY-MM' */
  month: string
  /** Newest first. */
  records: SleepRecord[]
}

/** A row as it is on the server now; null: it is gone, or this version of the app can't show it. */
export interface RowChange<Row> {
  id: string
  row: Row | null
}

export function monthOf(record: Pick<SleepRecord, 'date'>): string {
  return record.date.slice(0, 7)
}

/** The months that changes of records touch: those the records are in now, and those they were in before. */
export function touchedMonths(
  changes: readonly RowChange<SleepRecord>[],
  wasIn: (id: string) => string | undefined,
): string[] {
  const now = changes.flatMap(({ row }) => (row === null ? [] : monthOf(row)))
  const before = changes.flatMap(({ id }) => wasIn(id) ?? [])
  return [...new Set([...now, ...before])]
}

/** The months as the changes leave them. The changes are gone through once, however many months they touch. */
export function changedMonths(months: readonly Month[], changes: readonly RowChange<SleepRecord>[]): Month[] {
  const changed = new Map(changes.map(({ id, row }) => [id, row]))
  const added = new Map(months.map(({ month }): [string, SleepRecord[]] => [month, []]))
  for (const row of changed.values()) if (row !== null) added.get(monthOf(row))?.push(row)
  return months.map(({ month, records }) => {
    const unchanged = records.filter(({ id }) => !changed.has(id))
    return { month, records: sortNewestFirst([...unchanged, ...(added.get(month) ?? [])]) }
  })
}

export function recordIn(months: readonly Month[], id: string): SleepRecord | null {
  return months.flatMap(({ records }) => records).find((record) => record.id === id) ?? null
}
