import { type NapsCount, type PlanShape, planShape } from '../../../core/plan/plan.ts'
import type { PlanForm } from '../../../core/plan/plan-form.ts'
import type { LocalTime } from '../../../core/time/time.ts'
import { PlanTape } from '../../screens/plan/PlanTape.tsx'
import { shapeOf } from '../../screens/plan/plan-edits.ts'
import { planEditor as words } from '../../words/console/plans.es.ts'
import styles from './PlanEditor.module.css'
import { onOneScale, type PlanDifference } from './plan-difference.ts'
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
      {differences.map((difference) => (
        <li key={inWords(difference)}>{inWords(difference)}</li>
      ))}
    </ul>
  )
}

function inWords(difference: PlanDifference): string {
  switch (difference.kind) {
    case 'window':
      return words.window(difference.beforeNap, difference.from, difference.to)
    case 'bedtime-window':
      return words.bedtimeWindow(difference.from, difference.to)
    case 'duration':
      return words.duration(difference.nap, difference.from, difference.to)
    case 'new-nap':
      return words.newNap(difference.nap, difference.duration, difference.window)
    case 'dropped-nap':
      return words.droppedNap(difference.nap)
  }
}
