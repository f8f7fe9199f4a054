/** What is typed as a count: a whole number from 0 to `max`; anything that isn't a number is 0. */
export function countFromText(text: string, max: number): number {
  const count = /^\s*\d+\s*$/.test(text) ? Number(text) : 0
  return Math.min(count, max)
}
