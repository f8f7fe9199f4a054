/** The values at the foot and at the top of some drawings that are read side by side. */
export interface DotScale {
  low: number
  high: number
}

/**
 * One scale for all values. It spans `leastSpan` at least, so that small differences look small.
 * @example dotScale([600, 620], 120) // { low: 550, high: 670 }
 */
export function dotScale(values: readonly number[], leastSpan: number): DotScale {
  const [least, most] = values.length === 0 ? [0, 0] : [Math.min(...values), Math.max(...values)]
  const missing = Math.max(0, leastSpan - (most - least)) / 2
  return { low: least - missing, high: most + missing }
}

/** Where a value lies between the top (0) and the foot (1) of its drawing. */
export function placeFromTop(value: number, { low, high }: DotScale): number {
  return (high - value) / (high - low)
}
