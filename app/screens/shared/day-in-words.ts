import { startTimeOf } from '../../../core/records/sleep-record.ts'
import type { DayRow } from '../../../core/week/weekly-pattern.ts'
import { recordTypes } from '../../words/screens.es.ts'
import { rangeText } from './range-text.ts'

/** The bars of a day for those who don't see them, as the day went. */
export function dayInWords(day: Pick<DayRow, 'records'>, runningId: string | null): string {
  return [...day.records]
    .reverse()
    .map((record) =>
      record.type === 'despertar'
        ? `${recordTypes.despertar} ${startTimeOf(record) ?? ''}`
        : `${recordTypes[record.type]} ${rangeText(record, record.id === runningId)}`,
    )
    .join(', ')
}
