import type { ReactNode } from 'react'
import { localDateAt } from '../../core/time.ts'
import { planScreen } from '../copy.es.ts'
import { useBabyData } from '../data/use-baby-data.ts'
import { useNow } from '../data/use-now.ts'
import { Face, ScreenTitle } from '../ui/Face.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { AccountCard } from './account/AccountCard.tsx'
import { PlanForm } from './plan/PlanForm.tsx'

export function PlanScreen({ topBar }: { topBar: ReactNode }) {
  const { baby, plan } = useBabyData()
  const today = localDateAt(useNow())
  const head = (
    <>
      {topBar}
      <ScreenTitle title={planScreen.title} subtitle={planScreen.subtitle} />
    </>
  )
  if (baby && plan) {
    return (
      <>
        <PlanForm head={head} baby={baby} plan={plan} today={today} />
        <AccountCard />
      </>
    )
  }
  return (
    <>
      <Face>{head}</Face>
      <Spinner label={planScreen.loading} />
    </>
  )
}
