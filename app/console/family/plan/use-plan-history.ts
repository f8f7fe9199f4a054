import { useEffect, useMemo, useState } from 'react'
import type { SleepPlan } from '../../../../core/plan/plan.ts'
import { type PlanPeriod, type PlanVersion, planHistory } from '../../../../core/plan/plan-history.ts'
import { readPlanVersions } from './plan-versions.ts'

interface Read {
  /** The plan that was in force when they were read. */
  plan: SleepPlan
  versions: PlanVersion[] | null
}

/**
 * The plans of a family, the one in force first; none while it has no plan. With each change of it, the one before
 * becomes a version. What the server didn't say is asked for again when the page or the network comes back.
 */
export function usePlanHistory(
  accountId: string,
  familyId: string,
  plan: SleepPlan | null,
): PlanPeriod[] | 'reading' | 'unheard' {
  const [read, setRead] = useState<Read | null>(null)
  useEffect(() => {
    if (plan === null) return
    let isOver = false
    let isUnheard = false
    async function ask(plan: SleepPlan) {
      isUnheard = false
      const versions = await readPlanVersions(accountId, familyId)
      if (isOver) return
      isUnheard = versions === null
      setRead({ plan, versions })
    }
    const askAgain = () => {
      if (isUnheard && document.visibilityState === 'visible') void ask(plan)
    }
    void ask(plan)
    document.addEventListener('visibilitychange', askAgain)
    addEventListener('online', askAgain)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', askAgain)
      removeEventListener('online', askAgain)
    }
  }, [accountId, familyId, plan])
  return useMemo(() => {
    if (plan === null) return []
    if (read === null) return 'reading'
    return read.versions === null ? 'unheard' : planHistory(read.plan, read.versions)
  }, [plan, read])
}
