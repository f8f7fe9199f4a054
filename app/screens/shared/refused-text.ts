import { isOpen, type SleepRecord } from '../../../core/records/sleep-record.ts'
import type { RefusedChange } from '../../local/baby-data.ts'
import { failures } from '../../words/screens.es.ts'

const REFUSED_RECORD = {
  insert: failures.saveRecord,
  patch: failures.updateRecord,
  delete: failures.deleteRecord,
} satisfies Record<RefusedChange['kind'], string>

/** What could not be done, of a change that the server refuses for good: a record without an end was only begun. */
export function refusedText(
  { table, kind, rowId }: Pick<RefusedChange, 'table' | 'kind' | 'rowId'>,
  records: readonly SleepRecord[],
): string {
  if (table === 'baby_info') return failures.baby
  if (table === 'sleep_plans') return failures.plan
  const isStart = kind === 'insert' && records.some((record) => record.id === rowId && isOpen(record))
  return isStart ? failures.startRecord : REFUSED_RECORD[kind]
}
