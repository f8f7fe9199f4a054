import type { ReactNode } from 'react'
import { ageOn, ageText, type BabyInfo, knownBirthDate } from '../../../core/baby/age.ts'
import { plannedNaps, planShape, type SleepPlan } from '../../../core/plan/plan.ts'
import { formatDuration } from '../../../core/records/durations.ts'
import type { LocalDate, LocalTime } from '../../../core/time/time.ts'
import { ScreenHead, ScreenTitle } from '../../ui/layout/ScreenHead.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { firstDays } from '../../words/first-days.es.ts'
import { planScreen } from '../../words/screens.es.ts'
import { AccountEntry } from '../account/AccountEntry.tsx'
import { YourDataSection } from '../your-data/YourDataSection.tsx'
import styles from './PlanReading.module.css'
import { PlanTape } from './PlanTape.tsx'

interface PlanReadingProps {
  topBar: ReactNode
  baby: BabyInfo
  plan: SleepPlan
  today: LocalDate
  /** As the last days say it; null while they don't. */
  usualWakeUp: LocalTime | null
}

/** The plan for who may look at it and change nothing. */
export function PlanReading({ topBar, baby, plan, today, usualWakeUp }: PlanReadingProps) {
  const shape = planShape(plan)
  const bornOn = knownBirthDate(baby)
  return (
    <>
      <ScreenHead>
        {topBar}
        <ScreenTitle title={planScreen.title} aside={<AccountEntry />} />
        {shape && <PlanTape shape={shape} napsCount={plan.naps_count} usualWakeUp={usualWakeUp} />}
      </ScreenHead>
      <Section title={baby.name}>
        <p>{bornOn ? ageText(ageOn(bornOn, today)) : firstDays.ageUnknown}</p>
      </Section>
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
      <YourDataSection />
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
