/** Minutes of sleep in 24 hours, both ends included. */
export interface SleepSpan {
  minMin: number
  maxMin: number
}

/** What is published about sleep at an age. It informs and judges nothing (rule 9.1, recommended sleep). */
export interface LiteratureSleep {
  /** Whose recommendation it is: the WHO's of 2019 under five years, the AASM's of 2016 from then on. */
  source: 'who' | 'aasm'
  recommended: SleepSpan
  /** The outer bounds of what the NSF called «may be appropriate» in 2015. */
  mayBeAppropriate: SleepSpan
}

/** By age in whole months, half-open `[from, next from)`, oldest first; hours, as published (docs/evidence.md). */
const PUBLISHED = [
  { fromMonths: 72, source: 'aasm', recommended: [9, 12], mayBeAppropriate: [7, 12] },
  { fromMonths: 60, source: 'aasm', recommended: [10, 13], mayBeAppropriate: [8, 14] },
  { fromMonths: 36, source: 'who', recommended: [10, 13], mayBeAppropriate: [8, 14] },
  { fromMonths: 12, source: 'who', recommended: [11, 14], mayBeAppropriate: [9, 16] },
  { fromMonths: 4, source: 'who', recommended: [12, 16], mayBeAppropriate: [10, 18] },
] as const

const UNDER_FOUR_MONTHS = { source: 'who', recommended: [14, 17], mayBeAppropriate: [11, 19] } as const

/**
 * The published ranges of sleep in 24 hours at an age in months (0 and up).
 * @example literatureSleep(7).recommended // { minMin: 720, maxMin: 960 }, the WHO's
 */
export function literatureSleep(ageMonths: number): LiteratureSleep {
  const { source, recommended, mayBeAppropriate } =
    PUBLISHED.find(({ fromMonths }) => ageMonths >= fromMonths) ?? UNDER_FOUR_MONTHS
  return { source, recommended: spanOf(recommended), mayBeAppropriate: spanOf(mayBeAppropriate) }
}

function spanOf([from, to]: readonly [number, number]): SleepSpan {
  return { minMin: from * 60, maxMin: to * 60 }
}
