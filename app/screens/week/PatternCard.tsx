import { formatDuration } from '../../../core/durations.ts'
import type { WeeklyPattern } from '../../../core/weekly-pattern.ts'
import { week } from '../../copy.es.ts'
import { RangeGauge } from '../../ui/RangeGauge.tsx'
import { Section } from '../../ui/Section.tsx'
import { StatusKey } from '../../ui/StatusIcon.tsx'
import styles from './PatternCard.module.css'

/** «Patrón de Sueño»: the week against what is recommended at the baby's age. */
export function PatternCard({ pattern }: { pattern: WeeklyPattern }) {
  const { ageMonths, range, days, averageMin } = pattern
  const dots = days.flatMap(({ date, totalSleep, status }) =>
    status ? [{ date, totalMin: totalSleep, status }] : [],
  )
  return (
    <Section>
      <h2 className={styles.title}>{week.pattern}</h2>
      <p className={styles.hint}>
        {week.recommendedAt(ageMonths)}:{' '}
        <b className="num">{`${formatDuration(range.minMin)} – ${formatDuration(range.maxMin)}`}</b>
        {range.source === 'aasm' && <span className={styles.source}>{week.aasm}</span>}
      </p>
      <RangeGauge label={week.gauge} range={range} days={dots} averageMin={averageMin} />
      <ul className={styles.key}>
        <StatusKey />
      </ul>
    </Section>
  )
}
