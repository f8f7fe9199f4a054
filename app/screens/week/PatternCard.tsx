import { memo, useDeferredValue } from 'react'
import { literatureSleep } from '../../../core/baby/literature.ts'
import { dayMark } from '../../../core/day/day-progress.ts'
import { formatDuration } from '../../../core/records/durations.ts'
import type { AgeRange, WeeklyPattern } from '../../../core/week/weekly-pattern.ts'
import { GaugeKey, RangeGauge } from '../../ui/charts/RangeGauge.tsx'
import { StatusKey } from '../../ui/icons/StatusIcon.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { literature } from '../../words/literature.es.ts'
import { week } from '../../words/screens.es.ts'
import { patternCard } from '../../words/week.es.ts'
import styles from './PatternCard.module.css'

interface PatternCardProps {
  pattern: WeeklyPattern
}

/**
 * «Patrón de Sueño»: the week against what is recommended at the baby's age, and beside it what is published. It
 * follows a moment after the chart, which is what a press on another week waits for.
 */
export function PatternCard({ pattern }: PatternCardProps) {
  return <Card pattern={useDeferredValue(pattern)} />
}

const Card = memo(function Card({ pattern: { age, days, averageMin } }: PatternCardProps) {
  return (
    <Section>
      <h2 className={styles.title}>{week.pattern}</h2>
      {age ? (
        <Gauge age={age} days={days} averageMin={averageMin} />
      ) : (
        <p className="hint">{patternCard.ageUnknown}</p>
      )}
    </Section>
  )
})

interface GaugeProps extends Pick<WeeklyPattern, 'days' | 'averageMin'> {
  age: AgeRange
}

function Gauge({ age: { ageMonths, range }, days, averageMin }: GaugeProps) {
  const dots = days.flatMap(({ date, totalSleep, status }) =>
    status ? [{ date, totalMin: totalSleep, status }] : [],
  )
  const published = literatureSleep(ageMonths)
  return (
    <>
      <p className={`${styles.hint} hint`}>
        {week.recommendedAt(ageMonths)}:{' '}
        <b className="num">{`${formatDuration(range.minMin)} – ${formatDuration(range.maxMin)}`}</b>
        {range.source === 'aasm' && <span className={styles.source}>{week.aasm}</span>}
      </p>
      <RangeGauge
        label={literature.gauge(published)}
        range={range}
        published={published.recommended}
        days={dots}
        averageMin={averageMin}
      />
      <ul className={styles.key}>
        <GaugeKey published={literature.name(published)} />
      </ul>
      <ul className={styles.key}>
        <StatusKey among={days.map(dayMark)} />
      </ul>
      <p className={`${styles.published} hint num`}>
        {literature.range(published)}. {literature.mayBeAppropriate(published)}. {literature.differ}
      </p>
    </>
  )
}
