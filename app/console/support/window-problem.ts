import { isLocalDate } from '../../../core/time/time.ts'
import type { SupportWindow } from './remote-support.ts'

/** Why the days of a support can't be saved: one that is missing, or an end before the beginning. */
export function windowProblem({ starts_on, ends_on }: SupportWindow): 'from' | 'to' | 'order' | null {
  if (!isLocalDate(starts_on)) return 'from'
  if (!isLocalDate(ends_on)) return 'to'
  return ends_on < starts_on ? 'order' : null
}
