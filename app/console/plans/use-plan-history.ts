import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SleepPlan } from '../../../core/plan/plan.ts'
import { type PlanPeriod, type PlanVersion, planHistory } from '../../../core/plan/plan-history.ts'
import { onBackOnline } from '../../device/network/online.ts'
import { pageVisibility } from '../../device/page-visibility.ts'
import { answerOrder } from '../shared/answer-order.ts'
import { readPlanVersions } from './plan-versions.ts'

interface Read {
  /** The plan that was in force when they were read. */
  plan: SleepPlan
  versions: PlanVersion[] | null
}

export type PlanHistory = PlanPeriod[] | 'reading' | 'unheard'

interface UsedPlanHistory {
  history: PlanHistory
  /** Asks once more for what the server didn't say. False: it still doesn't. */
  again: () => Promise<boolean>
}

/**
 * The plans of a family, the one in force first; none while it has no plan. With each change of it, the one before
 * becomes a version. What the server didn't say is asked for again when the page or the network comes back.
 */
export function usePlanHistory(accountId: string, familyId: string, plan: SleepPlan | null): UsedPlanHistory {
  const [read, setRead] = useState<Read | null>(null)
  const order = useRef(answerOrder())

  const ask = useCallback(async () => {
    const question = order.current.ask()
    if (plan === null) return false
    const versions = await readPlanVersions(accountId, familyId)
    // What was asked for later is newer.
    if (order.current.isLast(question)) setRead({ plan, versions })
    return versions !== null
  }, [accountId, familyId, plan])
  useEffect(() => void ask(), [ask])

  const isUnheard = read !== null && read.versions === null
  useEffect(() => {
    if (!isUnheard) return
    const askInSight = () => pageVisibility.isVisible() && void ask()
    const stops = [pageVisibility.subscribe(askInSight), onBackOnline(askInSight)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [ask, isUnheard])

  const history = useMemo(() => {
    if (plan === null) return []
    if (read === null) return 'reading'
    return read.versions === null ? 'unheard' : planHistory(read.plan, read.versions)
  }, [plan, read])
  return { history, again: ask }
}
