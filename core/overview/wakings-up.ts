import type { LookedAtDay } from './overview-day.ts'

/** A week beside the week before it: both have a weekend. */
const DAYS = 7
/** More than half of each week: with fewer days one bad night would decide. */
const DAYS_NEEDED = 4
/** One waking more each night is what a family feels; half of one lies within how exactly anybody counts. */
const RISE = 1

/**
 * Whether the baby woke more often in the last seven days than in the seven before, by the mean of the days that were
 * logged as a whole. Wakings that nobody counted before are no rise: the family has begun to count them.
 * @param days a fortnight, oldest first; its last day is today, which isn't over.
 * @param wakedBefore whether any waking was counted before these days.
 */
export function areWakingsUp(days: readonly LookedAtDay[], wakedBefore: boolean): boolean {
  const earlier = days.slice(0, -DAYS).filter(({ counts }) => counts)
  const later = days.slice(-DAYS).filter(({ counts }) => counts)
  if (earlier.length < DAYS_NEEDED || later.length < DAYS_NEEDED) return false
  const [before, now] = [meanWakings(earlier), meanWakings(later)]
  return (before > 0 || wakedBefore) && now - before >= RISE
}

function meanWakings(days: readonly LookedAtDay[]): number {
  return days.reduce((sum, { wakings }) => sum + wakings, 0) / days.length
}
