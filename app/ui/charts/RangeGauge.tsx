import type { SleepSpan } from '../../../core/baby/literature.ts'
import type { SleepStatus } from '../../../core/baby/recommendations.ts'
import { formatDuration } from '../../../core/records/durations.ts'
import type { LocalDate } from '../../../core/time/time.ts'
import { patternCard } from '../../words/week.es.ts'
import { type GaugeScale, gaugeScale } from './gauge-scale.ts'
import styles from './RangeGauge.module.css'

interface RangeGaugeProps {
  /** The picture in words. */
  label: string
  range: SleepSpan
  /** What the literature says, drawn behind the range. */
  published: SleepSpan
  days: readonly { date: LocalDate; totalMin: number; status: SleepStatus }[]
  averageMin: number | null
}

const DOT: Record<SleepStatus, string | undefined> = {
  low: styles.low,
  'in-range': styles.inRange,
  high: styles.high,
}
/** The triangle over the average, its tip at 0. */
const BUG = 'M-6 2H6L0 11Z'
const percent = (fraction: number) => `${Number((fraction * 100).toFixed(2))}%`

/** The week's days as dots against the recommended band, with the published one behind; the triangle is their mean. */
export function RangeGauge({ label, range, published, days, averageMin }: RangeGaugeProps) {
  const scale = gaugeScale(range)
  const low = percent(scale.fractionOf(range.minMin))
  const high = percent(scale.fractionOf(range.maxMin))
  return (
    <div className={styles.frame}>
      <svg className={styles.gauge} role="img" aria-label={label}>
        <rect
          className={styles.published}
          x={percent(scale.fractionOf(published.minMin))}
          y={14}
          width={percent(scale.fractionOf(published.maxMin) - scale.fractionOf(published.minMin))}
          height={34}
        />
        <rect
          className={styles.band}
          x={low}
          y={14}
          width={percent(scale.fractionOf(range.maxMin) - scale.fractionOf(range.minMin))}
          height={34}
        />
        <PublishedEdges scale={scale} span={published} />
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

/** Its edges, which lie over the band; none where it goes on beyond the scale. */
function PublishedEdges({ scale, span }: { scale: GaugeScale; span: SleepSpan }) {
  const edges = [span.minMin, span.maxMin]
  const [from, to] = edges.map((minutes) => percent(scale.fractionOf(minutes)))
  return (
    <g className={styles.publishedEdge}>
      <line x1={from} x2={to} y1={14} y2={14} />
      {edges
        .filter((minutes) => scale.sideOf(minutes) === null)
        .map((minutes) => {
          const x = percent(scale.fractionOf(minutes))
          return <line key={minutes} x1={x} x2={x} y1={14} y2={48} />
        })}
    </g>
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
        <path className={styles.bug} d={BUG} />
      </svg>
    </>
  )
}

/** What the marks of the gauge are, as items of a list; `published` names the second band. */
export function GaugeKey({ published }: { published: string }) {
  return (
    <>
      <li>
        <svg className={styles.sign} width="18" height="16" aria-hidden="true">
          <rect className={styles.band} x="1" width="16" height="16" />
          <path className={styles.edge} d="M1 0V16M17 0V16" />
        </svg>
        {patternCard.band}
      </li>
      <li>
        <svg className={styles.sign} width="18" height="16" aria-hidden="true">
          <rect className={styles.published} x="1" width="16" height="16" />
          <path className={styles.publishedEdge} d="M1 16V1H17V16" />
        </svg>
        {published}
      </li>
      <li>
        {/* The dot in the legend has no status, because the dots of the chart may have any. */}
        <svg className={styles.sign} width="18" height="16" aria-hidden="true">
          <circle className={styles.ring} cx="9" cy="8" r="4.5" />
        </svg>
        {patternCard.dot}
      </li>
      <li>
        <svg className={styles.sign} width="18" height="16" viewBox="-9 0 18 16" aria-hidden="true">
          <line className={styles.average} x1="0" x2="0" y1="4" y2="16" />
          <path className={styles.bug} d={BUG} />
        </svg>
        {patternCard.triangle}
      </li>
    </>
  )
}
