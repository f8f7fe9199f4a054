import { type PlanRhythm, plannedNaps } from '../../../core/plan/plan.ts'
import { formatDuration } from '../../../core/records/durations.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { planScreen } from '../../words/screens.es.ts'
import styles from './PlanInWords.module.css'

/** The plan's naps and wake windows, to be read. */
export function PlanInWords({ plan }: { plan: PlanRhythm }) {
  return (
    <>
      <Section title={planScreen.morning}>
        <Row name={planScreen.wakeWindow} value={plan.first_wake_window} />
      </Section>
      {plannedNaps(plan).map((nap, index) => (
        <Section
          key={planScreen.nap(index + 1)}
          title={planScreen.nap(index + 1)}
          aside={<span className="num">{formatDuration(nap.duration)}</span>}
        >
          <Row name={planScreen.wakeWindow} value={nap.wakeWindow} />
        </Section>
      ))}
    </>
  )
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <p className={styles.row}>
      <span>{name}</span> <b className="num">{value}</b>
    </p>
  )
}
