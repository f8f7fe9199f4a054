import { sleepMinutes } from '../core/durations.ts'
import type { Row } from './effect-log.ts'

/** A change of a sleep's times or duration leaves it with the duration of its times. */
export function withDuration(before: Row | null, after: Row): Row {
  const { date, start_time, time, end_time } = after
  const names = ['date', 'start_time', 'end_time', 'time', 'duration']
  const isSame = names.every((name) => before?.[name] === after[name])
  if (isSame || after.type === 'despertar' || !('end_time' in after)) return after
  const minutes = sleepMinutes(String(date), String(start_time ?? time), String(end_time))
  return { ...after, duration: end_time === null ? null : minutes }
}
