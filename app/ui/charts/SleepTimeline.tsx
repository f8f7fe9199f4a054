import { MIN_BAR_PX } from '../../../core/week/bar-pixels.ts'
import { barStyle } from './bar-style.ts'
import { percent } from './percent.ts'
import styles from './SleepTimeline.module.css'

/** What the tape needs of a bar of core's `barsOfRow`; start and end are fractions of the 8h → 8h axis. */
export interface TimelineBar {
  kind: 'siesta' | 'noche'
  start: number
  end: number
  /** The sleep began before this tape, or goes on after it: the bar runs off that edge. */
  cutStart?: boolean
  cutEnd?: boolean
}

type Size = 'full' | 'mini'

interface SleepTimelineProps {
  /** The whole tape as one sentence, for those who don't see it. */
  label: string
  bars: readonly TimelineBar[]
  /** Fractions where the baby woke up for the day. */
  wakeUps?: readonly number[]
  /** The suggested window. */
  slot?: { start: number; end: number } | null
  /** The needle; the full tape writes the time on its flag. */
  now?: { at: number; time: string } | null
  size?: Size
}

/** Heights in CSS pixels. */
const GEOMETRY = {
  full: {
    tape: [25, 80],
    minorTop: 75,
    bar: [31, 42],
    slot: [31.75, 40.5],
    needle: [20, 84],
    axisY: 100,
    radius: 5,
  },
  mini: {
    tape: [1, 36],
    minorTop: 31,
    bar: [5, 26],
    slot: [5.75, 24.5],
    needle: [-4, 40],
    axisY: 56,
    radius: 3,
  },
} as const

/** Wider than any gutter, so that a sleep across 8h leaves the screen instead of ending at the last tick. */
const RUN_OFF_PX = 40
/** The axis on the narrowest screen supported: 320 px less two gutters of 16. */
const NARROWEST_AXIS_PX = 288

const HOURS = Array.from({ length: 25 }, (_, index) => index)

/** The ribbon: a day as a tape from 8h to 8h whose scale never changes. */
export function SleepTimeline({ label, bars, wakeUps = [], slot, now, size = 'full' }: SleepTimelineProps) {
  const { slot: slotBox, needle } = GEOMETRY[size]
  return (
    <div className={`${styles.ribbon} ${size === 'mini' ? styles.mini : ''}`}>
      <svg role="img" aria-label={label}>
        {TICKS[size]}
        {slot && (
          <rect
            className={styles.slot}
            data-of-now
            x={percent(slot.start)}
            y={slotBox[0]}
            width={percent(slot.end - slot.start)}
            height={slotBox[1]}
            rx={4}
            style={barStyle(slot)}
          />
        )}
        {distinct(bars).map(([key, bar]) => (
          <BarRect key={key} bar={bar} size={size} />
        ))}
        {[...new Set(wakeUps)].map((at) => (
          <svg key={at} x={percent(at)} overflow="visible" aria-hidden="true">
            <path className={styles.wake} d={size === 'mini' ? 'M-5 -7h10L0 0Z' : 'M-5.5 17h11L0 25Z'} />
          </svg>
        ))}
        {now && (
          <line
            className={styles.needle}
            data-of-now
            x1={percent(now.at)}
            x2={percent(now.at)}
            y1={needle[0]}
            y2={needle[1]}
          />
        )}
        {now && size === 'full' && <Flag at={now.at} time={now.time} />}
        {AXES[size]}
      </svg>
    </div>
  )
}

/** Two phones may log the same sleep: the same bar is drawn once. */
function distinct(bars: readonly TimelineBar[]) {
  return [...new Map(bars.map((bar) => [`${bar.kind} ${bar.start} ${bar.end}`, bar]))]
}

function BarRect({ bar, size }: { bar: TimelineBar; size: Size }) {
  const { bar: box, radius } = GEOMETRY[size]
  const length = bar.end - bar.start
  const cut = (bar.cutStart ? RUN_OFF_PX : 0) + (bar.cutEnd ? RUN_OFF_PX : 0)
  return (
    <rect
      className={bar.kind === 'noche' ? styles.night : styles.nap}
      x={percent(bar.start)}
      y={box[0]}
      width={percent(length)}
      height={box[1]}
      rx={radius}
      style={cut > 0 ? runningOff(length, cut, bar.cutStart) : narrowStyle(bar)}
    />
  )
}

function runningOff(length: number, cut: number, cutStart = false) {
  return {
    width: `calc(${percent(length)} + ${cut}px)`,
    ...(cutStart && { transform: `translateX(-${RUN_OFF_PX}px)` }),
  }
}

/** Only where the attributes would draw less than it may be: a prerendered page may not carry inline styles. */
function narrowStyle(bar: TimelineBar) {
  return (bar.end - bar.start) * NARROWEST_AXIS_PX < MIN_BAR_PX ? barStyle(bar) : undefined
}

/** Half the flag is wider than the gutter: near either end of the tape it stops at the screen's edge. */
function Flag({ at, time }: { at: number; time: string }) {
  return (
    <svg
      x={percent(at)}
      overflow="visible"
      aria-hidden="true"
      data-of-now
      style={{
        x: `clamp(25px - var(--gutter), ${percent(at)}, 100% + var(--gutter) - 25px)`,
      }}
    >
      <rect className={styles.flag} x={-23} y={0} width={46} height={20} rx={6} />
      <text className={styles.flagTime} x={0} y={14.3}>
        {time}
      </text>
    </svg>
  )
}

function ticks(size: Size) {
  const { tape, minorTop } = GEOMETRY[size]
  return HOURS.map((hour) => {
    const major = hour % 4 === 0
    return (
      <line
        key={hour}
        className={major ? styles.tick : styles.minorTick}
        x1={percent(hour / 24)}
        x2={percent(hour / 24)}
        y1={major ? tape[0] : minorTop}
        y2={tape[1]}
      />
    )
  })
}

/** 8h, 12h, 16h, 20h, 24h, 4h, 8h: midnight is written 24h (rule 2.18, chart). */
function axis(size: Size) {
  return HOURS.filter((hour) => hour % 4 === 0).map((hour) => (
    <text key={hour} className={styles.axis} x={percent(hour / 24)} y={GEOMETRY[size].axisY}>
      {`${((hour + 7) % 24) + 1}h`}
    </text>
  ))
}

// The scale never changes, so it is drawn once and shared by every tape.
const TICKS = { full: ticks('full'), mini: ticks('mini') }
const AXES = { full: axis('full'), mini: axis('mini') }
