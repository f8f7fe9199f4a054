import { formatDuration } from '../../core/durations.ts'
import type { SleepStatus } from '../../core/recommendations.ts'
import type { LocalDate } from '../../core/sleep-record.ts'
import { type GaugeScale, gaugeScale } from './gauge-scale.ts'
import styles from './RangeGauge.module.css'

interface RangeGaugeProps {
  /** The picture in words. */
  label: string
  /** Minutes. */
  range: { minMin: number; maxMin: number }
  days: readonly { date: LocalDate; totalMin: number; status: SleepStatus }[]
  averageMin: number | null
}

const DOT: Record<SleepStatus, string | undefined> = {
  low: styles.low,
  'in-range': styles.inRange,
  high: styles.high,
}
const percent = (fraction: number) => `${Number((fraction * 100).toFixed(2))}%`

/** The week's days as dots against the recommended band; the triangle is their average. */
export function RangeGauge({ label, range, days, averageMin }: RangeGaugeProps) {
  const scale = gaugeScale(range)
  const low = percent(scale.fractionOf(range.minMin))
  const high = percent(scale.fractionOf(range.maxMin))
  return (
    <div className={styles.frame}>
      <svg className={styles.gauge} role="img" aria-label={label}>
        <rect
          className={styles.band}
          x={low}
          y={14}
          width={percent(scale.fractionOf(range.maxMin) - scale.fractionOf(range.minMin))}
          height={34}
        />
        <line className={styles.edge} x1={low} x2={low} y1={14} y2={48} />
        <line className={styles.edge} x1={high} x2={high} y1={14} y2={48} />
        <line className={styles.base} x1={0} x2="100%" y1={48} y2={48} />
        {averageMin !== null && <AverageMark at={percent(scale.fractionOf(averageMin))} />}
        {days.map(({ date, totalMin, status }) => (
          <DayDot key={date} scale={scale} totalMin={totalMin} status={status} />
        ))}
        <text className={`${styles.text} ${styles.first}`} x={0} y={48} dy="1.5em">
          {formatDuration(scale.fromMin)}
        </text>
        <text className={`${styles.text} ${styles.from}`} x={low} y={48} dy="1.5em">
          {formatDuration(range.minMin)}
        </text>
        <text className={`${styles.text} ${styles.to}`} x={high} y={48} dy="1.5em">
          {formatDuration(range.maxMin)}
        </text>
        <text className={`${styles.text} ${styles.last}`} x="100%" y={48} dy="1.5em">
          {formatDuration(scale.toMin)}
        </text>
      </svg>
    </div>
  )
}

/** A dot; an arrow at the end of the scale for a day that lies beyond it. */
function DayDot({ scale, totalMin, status }: { scale: GaugeScale; totalMin: number; status: SleepStatus }) {
  const side = scale.sideOf(totalMin)
  const x = percent(scale.fractionOf(totalMin))
  if (side === null) return <circle className={DOT[status]} cx={x} cy={31} r={5} />
  return (
    <svg x={x} overflow="visible" aria-hidden="true">
      <path className={DOT[status]} d={side === 'below' ? 'M8 25V37L0 31Z' : 'M-8 25V37L0 31Z'} />
    </svg>
  )
}

function AverageMark({ at }: { at: string }) {
  return (
    <>
      <line className={styles.average} x1={at} x2={at} y1={12} y2={48} />
      <svg x={at} overflow="visible" aria-hidden="true">
        <path className={styles.bug} d="M-6 2H6L0 11Z" />
      </svg>
    </>
  )
}
