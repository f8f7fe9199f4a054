import { formatDuration } from '../../core/durations.ts'
import { gaugeScale } from './gauge-scale.ts'
import styles from './RangeGauge.module.css'
import type { SleepStatus } from './StatusIcon.tsx'

interface RangeGaugeProps {
  /** The picture in words. */
  label: string
  /** Minutes. */
  range: { minMin: number; maxMin: number }
  days: readonly { totalMin: number; status: SleepStatus }[]
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
      {days.map(({ totalMin, status }, index) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot has no identity but its day's place
          key={index}
          className={DOT[status]}
          cx={percent(scale.fractionOf(totalMin))}
          cy={31}
          r={5}
        />
      ))}
      <text className={`${styles.text} ${styles.first}`} x={0} y={66}>
        {formatDuration(scale.fromMin)}
      </text>
      <text className={styles.text} x={low} y={66}>
        {formatDuration(range.minMin)}
      </text>
      <text className={styles.text} x={high} y={66}>
        {formatDuration(range.maxMin)}
      </text>
      <text className={`${styles.text} ${styles.last}`} x="100%" y={66}>
        {formatDuration(scale.toMin)}
      </text>
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
