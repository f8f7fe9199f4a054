import { type ComponentProps, memo, type ReactNode } from 'react'
import { localDateAt } from '../../core/time.ts'
import { planScreen } from '../copy.es.ts'
import { useBabyData } from '../data/use-baby-data.ts'
import { useNow } from '../data/use-now.ts'
import { Face, ScreenTitle } from '../ui/Face.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { AccountCard } from './account/AccountCard.tsx'
import { PlanForm } from './plan/PlanForm.tsx'

// This screen is awake in the background too: a change of the log is none of it.
const Plan = memo((props: ComponentProps<typeof PlanForm>) => (
  <>
    <PlanForm {...props} />
    <AccountCard />
  </>
))

export function PlanScreen({ topBar }: { topBar: ReactNode }) {
  const { baby, plan } = useBabyData()
  const today = localDateAt(useNow())
  if (baby && plan) return <Plan topBar={topBar} baby={baby} plan={plan} today={today} />
  return (
    <>
      <Face>
        {topBar}
        <ScreenTitle title={planScreen.title} subtitle={planScreen.subtitle} />
      </Face>
      <Spinner label={planScreen.loading} />
    </>
  )
}
