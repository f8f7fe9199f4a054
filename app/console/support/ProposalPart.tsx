import { type FormEvent, useMemo, useRef, useState } from 'react'
import type { SleepPlan } from '../../../core/plan/plan.ts'
import { planDifferences } from '../../../core/plan/plan-differences.ts'
import { usualWakeUp } from '../../../core/plan/plan-hours.ts'
import { localDateAt } from '../../../core/time/time.ts'
import { newId } from '../../device/new-id.ts'
import { useNow } from '../../device/use-now.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { whileBusy } from '../../screens/shared/while-busy.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { LongTextField } from '../../ui/fields/LongTextField.tsx'
import { leadFocus } from '../../ui/layout/focus.ts'
import { showToast } from '../../ui/overlays/toasts.ts'
import { planEditor } from '../../words/console/plans.es.ts'
import { proposal as words } from '../../words/console/support.es.ts'
import { replaceDraft } from '../drafts/replace-draft.ts'
import { useDraft } from '../drafts/use-draft.ts'
import { PlanEditor } from '../plans/PlanEditor.tsx'
import { checkDraft, draftOf } from '../plans/plan-draft.ts'
import { Differences, TwoTapes } from '../plans/Tapes.tsx'
import { focusWrongField } from '../shared/focus-wrong-field.ts'
import { BeginWith } from './BeginWith.tsx'
import { proposalToast } from './calls/proposal-toasts.ts'
import type { Proposal } from './calls/remote-support.ts'
import { MOST_SENTENCE_LETTERS } from './limits.ts'
import type { Place } from './place.ts'
import {
  draftOnPlan,
  draftToSend,
  isSentence,
  type ProposalDraft,
  type ProposalText,
  proposalOfPlan,
  proposalProblem,
  proposedPlan,
  sentenceFor,
} from './proposal-draft.ts'
import styles from './Support.module.css'

interface ProposalPartProps extends Place {
  accountId: string
  familyId: string
  /** In force now; null: it has not come yet. */
  plan: SleepPlan | null
  proposals: readonly Proposal[]
}

/** A plan that the family may take, and why, in a sentence. */
export function ProposalPart({ plan, ...props }: ProposalPartProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className={styles.block}>
      <h2 ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      <p className="hint">{words.text}</p>
      {plan === null ? (
        <p className={styles.line}>{words.noPlan}</p>
      ) : (
        <ProposalForm {...props} plan={plan} onLeft={(from) => leadFocus(heading.current, from)} />
      )}
    </section>
  )
}

interface ProposalFormProps extends ProposalPartProps {
  plan: SleepPlan
  /** What has the focus goes: by default anything of this part. */
  onLeft: (from?: HTMLElement | null) => void
}

function ProposalForm({ calls, draftKey, refresh, plan, proposals, onLeft, ...whose }: ProposalFormProps) {
  const key = `${draftKey} proposal`
  const { draft: edited, setDraft: setEdited, settle } = useDraft<ProposalDraft>(key)
  const [isTried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const shown = edited === null ? null : draftOnPlan(edited, plan)
  const draft: ProposalText = shown ?? proposalOfPlan(plan)
  const checked = checkDraft(draft.form)
  const proposed = proposedPlan(plan, draft, checked)
  const differences = planDifferences(plan, proposed)
  const problem = proposalProblem(draft, checked, differences)
  const sentence = sentenceFor(draft.sentence, differences)
  const isSentenceMissing = isTried && !isSentence(draft.sentence)
  const withChange = (change: Partial<ProposalText>) => ({ ...draft, ...change, id: newId() })
  const edit = (change: Partial<ProposalText>) => setEdited(withChange(change))

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (busy) return
    if (problem !== null || shown === null) return focusWrongField(event.currentTarget)
    const sent = draftToSend(edited, shown, proposals)
    if (sent !== edited) setEdited(sent)
    const called = await whileBusy(setBusy, async () => {
      const answer = await calls.propose(sent.id, sent.sentence.trim(), proposed)
      if (answer.failure === null) await refresh()
      return answer
    })
    showToast(proposalToast(called))
    if (called.failure !== null) return
    setTried(false)
    // Where nothing was proposed it is another proposal that is sent next.
    if (settle(sent) && called.data === null) setEdited({ ...sent, id: newId() })
  }

  function discard() {
    replaceDraft(key, null, words.discarded)
    setTried(false)
    onLeft()
  }

  return (
    <form noValidate className={styles.fields} onSubmit={(event) => void submit(event)}>
      <BeginWith
        {...whose}
        plan={plan}
        value={draft.begun}
        onHeard={onLeft}
        onChange={(begun, chosen) =>
          replaceDraft(key, withChange({ begun, form: draftOf(chosen ?? plan) }), words.begunAnew)
        }
      />
      <div className={styles.tapes}>
        <Tapes draft={draft} plan={plan} />
        <Differences differences={differences} />
      </div>
      <PlanEditor
        draft={draft.form}
        errors={checked.ok ? null : checked.errors}
        onChange={(form) => edit({ form })}
      />
      <LongTextField
        label={words.sentence}
        rows={2}
        maxLength={MOST_SENTENCE_LETTERS}
        value={sentence}
        hint={words.sentenceHint(MOST_SENTENCE_LETTERS - sentence.length)}
        error={isSentenceMissing ? words.sentenceMissing : null}
        onChange={(event) => edit({ sentence: event.target.value.replaceAll('\n', ' ') })}
      />
      <p className={styles.problem} role="status">
        {isTried && problem === 'same' && words.noChange}
        {isTried && problem === 'malformed' && planEditor.malformed}
      </p>
      {proposals.some(({ answer }) => answer === null) && <p className="hint">{words.replaces}</p>}
      <div className={styles.actions}>
        {edited !== null && (
          <Button variant="quiet" aria-disabled={busy} onClick={busy ? undefined : discard}>
            {words.discard}
          </Button>
        )}
        <Button type="submit" variant="primary" aria-disabled={busy}>
          {words.propose}
        </Button>
      </div>
    </form>
  )
}

function Tapes({ draft, plan }: { draft: ProposalText; plan: SleepPlan }) {
  const { records, zone } = useBabyData()
  const today = localDateAt(useNow(), zone)
  const wakeUp = useMemo(() => usualWakeUp(records, today), [records, today])
  return <TwoTapes plan={plan} draft={draft.form} usualWakeUp={wakeUp} />
}
