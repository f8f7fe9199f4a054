import { type RefObject, useMemo, useRef } from 'react'
import { planShape } from '../../../../core/plan/plan.ts'
import type { PlanPeriod } from '../../../../core/plan/plan-history.ts'
import { usualWakeUp } from '../../../../core/plan/plan-hours.ts'
import { localDateAt } from '../../../../core/time/time.ts'
import { useNow } from '../../../device/use-now.ts'
import { useBabyData } from '../../../local/use-baby-data.ts'
import { PlanInWords } from '../../../screens/plan/PlanInWords.tsx'
import { PlanTape } from '../../../screens/plan/PlanTape.tsx'
import { ScreenHead } from '../../../ui/layout/ScreenHead.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { planChangeText, planHistoryWords as words } from '../../../words/console/family.es.ts'
import { PlanDetails } from '../../plans/PlanDetails.tsx'
import { usePlanHistory } from '../../plans/use-plan-history.ts'
import { Looked } from '../look/Looked.tsx'
import type { Look } from '../look/looked-family.ts'
import styles from './PlanPart.module.css'
import { PlansUnheard } from './PlansUnheard.tsx'

const PLAN: readonly Look[] = ['plan']

interface PlanPartProps {
  accountId: string
  familyId: string
}

/** The plan in force, and how it came to be so. */
export function PlanPart(props: PlanPartProps) {
  return (
    <Looked looks={PLAN}>
      <Plans {...props} />
    </Looked>
  )
}

function Plans({ accountId, familyId }: PlanPartProps) {
  const { plan, records, zone } = useBabyData()
  const today = localDateAt(useNow(), zone)
  const wakeUp = useMemo(() => usualWakeUp(records, today), [records, today])
  const used = usePlanHistory(accountId, familyId, plan)
  const heading = useRef<HTMLElement>(null)
  if (plan === null) return <p>{words.noPlan}</p>
  const shape = planShape(plan)
  const title = (
    <span ref={heading} tabIndex={-1}>
      {words.title}
    </span>
  )
  const since = typeof used.history === 'string' ? null : used.history[0]?.from
  return (
    <div className={styles.plans}>
      <div className={styles.now}>
        <ScreenHead>
          <div className={styles.title}>
            <h2>{words.inForce}</h2>
            {since && <p>{words.since(since)}</p>}
          </div>
          {shape && <PlanTape shape={shape} napsCount={plan.naps_count} usualWakeUp={wakeUp} />}
        </ScreenHead>
        <PlanInWords plan={plan} />
      </div>
      <Section title={title} first>
        <History {...used} heading={heading} />
      </Section>
    </div>
  )
}

interface HistoryProps extends ReturnType<typeof usePlanHistory> {
  heading: RefObject<HTMLElement | null>
}

function History({ history, again, heading }: HistoryProps) {
  if (history === 'reading') return <p className="hint">{words.reading}</p>
  if (history === 'unheard') {
    return (
      <p className="hint">
        <PlansUnheard text={words.unheard} again={again} heading={heading} />
      </p>
    )
  }
  if (history.length === 1) return <p className="hint">{words.none}</p>
  return (
    <ol className={styles.history}>
      {history.map((period) => (
        <li key={period.to}>
          <Period period={period} />
        </li>
      ))}
    </ol>
  )
}

function Period({ period: { plan, from, to, changes } }: { period: PlanPeriod }) {
  const when = to !== null ? words.period(from, to) : from === null ? words.sinceStart : words.since(from)
  return (
    <>
      <h3>{when}</h3>
      {from === null && <p className="hint">{words.first}</p>}
      {changes.length > 0 && (
        <ul className="num">
          {changes.map(planChangeText).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {to !== null && <PlanDetails plan={plan} />}
    </>
  )
}
