import type { LocalDate } from '../time/time.ts'

export interface OverviewDay {
  date: LocalDate
  /** Minutes slept in the day's own records; null: none were logged. */
  minutes: number | null
  /** Against the range of the age, as the chart of the week has it; unknown while the day isn't over. */
  status: 'under' | 'within' | 'over' | 'unknown'
}

/** A day as the signs look at it. */
export interface LookedAtDay extends OverviewDay {
  /** It is over, and was logged as a whole. */
  counts: boolean
  /** It isn't over yet, so that nothing can be said of it. */
  isOpen: boolean
  wakings: number
}
