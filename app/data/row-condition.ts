import type { SleepRecord } from '../../core/sleep-record.ts'

/** As the table API reads it in `or`: the record says what `was` does. What follows from its times is left out. */
export function isStill({ id: _id, user_id: _userId, duration: _duration, ...was }: SleepRecord): string {
  return `and(${Object.entries(was).flatMap(equals).join(',')})`
}

function equals([name, value]: [string, string | number | string[] | null]): string[] {
  // The lists are sets; '' is how other clients may say "none".
  if (Array.isArray(value)) return [`${name}.cs."{${value.join(',')}}"`, `${name}.cd."{${value.join(',')}}"`]
  if (value !== null) return [`${name}.eq."${value}"`]
  return [name === 'quality' ? 'or(quality.is.null,quality.eq."")' : `${name}.is.null`]
}
