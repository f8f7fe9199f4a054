import type { SleepRecord } from '../../core/records/sleep-record.ts'

/**
 * The condition that a row still says what `was` does, as a filter for the table API's `or`. Left out are the duration,
 * which follows from the times, and who logged it, which nobody changes. Of the taps, which are long, it is asked only
 * that none is new: with one that is gone the counts, which include them, are others.
 */
export function isStill({
  id: _id,
  user_id: _userId,
  duration: _duration,
  logged_by: _loggedBy,
  taps,
  ...was
}: SleepRecord): string {
  const noNewTaps = `taps.cd."${JSON.stringify(taps).replaceAll('"', '\\"')}"`
  return `and(${[...Object.entries(was).flatMap(equals), noNewTaps].join(',')})`
}

function equals([name, value]: [string, string | number | string[] | null]): string[] {
  if (Array.isArray(value)) return sameSet(name, `{${value.join(',')}}`)
  if (value !== null) return [`${name}.eq."${value}"`]
  // '' is how other clients may say "none".
  return [name === 'quality' ? 'or(quality.is.null,quality.eq."")' : `${name}.is.null`]
}

/** A list equals another one when each contains the other: their order doesn't count. */
function sameSet(name: string, list: string): string[] {
  return [`${name}.cs."${list}"`, `${name}.cd."${list}"`]
}
