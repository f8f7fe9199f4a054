import type { MouseEvent } from 'react'
import { dayMark } from '../../../core/day/day-progress.ts'
import { formatDuration } from '../../../core/records/durations.ts'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { dayHeading, type LocalDate } from '../../../core/time/time.ts'
import type { DayRow } from '../../../core/week/weekly-pattern.ts'
import { week } from '../../words/screens.es.ts'
import { StatusIcon } from '../icons/StatusIcon.tsx'
import { DayTape, TapeScale } from './DayTape.tsx'
import { nearestBarIndex } from './nearest-bar.ts'
import styles from './WeekChart.module.css'

interface WeekChartProps {
  days: readonly DayRow[]
  today: LocalDate
  /** A bar was picked, by its row and its record. */
  onPick: (day: DayRow, record: SleepRecord) => void
}

/** Seven days on one axis from 8h to 8h: where the pattern shows. */
export function WeekChart({ days, today, onPick }: WeekChartProps) {
  return (
    <div className={styles.chart}>
      <div className={styles.scale}>
        <TapeScale />
      </div>
      <ol className={styles.rows}>
        {days.map((day) => (
          // By the weekday: another week changes the rows, and makes none anew.
          <li key={day.dayName} className={styles.row}>
            <span className={styles.day}>
              {day.dayName}
              <small className="num">{Number(day.date.slice(8))}</small>
            </span>
            <Tape day={day} heading={dayHeading(day.date, today)} onPick={onPick} />
            <span className={`${styles.total} num`} data-empty={day.totalSleep === 0 || undefined}>
              {(day.totalSleep > 0 || day.date <= today) && formatDuration(day.totalSleep)}
              <Mark day={day} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Keeps its place where there is nothing to say, so that the totals stay a column. */
function Mark({ day }: { day: DayRow }) {
  const mark = dayMark(day)
  return <span className={styles.status}>{mark && <StatusIcon mark={mark} named />}</span>
}

/**
 * The bars are narrower than a fingertip and close together, so the row is the target:
 * a tap picks the bar nearest to it, the keyboard the first one.
 */
function Tape({ day, heading, onPick }: { day: DayRow; heading: string } & Pick<WeekChartProps, 'onPick'>) {
  const drawing = <DayTape bars={day.bars} />
  if (day.bars.length === 0) return drawing

  function pick(event: MouseEvent<HTMLButtonElement>) {
    const byKeyboard = event.detail === 0
    const box = event.currentTarget.getBoundingClientRect()
    const index = byKeyboard ? 0 : nearestBarIndex(day.bars, event.clientX - box.left, box.width)
    const bar = day.bars[index]
    if (bar) onPick(day, bar.record)
  }
  return (
    <button type="button" className={styles.pick} aria-label={week.openDay(heading)} onClick={pick}>
      {drawing}
    </button>
  )
}
