/** So many seconds are left for clocks that are put right. */
export const CLOCK_SKEW_SECONDS = 60

/**
 * The condition that a time which the database has noted is of the last so many seconds, a number or a query's
 * parameter. One that lies ahead is of a clock that was ahead and has been set back: it would count for as long.
 */
export function isOfLast(seconds: number | `$${number}`, time: string): string {
  return `(${time} > now() - make_interval(secs => ${seconds}) and ${time} <= now() + make_interval(secs => ${CLOCK_SKEW_SECONDS}))`
}
