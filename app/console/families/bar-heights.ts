import type { OverviewDay } from '../../../core/overview/overview-day.ts'

/** Of the tallest bar, in the units of the drawing. */
export const TALLEST = 28
/** Of the family's shortest whole day: a bar still, with room under it for a day that is cut off. */
const SHORTEST = 8
/** What lies between the two at least, in minutes: days that differ less look nearly alike. */
const LEAST_SPAN = 180

/**
 * How tall the bar of a day is, so that a family's own days can be told apart: between the shortest and the longest
 * that were judged, or of all where none was. Days beyond these are cut off.
 * @param days of which one at least was logged.
 */
export function barHeights(days: readonly OverviewDay[]): (minutes: number) => number {
  const logged = days.filter(({ minutes }) => minutes !== null)
  const judged = logged.filter(({ status }) => status !== 'unknown')
  const spans = (judged.length > 0 ? judged : logged).map(({ minutes }) => minutes ?? 0)
  const shortest = Math.min(...spans)
  const longest = Math.max(...spans)
  const span = Math.max(longest - shortest, LEAST_SPAN)
  // Days that differ little stand in the middle, whichever way the next one goes.
  const from = (shortest + longest - span) / 2
  return (minutes) => {
    const height = SHORTEST + ((minutes - from) / span) * (TALLEST - SHORTEST)
    return Math.round(Math.min(TALLEST, Math.max(2, height)))
  }
}
