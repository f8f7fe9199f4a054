/** Minutes of sleep in 24 hours, both ends included. */
export interface Recommendation {
  minMin: number
  maxMin: number
  /** Who recommends it: the sleep consultancy, or the AASM, which the card then names. */
  source: 'provider' | 'aasm'
}

/**
 * By age in whole months, half-open `[from, next from)`, oldest first.
 * Below 25 months: the provider's table (rule 9.1, recommended sleep). From 25 on (rule 9.2, from 25 months on): AASM
 * consensus, Paruthi et al., J Clin Sleep Med 2016;12:785: 11-14 h at 1-2 years, 10-13 h at 3-5, 9-12 h from 6 on.
 */
const RANGES: readonly (Recommendation & { fromMonths: number })[] = [
  { fromMonths: 72, minMin: 540, maxMin: 720, source: 'aasm' },
  { fromMonths: 36, minMin: 600, maxMin: 780, source: 'aasm' },
  { fromMonths: 25, minMin: 660, maxMin: 840, source: 'aasm' },
  { fromMonths: 19, minMin: 750, maxMin: 810, source: 'provider' },
  { fromMonths: 13, minMin: 780, maxMin: 840, source: 'provider' },
  { fromMonths: 6, minMin: 810, maxMin: 870, source: 'provider' },
  { fromMonths: 4, minMin: 840, maxMin: 900, source: 'provider' },
  { fromMonths: 2, minMin: 870, maxMin: 930, source: 'provider' },
  { fromMonths: 1, minMin: 900, maxMin: 960, source: 'provider' },
]

const NEWBORN: Recommendation = { minMin: 930, maxMin: 990, source: 'provider' }

/**
 * The recommended sleep in 24 hours at an age in months (0 and up).
 * @example recommendedSleep(7) // { minMin: 810, maxMin: 870, source: 'provider' }
 */
export function recommendedSleep(ageMonths: number): Recommendation {
  const found = RANGES.find(({ fromMonths }) => ageMonths >= fromMonths)
  if (found === undefined) return NEWBORN
  return { minMin: found.minMin, maxMin: found.maxMin, source: found.source }
}

/** How a day's sleep compares with the recommended range. */
export type SleepStatus = 'low' | 'in-range' | 'high'

/** How a day's minutes compare with the recommended range; null when nothing was slept. */
export function sleepStatus(totalMin: number, rec: Recommendation): SleepStatus | null {
  if (totalMin <= 0) return null
  if (totalMin < rec.minMin) return 'low'
  return totalMin > rec.maxMin ? 'high' : 'in-range'
}
