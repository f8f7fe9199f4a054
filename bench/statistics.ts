/** The smallest value that at least the share `p` (0..1) of all values don't exceed. Throws when there are none. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)]
  if (value === undefined) throw new Error('Nothing was measured')
  return value
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}
