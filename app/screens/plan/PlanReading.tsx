import type { ReactNode } from 'react'
import { ageOn, ageText, type BabyInfo, knownBirthDate } from '../../../core/baby/age.ts'
import { planShape, type SleepPlan } from '../../../core/plan/plan.ts'
import type { LocalDate, LocalTime } from '../../../core/time/time.ts'
import { ScreenHead, ScreenTitle } from '../../ui/layout/ScreenHead.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { firstDays } from '../../words/first-days.es.ts'
import { planScreen } from '../../words/screens.es.ts'
import { AccountEntry } from '../account/AccountEntry.tsx'
import { YourDataSection } from '../your-data/YourDataSection.tsx'
import { PlanInWords } from './PlanInWords.tsx'
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
      <PlanInWords plan={plan} />
      <YourDataSection />
    </>
  )
}
