import type { Bar } from '../../../core/week/weekly-pattern.ts'
import { barStyle } from './bar-style.ts'
import styles from './DayTape.module.css'
import { percent } from './percent.ts'

/** Fractions of the row's height: it is drawn for a row of 45 px, with bars of 23. */
const BAR_TOP = 11 / 45
const BAR_HEIGHT = 23 / 45
const NEEDLE_TOP = 5 / 45
/** A sleep across 8h leaves the axis by more than its corner's radius, so that the edge cuts it flat. */
const RUN_OFF_PX = 6

/** Midnight is written 24h (rule 2.18, chart); the minor labels give way to a large text size. */
const AXIS = ['8h', '12h', '16h', '20h', '24h', '4h', '8h'].map((hour, index) => ({
  hour,
  x: percent(index / 6),
  minor: index % 2 === 1,
}))

// The scale never changes, so its elements are made once and shared by all rows.
const GRID = AXIS.map(({ x }) => <line key={x} className={styles.grid} x1={x} x2={x} y1="0" y2="100%" />)
const SCALE = AXIS.map(({ hour, x, minor }) => (
  <text key={x} className={minor ? `${styles.axis} ${styles.minor}` : styles.axis} x={x} y="70%">
    {hour}
  </text>
))

/** The hours over the tapes of some days. */
export function TapeScale() {
  return (
    <svg className={styles.scale} aria-hidden="true">
      {SCALE}
    </svg>
  )
}

/** A day's bars on the axis from 8h to 8h, as wide as the place it is put in: on the screen and on paper. */
export function DayTape({ bars }: { bars: readonly Bar[] }) {
  return (
    <svg className={styles.tape} aria-hidden="true">
      {GRID}
      {/* The inner picture clips what runs off the axis; the outer one shows the grid's end lines whole. */}
      <svg aria-hidden="true">
        {bars.map((bar, index) => (
          <BarRect key={bar.record.id} bar={bar} overlaps={overlapsEarlier(bars, index)} />
        ))}
      </svg>
    </svg>
  )
}

function BarRect({ bar, overlaps }: { bar: Bar; overlaps: boolean }) {
  const { x, width } = barStyle(bar)
  const cutPx = (bar.cutStart ? RUN_OFF_PX : 0) + (bar.cutEnd ? RUN_OFF_PX : 0)
  // A record that was forgotten has no end and no length: only one that is still going on is drawn as running.
  const running = bar.open && bar.end > bar.start
  const classes = [
    bar.kind === 'noche' ? styles.night : styles.nap,
    overlaps && styles.overlap,
    bar.open && !running && styles.endless,
  ]
  return (
    <>
      <rect
        className={classes.filter(Boolean).join(' ')}
        y={percent(BAR_TOP)}
        height={percent(BAR_HEIGHT)}
        rx={3}
        style={{ x: bar.cutStart ? `${-RUN_OFF_PX}px` : x, width: `calc(${width} + ${cutPx}px)` }}
      />
      {running && !bar.cutEnd && (
        <line
          className={styles.needle}
          x1={percent(bar.end)}
          x2={percent(bar.end)}
          y1={percent(NEEDLE_TOP)}
          y2={percent(1 - NEEDLE_TOP)}
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
