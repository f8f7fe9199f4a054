import { useEffect, useMemo, useState } from 'react'
import type { SleepPlan } from '../../../../core/plan/plan.ts'
import { type PlanPeriod, type PlanVersion, planHistory } from '../../../../core/plan/plan-history.ts'
import { readPlanVersions } from './plan-versions.ts'

interface Read {
  /** The plan that was in force when they were read. */
  plan: SleepPlan
  versions: PlanVersion[] | null
}

/** The plans of a family, the one in force first. With each change of it, the one before becomes a version. */
export function usePlanHistory(
  accountId: string,
  familyId: string,
  plan: SleepPlan | null,
): PlanPeriod[] | 'reading' | 'unheard' {
  const [read, setRead] = useState<Read | null>(null)
  useEffect(() => {
    let isOver = false
    async function ask(plan: SleepPlan) {
      const versions = await readPlanVersions(accountId, familyId)
      if (!isOver) setRead({ plan, versions })
    }
    if (plan !== null) void ask(plan)
    return () => {
      isOver = true
    }
  }, [accountId, familyId, plan])
  return useMemo(() => {
    if (read === null) return 'reading'
    return read.versions === null ? 'unheard' : planHistory(read.plan, read.versions)
  }, [read])
}
