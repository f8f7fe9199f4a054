/** Returns the smallest value that at least the share `p` (0..1) of all values don't exceed. Throws without values. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)]
  if (value === undefined) throw new Error('No se ha medido nada.')
  return value
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}
