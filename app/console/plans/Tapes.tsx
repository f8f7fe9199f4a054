import { type NapsCount, type PlanShape, planShape } from '../../../core/plan/plan.ts'
import type { PlanDifference } from '../../../core/plan/plan-differences.ts'
import type { PlanForm } from '../../../core/plan/plan-form.ts'
import type { LocalTime } from '../../../core/time/time.ts'
import { PlanTape } from '../../screens/plan/PlanTape.tsx'
import { shapeOf } from '../../screens/plan/plan-edits.ts'
import { planChangeText } from '../../words/console/family.es.ts'
import { planEditor as words } from '../../words/console/plans.es.ts'
import { onOneScale } from './one-scale.ts'
import styles from './PlanEditor.module.css'
import type { Plan } from './plan-draft.ts'

interface TwoTapesProps {
  /** In force now. */
  plan: Plan
  draft: PlanForm
  usualWakeUp: LocalTime | null
}

/** The plan in force and the one that is proposed, by the same hours. */
export function TwoTapes({ plan, draft, usualWakeUp }: TwoTapesProps) {
  const [now, proposed] = [planShape(plan), shapeOf(draft)]
  const [scaledNow, scaledProposed] =
    now !== null && proposed !== null ? onOneScale(now, proposed) : [now, proposed]
  return (
    <div className={styles.tapes}>
      <Tape title={words.now} shape={scaledNow} napsCount={plan.naps_count} usualWakeUp={usualWakeUp} />
      <Tape
        title={words.proposed}
        shape={scaledProposed}
        napsCount={draft.napsCount}
        usualWakeUp={usualWakeUp}
      />
    </div>
  )
}

interface TapeProps {
  title: string
  shape: PlanShape | null
  napsCount: NapsCount
  usualWakeUp?: LocalTime | null
}

export function Tape({ title, shape, napsCount, usualWakeUp = null }: TapeProps) {
  return (
    <div>
      <h3 className={styles.title}>{title}</h3>
      {shape === null ? (
        <p className="hint">{words.noDay}</p>
      ) : (
        <div className={styles.tape}>
          <PlanTape shape={shape} napsCount={napsCount} usualWakeUp={usualWakeUp} />
        </div>
      )}
    </div>
  )
}

/** What a proposal changes, in words. */
export function Differences({ differences }: { differences: readonly PlanDifference[] }) {
  if (differences.length === 0) return <p className="hint">{words.same}</p>
  return (
    <ul className={`${styles.differences} num`} aria-label={words.differences}>
      {differences.map(planChangeText).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
