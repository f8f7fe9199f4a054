import type { BabyInfo } from '../../../../core/baby/age.ts'
import type { SleepPlan } from '../../../../core/plan/plan.ts'
import type { LocalDb } from '../../../local/local-db.ts'
import { changedMonths, type Month, monthOf, type RowChange, touchedMonths } from '../../../local/months.ts'
import { sameValue } from '../../../local/outbox.ts'
import { NOTHING_REMEMBERED } from '../../../local/phone-memory.ts'
import type { Restore } from '../../../local/rows.ts'

/**
 * A family's rows for as long as the console shows them, in memory alone. It keeps what a phone's database keeps
 * (`app/local/local-db.ts`) but for what is written on the phone: the console writes nothing into a log.
 */
export function openMemoryDb(): LocalDb {
  let cursor: number | null = null
  let restores: readonly Restore[] = []
  const babies = new Map<string, BabyInfo>()
  const plans = new Map<string, SleepPlan>()
  const months = new Map<string, Month>()
  const deleted = new Set<string>()
  let isClosed = false

  const monthNames = () => [...months.keys()].sort()
  const monthNamed = (month: string): Month => months.get(month) ?? { month, records: [] }

  function monthsWanted(wanted: Parameters<LocalDb['read']>[0]): Month[] {
    if (wanted === 'all') return monthNames().map(monthNamed)
    if ('from' in wanted) {
      return monthNames()
        .filter((month) => month >= wanted.from)
        .map(monthNamed)
    }
    return wanted.map(monthNamed)
  }

  function stayOpen(): void {
    if (isClosed) throw new DOMException('This family is not looked at any more', 'InvalidStateError')
  }

  return {
    async read(wanted) {
      stayOpen()
      return {
        cursor,
        restores,
        isPartial: false,
        memory: NOTHING_REMEMBERED,
        entries: [],
        babies: inOrder(babies),
        plans: inOrder(plans),
        months: monthsWanted(wanted),
      }
    },
    async monthNames() {
      stayOpen()
      return monthNames()
    },
    async apply({ from, to, records, known, ...download }) {
      stayOpen()
      if (cursor !== from || !sameValue(restores, download.knownRestores)) return null
      const touched = touchedMonths(records, (id) => {
        const record = known(id)
        return record && monthOf(record)
      })
      for (const month of changedMonths(touched.map(monthNamed), records)) months.set(month.month, month)
      take(babies, download.babies)
      take(plans, download.plans)
      for (const { table, id } of download.deleted) if (table === 'sleep_records') deleted.add(id)
      const changed = new Map(records.map(({ id, row }) => [id, row]))
      for (const [id, row] of changed) if (row !== null) deleted.delete(id)
      cursor = to
      restores = download.restores
      return touched
    },
    async deletedIds() {
      stayOpen()
      return [...deleted].sort()
    },
    append: refuse,
    setState: refuse,
    discard: refuse,
    close() {
      isClosed = true
      for (const rows of [babies, plans, months, deleted]) rows.clear()
    },
  }
}

async function refuse(): Promise<never> {
  throw new Error('Whoever looks at a family here writes nothing')
}

function take<Row>(rows: Map<string, Row>, changes: readonly RowChange<Row>[]): void {
  for (const { id, row } of changes) {
    if (row === null) rows.delete(id)
    else rows.set(id, row)
  }
}

/** By their ids, as a database has them. */
function inOrder<Row extends { id: string }>(rows: ReadonlyMap<string, Row>): Row[] {
  return [...rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}
