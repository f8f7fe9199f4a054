import type { BabyInfo } from '../../core/baby/age.ts'
import type { SleepPlan } from '../../core/plan/plan.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import type { TimeZone } from '../../core/time/time.ts'
import type { RowChange } from './months.ts'
import type { RowKey } from './outbox.ts'

/** What the server sent, to be stored in one go. */
export interface Download {
  /** The cursor before this download, null for the first one: if another tab has moved it since, nothing is stored. */
  from: number | null
  /** The cursor after it. Null: these are some of the rows, before the first download has brought them all. */
  to: number | null
  babies: readonly RowChange<BabyInfo>[]
  plans: readonly RowChange<SleepPlan>[]
  records: readonly RowChange<SleepRecord>[]
  /** Rows that were deleted elsewhere. The lists of changes have them too, with null for the row. */
  deleted: readonly RowKey[]
  /** The `seq` of entries that the server had accepted before the download began. */
  acceptedSeqs: readonly number[]
  /** A record as the server had it at `from`. */
  known: (id: string) => SleepRecord | undefined
  zone: TimeZone
}
