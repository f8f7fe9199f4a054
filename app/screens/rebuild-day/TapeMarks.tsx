import { type Stretch, TAPE_MIN, timeAt } from '../../../core/rebuild/rebuild-day.ts'
import type { SleepType } from '../../../core/records/sleep-record.ts'
import { barStyle } from '../../ui/charts/bar-style.ts'
import { percent } from '../../ui/charts/percent.ts'
import styles from './FoldedTape.module.css'
import { edgeOn, LINES, partOn } from './tape-lines.ts'

/** Heights in CSS pixels: the ribbon's own, under a lane for the marks of waking. */
export const BAND_TOP_PX = 24
const BAND = { top: BAND_TOP_PX, height: 52 }
const BAR = { top: 30, height: 40 }
const HOUR_Y = 92
/** As on the ribbon: what goes on beyond a line leaves it through the gutter. */
const RUN_OFF_PX = 40

interface OnLine {
  line: 0 | 1
}

export function Bar({
  line,
  stretch,
  type,
  fill,
  selected = false,
}: OnLine & { stretch: Stretch; type?: SleepType; fill?: string; selected?: boolean }) {
  const part = partOn(line, stretch)
  if (part === null) return null
  const cut = (part.cutStart ? RUN_OFF_PX : 0) + (part.cutEnd ? RUN_OFF_PX : 0)
  const { x, width } = barStyle(part)
  const left = part.cutStart ? `calc(${percent(part.start)} - ${RUN_OFF_PX}px)` : x
  return (
    <>
      <rect
        className={type ? styles[type] : styles.logged}
        style={{ x: left, width: `calc(${width} + ${cut}px)`, fill }}
        y={BAR.top}
        height={BAR.height}
        rx={5}
      />
      {selected && !part.cutStart && <Handle at={part.start} />}
      {selected && !part.cutEnd && <Handle at={part.end} />}
    </>
  )
}

/** Where the thumb takes hold; it means the edge from further off, too. */
function Handle({ at }: { at: number }) {
  return (
    <svg x={percent(at)} overflow="visible" aria-hidden="true">
      <line className={styles.handle} y1={BAR.top - 4} y2={BAR.top + BAR.height} />
      <circle className={styles.knob} cy={BAR.top + BAR.height + 2} r={8} />
    </svg>
  )
}

export function WakeUp({ line, at }: OnLine & { at: number }) {
  const place = edgeOn(at, 'from')
  if (place.line !== line) return null
  return (
    <svg x={percent(place.at)} overflow="visible" aria-hidden="true">
      <path className={styles.wake} d={`M-7 ${BAND.top - 14}h14L0 ${BAND.top}Z`} />
    </svg>
  )
}

export function Needle({ line, at }: OnLine & { at: number }) {
  const place = edgeOn(at, 'from')
  if (place.line !== line) return null
  const x = percent(place.at)
  return <line className={styles.needle} x1={x} x2={x} y1={BAND.top - 4} y2={BAND.top + BAND.height + 4} />
}

/** What is logged is hatched in its own colour: it stays as it is. */
export function Hatches({ id }: { id: string }) {
  return (['siesta', 'noche'] as const).map((type) => (
    <pattern
      key={type}
      id={id + type}
      width="6"
      height="6"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <line className={styles[`hatch-${type}`]} y2="6" />
    </pattern>
  ))
}

function hoursOf(line: 0 | 1): number[] {
  const { from, to } = LINES[line]
  return Array.from({ length: (to - from) / 60 + 1 }, (_, hour) => from + hour * 60)
}

function shareOf(line: 0 | 1, place: number): string {
  const { from, to } = LINES[line]
  return percent((place - from) / (to - from))
}

function ticks(line: 0 | 1) {
  return hoursOf(line).map((place) => {
    const major = place % 120 === 0
    const x = shareOf(line, place)
    return (
      <line
        key={place}
        className={major ? styles.tick : styles.minorTick}
        x1={x}
        x2={x}
        y1={major ? BAND.top + 1 : BAND.top + BAND.height - 5}
        y2={BAND.top + BAND.height}
      />
    )
  })
}

/** Every second hour; midnight is written 24h (rule 2.18, chart). */
function hours(line: 0 | 1) {
  return hoursOf(line)
    .filter((place) => place % 120 === 0)
    .map((place) => (
      <text key={place} className={styles.hour} x={shareOf(line, place)} y={HOUR_Y}>
        {place % TAPE_MIN === 960 ? '24h' : `${Number(timeAt(place).slice(0, 2))}h`}
      </text>
    ))
}

// The scale never changes: drawn once, shared by every tape.
export const TICKS = [ticks(0), ticks(1)] as const
export const HOURS = [hours(0), hours(1)] as const
