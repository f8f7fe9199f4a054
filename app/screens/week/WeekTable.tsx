import { memo, useDeferredValue } from 'react'
import { dayMark } from '../../../core/day/day-progress.ts'
import {
  type RecordType,
  type SleepRecord,
  type SleepType,
  startTimeOf,
} from '../../../core/records/sleep-record.ts'
import { dayInFull } from '../../../core/time/time.ts'
import type { DayRow } from '../../../core/week/weekly-pattern.ts'
import { statusName } from '../../ui/icons/StatusIcon.tsx'
import { recordTypes, week } from '../../words/screens.es.ts'
import { weekTable } from '../../words/week.es.ts'
import { rangeText } from '../shared/range-text.ts'

interface WeekTableProps {
  label: string
  days: readonly DayRow[]
  runningId: string | null
}

/**
 * The chart's content for those who don't see it. It follows a moment after the chart: to lay its cells out is half of
 * the layout of another week, and would stand between the finger and the picture.
 */
export function WeekTable(props: WeekTableProps) {
  return <Table {...useDeferredValue(props)} />
}

const Table = memo(function Table({ label, days, runningId }: WeekTableProps) {
  const sleeps = (day: DayRow, type: SleepType) =>
    earliestFirst(day.records, type)
      .map((record) => rangeText(record, record.id === runningId))
      .join(', ')
  return (
    // Round the table, not on it: a table clips its rows, and its caption stands above them.
    <div className="sr">
      <table>
        <caption>{week.table(label)}</caption>
        <thead>
          <tr>
            <th scope="col">{week.day}</th>
            <th scope="col">{recordTypes.despertar}</th>
            <th scope="col">{week.naps}</th>
            <th scope="col">{week.night}</th>
            <th scope="col">{week.total}</th>
            <th scope="col">{week.status}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.dayName}>
              <th scope="row">{dayInFull(day.date)}</th>
              <td>{earliestFirst(day.records, 'despertar').map(startTimeOf).join(', ')}</td>
              <td>{sleeps(day, 'siesta')}</td>
              <td>{sleeps(day, 'noche')}</td>
              <td>{weekTable.duration(day.totalSleep)}</td>
              <td>{statusText(day)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
})

function statusText(day: DayRow): string {
  const mark = dayMark(day)
  if (mark) return statusName(mark)
  return day.records.length === 0 ? week.noStatus : weekTable.notJudged
}

/** As the eye reads the row; core gives the newest first. */
function earliestFirst(records: readonly SleepRecord[], type: RecordType): SleepRecord[] {
  return records.filter((record) => record.type === type).reverse()
}
