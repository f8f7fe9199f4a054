import type { MouseEvent } from 'react'
import { formatDuration } from '../../core/durations.ts'
import type { LocalDate, SleepRecord } from '../../core/sleep-record.ts'
import { dayHeading } from '../../core/time.ts'
import type { DayRow } from '../../core/weekly-pattern.ts'
import { week } from '../copy.es.ts'
import { DayTape, TapeScale } from './DayTape.tsx'
import { nearestBarIndex } from './nearest-bar.ts'
import { StatusIcon } from './StatusIcon.tsx'
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
              <span className={styles.status}>{day.status && <StatusIcon status={day.status} named />}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
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
