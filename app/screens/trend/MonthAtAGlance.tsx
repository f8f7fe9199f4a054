import { formatDuration } from '../../../core/records/durations.ts'
import { periodLabel } from '../../../core/time/time.ts'
import type { DiaryDay } from '../../../core/week/sleep-diary.ts'
import { countsInAverage } from '../../../core/week/weekly-pattern.ts'
import { DayTape, TapeScale } from '../../ui/charts/DayTape.tsx'
import { week } from '../../words/screens.es.ts'
import { trend as words } from '../../words/trend.es.ts'
import { dayInWords } from '../shared/day-in-words.ts'
import styles from './MonthAtAGlance.module.css'

interface MonthAtAGlanceProps {
  days: readonly DiaryDay[]
  runningId: string | null
}

/** Four weeks, a row a day, as the chart draws them: the days of both fortnights. None of them is today. */
export function MonthAtAGlance({ days, runningId }: MonthAtAGlanceProps) {
  const period = periodLabel(days[0]?.date ?? '', days.at(-1)?.date ?? '')
  return (
    <div className={styles.month}>
      <h3>{words.month}</h3>
      <p className="hint">{period}</p>
      <table className={styles.table}>
        <caption className="sr">{words.monthTable(period)}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.day}>
              <span className="sr">{week.day}</span>
            </th>
            <th scope="col">
              <span className="sr">{words.sleeps}</span>
              <TapeScale />
            </th>
            <th scope="col" className={styles.total}>
              {week.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <Row key={day.date} day={day} runningId={runningId} />
          ))}
        </tbody>
      </table>
      <p className="hint">{words.monthReading}</p>
    </div>
  )
}

function Row({ day, runningId }: { day: DiaryDay; runningId: string | null }) {
  const counts = countsInAverage(day)
  return (
    <tr>
      <th scope="row" className={styles.day}>
        {day.dayName} <small className="num">{Number(day.date.slice(8))}</small>
      </th>
      <td className={styles.tape}>
        <span className="sr">{dayInWords(day, runningId)}</span>
        <DayTape bars={day.bars} />
      </td>
      <td className={`${styles.total} num`} data-counts={counts || undefined}>
        {formatDuration(day.totalSleep)}
        {!counts && <span className="sr"> {words.notCounted}</span>}
      </td>
    </tr>
  )
}
