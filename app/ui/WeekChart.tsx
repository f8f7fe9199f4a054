import type { MouseEvent } from 'react'
import { formatDuration } from '../../core/durations.ts'
import type { LocalDate } from '../../core/sleep-record.ts'
import { dayHeading } from '../../core/time.ts'
import type { Bar, DayRow } from '../../core/weekly-pattern.ts'
import { MIN_BAR_PX } from '../../core/weekly-pattern.ts'
import { week } from '../copy.es.ts'
import { nearestBarIndex } from './nearest-bar.ts'
import { StatusIcon } from './StatusIcon.tsx'
import styles from './WeekChart.module.css'

interface WeekChartProps {
  days: readonly DayRow[]
  today: LocalDate
  /** A bar was picked; bars of a row keep core's order. */
  onPick: (day: DayRow, barIndex: number) => void
}

/** Heights in CSS pixels, from the look. */
const ROW_HEIGHT = 45
const BAR_TOP = 11
const BAR_HEIGHT = 23
/** A sleep across 8h leaves the axis by more than its corner's radius, so that the edge cuts it flat. */
const RUN_OFF_PX = 6

const percent = (fraction: number) => `${Number((fraction * 100).toFixed(3))}%`

/** Midnight is written 24h, as the specification does; the minor labels give way to a large text size. */
const AXIS = ['8h', '12h', '16h', '20h', '24h', '4h', '8h'].map((hour, index) => ({
  hour,
  x: percent(index / 6),
  minor: index % 2 === 1,
}))

// The scale never changes: drawn once, shared by every row.
const GRID = AXIS.map(({ x }) => (
  <line key={x} className={styles.grid} x1={x} x2={x} y1={0} y2={ROW_HEIGHT} />
))
const SCALE = AXIS.map(({ hour, x, minor }) => (
  <text key={x} className={minor ? `${styles.axis} ${styles.minor}` : styles.axis} x={x} y="70%">
    {hour}
  </text>
))

/** Seven days on one axis from 8h to 8h: where the pattern shows. */
export function WeekChart({ days, today, onPick }: WeekChartProps) {
  return (
    <div className={styles.chart}>
      <div className={styles.scale}>
        <svg aria-hidden="true">{SCALE}</svg>
      </div>
      <ol className={styles.rows}>
        {days.map((day) => (
          <li key={day.date} className={styles.row}>
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
  const drawing = (
    <svg className={styles.tape} aria-hidden="true">
      {GRID}
      {/* The inner picture clips what runs off the axis; the outer one shows the grid's end lines whole. */}
      <svg aria-hidden="true">
        {day.bars.map((bar, index) => (
          <BarRect key={bar.record.id} bar={bar} overlaps={overlapsEarlier(day.bars, index)} />
        ))}
      </svg>
    </svg>
  )
  if (day.bars.length === 0) return drawing

  function pick(event: MouseEvent<HTMLButtonElement>) {
    const byKeyboard = event.detail === 0
    const box = event.currentTarget.getBoundingClientRect()
    const index = byKeyboard ? 0 : nearestBarIndex(day.bars, event.clientX - box.left, box.width)
    onPick(day, index)
  }
  return (
    <button type="button" className={styles.pick} aria-label={week.openDay(heading)} onClick={pick}>
      {drawing}
    </button>
  )
}

function BarRect({ bar, overlaps }: { bar: Bar; overlaps: boolean }) {
  const start = bar.cutStart ? `${-RUN_OFF_PX}px` : `min(${percent(bar.start)}, 100% - ${MIN_BAR_PX}px)`
  const cutPx = (bar.cutStart ? RUN_OFF_PX : 0) + (bar.cutEnd ? RUN_OFF_PX : 0)
  const length = percent(bar.end - bar.start)
  // Without an end and not running: core gives it no length, and how long it was is not known.
  const running = bar.open && bar.end > bar.start
  const classes = [
    bar.kind === 'noche' ? styles.night : styles.nap,
    overlaps && styles.overlap,
    bar.open && !running && styles.endless,
  ]
  return (
    <>
      {/* CSS sizes the bar, as the axis is as wide as the phone leaves it: core's barPixels in CSS. */}
      <rect
        className={classes.filter(Boolean).join(' ')}
        y={BAR_TOP}
        height={BAR_HEIGHT}
        rx={3}
        style={{ x: start, width: `calc(max(${MIN_BAR_PX}px, ${length}) + ${cutPx}px)` }}
      />
      {running && (
        <line
          className={styles.needle}
          x1={percent(bar.end)}
          x2={percent(bar.end)}
          y1={5}
          y2={ROW_HEIGHT - 5}
        />
      )}
    </>
  )
}

function overlapsEarlier(bars: readonly Bar[], index: number): boolean {
  const bar = bars[index]
  return (
    bar !== undefined && bars.slice(0, index).some((other) => other.end > bar.start && bar.end > other.start)
  )
}
