/** The quarter points and the middle of some values. */
export interface Quartiles {
  low: number
  middle: number
  high: number
}

/**
 * The quartiles of at least three values, in any order. The points lie where a further value of the same kind falls
 * between `low` and `high` half of the times: at (n + 1)/4 and 3(n + 1)/4 of the sorted values.
 */
export function quartilesOf(values: readonly number[]): Quartiles {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => {
    const place = share * (sorted.length + 1) - 1
    const below = Math.floor(place)
    const [lower = 0, upper = lower] = sorted.slice(below, below + 2)
    return lower + (place - below) * (upper - lower)
  }
  return { low: at(0.25), middle: at(0.5), high: at(0.75) }
}
