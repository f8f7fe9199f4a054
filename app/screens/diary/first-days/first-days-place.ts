import { type BabyInfo, knownBirthDate } from '../../../../core/baby/age.ts'
import type { LocalDate } from '../../../../core/time/time.ts'

/** over: nothing to ask · away: not now · row: one line that opens it · open: the whole card. */
export type FirstDaysPlace = 'over' | 'away' | 'row' | 'open'

interface Moment {
  baby: BabyInfo | null
  today: LocalDate
  /** The day it was put off last. */
  putOffOn: LocalDate | null
  recordsToday: number
  isAsleep: boolean
}

/**
 * Where the question for the age stands on today's diary before anyone touches it: whole on a new family's empty
 * diary, a line as soon as the day has something else to show; nowhere on the day it was put off, nor beside a sleep in
 * progress.
 */
export function firstDaysPlace({ baby, today, putOffOn, recordsToday, isAsleep }: Moment): FirstDaysPlace {
  if (baby === null || knownBirthDate(baby) !== null) return 'over'
  if (putOffOn === today || isAsleep) return 'away'
  return putOffOn === null && recordsToday === 0 ? 'open' : 'row'
}
