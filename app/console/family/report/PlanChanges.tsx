import type { PlanPeriod } from '../../../../core/plan/plan-history.ts'
import type { SupportDays } from '../../../../core/week/support-report.ts'
import { planChangeText, planHistoryWords, report as words } from '../../../words/console/family.es.ts'
import styles from './Report.module.css'

interface PlanChangesProps extends SupportDays {
  history: PlanPeriod[] | 'reading' | 'unheard'
}

/** What was changed of the plan during the support, the earliest first. */
export function PlanChanges({ history, startsOn, endsOn }: PlanChangesProps) {
  return (
    <div className={styles.plan}>
      <h3>{words.planTitle}</h3>
      {history === 'reading' && <p>{planHistoryWords.reading}</p>}
      {history === 'unheard' && <p>{words.planUnheard}</p>}
      {typeof history !== 'string' && <Changes periods={changedWithin(history, startsOn, endsOn)} />}
    </div>
  )
}

function Changes({ periods }: { periods: readonly PlanPeriod[] }) {
  if (periods.length === 0) return <p>{words.planNone}</p>
  return (
    <dl>
      {periods.map(({ from, changes }) => (
        <div key={from}>
          <dt>{words.onDay(from ?? '')}</dt>
          {changes.map(planChangeText).map((text) => (
            <dd key={text} className="num">
              {text}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

function changedWithin(history: readonly PlanPeriod[], startsOn: string, endsOn: string): PlanPeriod[] {
  const isWithin = ({ from }: PlanPeriod) => from !== null && from >= startsOn && from <= endsOn
  // A plan that is only spelled differently is no change.
  return history.filter((period) => isWithin(period) && period.changes.length > 0).reverse()
}
