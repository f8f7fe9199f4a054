import type { NapsCount, PlanShape } from '../../../core/plan/plan.ts'
import { DEFAULT_WAKE_UP, planHours } from '../../../core/plan/plan-hours.ts'
import type { LocalTime } from '../../../core/time/time.ts'
import { PlanRibbon } from '../../ui/charts/PlanRibbon.tsx'
import { planTape } from '../../words/plan.es.ts'
import { planScreen } from '../../words/screens.es.ts'

interface PlanTapeProps {
  shape: PlanShape
  napsCount: NapsCount
  /** As the last days say it; null while they don't. */
  usualWakeUp: LocalTime | null
}

/** The plan's day by the clock. It begins when the baby usually wakes up, and says so. */
export function PlanTape({ shape, napsCount, usualWakeUp }: PlanTapeProps) {
  const wakeUp = usualWakeUp ?? DEFAULT_WAKE_UP
  const hours = planHours(shape, wakeUp)
  const label = `${planScreen.shape(napsCount)}. ${planTape.spoken(hours.naps, hours.bedtime)}`
  return (
    <PlanRibbon
      label={label}
      shape={shape}
      hours={hours}
      caption={planTape.caption(wakeUp, usualWakeUp !== null, hours.bedtime)}
    />
  )
}
