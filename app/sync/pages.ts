import type { LocalDate } from '../../core/time/time.ts'
import { parsePage, type Table, type WireRow } from '../local/rows.ts'
import type { Answer, Tables } from './remote.ts'

export const PAGE_ROWS = 1000

export type AskPage = (after: number) => Promise<Answer>

export function pageOf(tables: Tables, table: Table | 'deleted_rows'): AskPage {
  return (after) => tables.readPage(table, after, PAGE_ROWS)
}

export function pageUntil(tables: Tables, day: LocalDate): AskPage {
  return (after) => tables.readRecordsUntil(day, after, PAGE_ROWS)
}

/**
 * All rows that changed after `from` and up to `to`, page by page, added to `rows`. Null when the server stops
 * answering: the pages so far stay in `rows`, and the next try goes on after them.
 */
export async function allPages<Row extends { rev: number }>(
  ask: AskPage,
  read: (page: readonly WireRow[]) => Row[] | null,
  [from, to]: [number, number],
  rows: Row[] = [],
): Promise<Row[] | null> {
  let last = rows.at(-1)?.rev ?? from
  let asked = ask(last)
  for (;;) {
    const page = parsed(await asked, parsePage)
    if (page === null) return null
    last = page.at(-1)?.rev ?? last
    // A server may make pages shorter than asked: a short one is the last only when it reaches `to`.
    const isLast = page.length === 0 || (last >= to && page.length < PAGE_ROWS)
    // The next page is on its way while a slow phone reads this one.
    if (!isLast) asked = ask(last)
    const fetched = read(page)
    if (fetched === null) return null
    rows.push(...fetched)
    if (isLast) return rows
  }
}

export function parsed<T>({ data, failure }: Answer, parse: (data: unknown) => T | null): T | null {
  return failure === null ? parse(data) : null
}
