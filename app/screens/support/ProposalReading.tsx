import { type ComponentProps, type ComponentType, useMemo } from 'react'
import { planShape, type SleepPlan } from '../../../core/plan/plan.ts'
import { type PlanTerms, planDifferences } from '../../../core/plan/plan-differences.ts'
import { usualWakeUp } from '../../../core/plan/plan-hours.ts'
import { localDateAt } from '../../../core/time/time.ts'
import { updatePlan } from '../../changes/changes.ts'
import { useNow } from '../../device/use-now.ts'
import { answerProposal, takeAnswerBack } from '../../family/support.ts'
import type { Proposal } from '../../family/support-schema.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { DialogButtons } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { proposal as words } from '../../words/carers/support.es.ts'
import { common } from '../../words/entrance.es.ts'
import { failures } from '../../words/screens.es.ts'
import type { PlanTape } from '../plan/PlanTape.tsx'
import { saveOrSay, undo } from '../shared/save-or-say.ts'
import styles from './Support.module.css'
import { givenBack, takenPlan } from './taken-plan.ts'

/** What draws a plan's day, from the part that shows the family's own. */
export type Tape = ComponentType<ComponentProps<typeof PlanTape>>

/** A proposed plan beside the family's own: its sentence, its day, and what would change. */
export function ProposalReading({ proposal, Tape }: { proposal: Proposal; Tape: Tape }) {
  const { plan, records, zone } = useBabyData()
  const today = localDateAt(useNow(), zone)
  const wakeUp = useMemo(() => usualWakeUp(records, today), [records, today])
  const shape = useMemo(() => planShape(proposal), [proposal])
  if (plan === null) return null

  return (
    <div className={styles.reading}>
      <blockquote className={`${styles.quote} ${styles.rest}`}>{proposal.sentence}</blockquote>
      {shape && <Tape shape={shape} napsCount={proposal.naps_count} usualWakeUp={wakeUp} />}
      <Differences plan={plan} proposal={proposal} />
      <DialogButtons>
        <Button variant="quiet" onClick={() => decline(proposal)}>
          {words.decline}
        </Button>
        <Button variant="primary" onClick={() => void take(plan, proposal)}>
          {words.take}
        </Button>
      </DialogButtons>
    </div>
  )
}

function Differences({ plan, proposal }: { plan: SleepPlan; proposal: Proposal }) {
  const differences = planDifferences(plan, takenPlan(plan, proposal))
  if (differences.length === 0) return <p className={styles.rest}>{words.same}</p>
  return (
    <div>
      <table className={`${styles.table} num`} aria-label={words.table}>
        <thead>
          <tr>
            <th scope="col">{words.what}</th>
            <th scope="col">{words.now}</th>
            <th scope="col">{words.proposed}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ what, napNumber, before, after }) => (
            <tr key={`${what} ${napNumber}`}>
              <th scope="row">{words.part({ what, napNumber })}</th>
              <td>{before ?? words.none}</td>
              <td>{after ?? words.none}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={`hint ${styles.kept}`}>{words.rest}</p>
    </div>
  )
}

/** An ordinary change of the plan: stored on the phone first, sent once. That it was taken is told after it. */
async function take(before: SleepPlan, proposal: Proposal): Promise<void> {
  const taken = takenPlan(before, proposal)
  if (!(await saveOrSay(updatePlan(taken), failures.plan))) return
  showToast({
    title: words.taken,
    detail: words.takenDetail(proposal.name),
    action: undo(() => takeBack(proposal, before, taken), failures.plan),
  })
  answerProposal(proposal.id, true)
}

async function takeBack(proposal: Proposal, before: PlanTerms, taken: PlanTerms): Promise<void> {
  await updatePlan((now) => givenBack(before, taken, now))
  takeAnswerBack(proposal)
}

function decline(proposal: Proposal): void {
  showToast({
    title: words.declined,
    detail: words.declinedDetail(proposal.name),
    action: { label: common.undo, run: () => takeAnswerBack(proposal) },
  })
  answerProposal(proposal.id, false)
}
