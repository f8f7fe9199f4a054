import type { PlanRhythm } from '../../../core/plan/plan.ts'
import { PlanInWords } from '../../screens/plan/PlanInWords.tsx'
import { planEditor as words } from '../../words/console/plans.es.ts'
import styles from './PlanDetails.module.css'

/** All numbers of a plan that isn't in force, behind a line that opens. */
export function PlanDetails({ plan }: { plan: PlanRhythm }) {
  return (
    <details className={styles.details}>
      <summary>{words.summary}</summary>
      <PlanInWords plan={plan} />
    </details>
  )
}
