import type { Verdict } from '../judge/verdict.ts'
import type { FateCounts } from '../phone/phone-line.ts'
import type { Losses } from './cast.ts'

/** A result says what one program came to. */
export interface Result {
  seed: number
  changes: number
  /** Counts, for some kinds of change, how many the carers saw done. */
  deeds: {
    taps: number
    rebuiltDays: number
    imports: number
    importedRecords: number
    recoveries: number
    undoneMerges: number
    /** Changes of every kind are in this count. */
    confirmed: number
  }
  /** Null where one account has all phones. `kept` counts the changes that stay on the phone of who was let out. */
  family: { accessChanges: number; kept: number } | null
  calls: FateCounts
  losses: Losses
  verdict: Verdict
  seconds: number
}

export function hasPassed({ verdict }: Result): boolean {
  return Object.values(verdict).every((found) => found.length === 0)
}
