import type { BabyInfo } from '../../core/baby/age.ts'
import type { SleepPlan } from '../../core/plan/plan.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import type { TimeZone } from '../../core/time/time.ts'
import type { RowChange } from './months.ts'
import type { NewEntry, RowKey } from './outbox.ts'
import type { Restore } from './rows.ts'

/** What the server sent, to be stored in one go. */
export interface Download {
  /** The cursor before this download, null for the first one. */
  from: number | null
  /** The restores that were known then. If another tab has moved one of these two since, nothing is stored. */
  knownRestores: readonly Restore[]
  /** The cursor after it. Null: these are some of the rows, before the first download has brought them all. */
  to: number | null
  /** The restores of the server by then. */
  restores: readonly Restore[]
  babies: readonly RowChange<BabyInfo>[]
  plans: readonly RowChange<SleepPlan>[]
  records: readonly RowChange<SleepRecord>[]
  /** Rows that were deleted elsewhere. The lists of changes have them too, with null for the row. */
  deleted: readonly RowKey[]
  /** The `seq` of entries that the server had accepted before the download began. */
  acceptedSeqs: readonly number[]
  /**
   * Not null: the server was restored and lacks what was written since. These changes bring back what this phone has of
   * it; they are sent before all others, and what was sent already is sent once more.
   */
  putBack: readonly NewEntry[] | null
  /** A record as the server had it at `from`. */
  known: (id: string) => SleepRecord | undefined
  zone: TimeZone
}
