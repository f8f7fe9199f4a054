import { type SleepRecord, startTimeOf } from '../../../core/records/sleep-record.ts'
import { diary } from '../../words/screens.es.ts'

/** '09:40 – 11:00'; without an end, whether it is running: '13:05 – en curso', '13:05 – sin hora de fin'. */
export function rangeText(record: SleepRecord, running: boolean): string {
  const end = record.end_time ?? (running ? diary.running : diary.noEnd).toLowerCase()
  return `${startTimeOf(record) ?? diary.noStart} – ${end}`
}
