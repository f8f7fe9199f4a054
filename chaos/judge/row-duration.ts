import { sleepMinutes } from '../../core/records/durations.ts'
import { MADRID } from '../../core/time/zone.ts'
import type { Row } from './effect-log.ts'

/** Sets the duration as the database does: after a change of times or duration it is that of the times. */
export function withDuration(before: Row | null, after: Row): Row {
  const { date, start_time, time, end_time } = after
  const names = ['date', 'start_time', 'end_time', 'time', 'duration']
  const isSame = names.every((name) => before?.[name] === after[name])
  if (isSame || after.type === 'despertar' || !('end_time' in after)) return after
  const minutes = sleepMinutes(String(date), String(start_time ?? time), String(end_time), MADRID)
  return { ...after, duration: end_time === null ? null : minutes }
}
