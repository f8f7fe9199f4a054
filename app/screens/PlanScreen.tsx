import { type ComponentProps, memo, type ReactNode, useMemo } from 'react'
import { usualWakeUp } from '../../core/plan/plan-hours.ts'
import { localDateAt } from '../../core/time/time.ts'
import { useNow } from '../device/use-now.ts'
import { useMayWrite } from '../family/use-families.ts'
import { useBabyData } from '../local/use-baby-data.ts'
import { ScreenHead, ScreenTitle } from '../ui/layout/ScreenHead.tsx'
import { Spinner } from '../ui/waiting/Spinner.tsx'
import { planScreen } from '../words/screens.es.ts'
import { AccountCard } from './account/AccountCard.tsx'
import { CarersCard } from './carers/CarersCard.tsx'
import { PlanForm } from './plan/PlanForm.tsx'
import { PlanReading } from './plan/PlanReading.tsx'
import { LateSupport } from './support/LateSupport.tsx'

// This screen is awake in the background too: a change of the log is none of it.
const Plan = memo((props: ComponentProps<typeof PlanReading>) => (
  <>
    {useMayWrite() ? (
      <PlanForm {...props} proposed={<LateSupport part="plan" />} />
    ) : (
      <PlanReading {...props} />
    )}
    <CarersCard />
    <AccountCard />
  </>
))

export function PlanScreen({ topBar }: { topBar: ReactNode }) {
  const { baby, plan, records, zone } = useBabyData()
  const today = localDateAt(useNow(), zone)
  const wakeUp = useMemo(() => usualWakeUp(records, today), [records, today])
  if (baby && plan) {
    return <Plan topBar={topBar} baby={baby} plan={plan} today={today} usualWakeUp={wakeUp} />
  }
  return (
    <>
      <ScreenHead>
        {topBar}
        <ScreenTitle title={planScreen.title} subtitle={planScreen.subtitle} />
      </ScreenHead>
      <Spinner label={planScreen.loading} />
    </>
  )
}
