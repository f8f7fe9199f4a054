import { useRef, useState } from 'react'
import { useNow } from '../../device/use-now.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { leadFocus } from '../../ui/layout/focus.ts'
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { mayBeDone } from '../../wire/failures.ts'
import { whenText } from '../../words/carers/carers.es.ts'
import { proposal as words } from '../../words/console/support.es.ts'
import { PlanDetails } from '../plans/PlanDetails.tsx'
import { withdrawalToast } from './calls/proposal-toasts.ts'
import type { Proposal } from './calls/remote-support.ts'
import type { Place } from './place.ts'
import styles from './Support.module.css'

/** What was proposed before, and what became of it. */
export function ProposalList({ calls, refresh, proposals }: Place & { proposals: readonly Proposal[] }) {
  const [asked, setAsked] = useState<Proposal | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const now = useNow()
  const zone = useTimeZone()

  async function withdraw(id: string) {
    const told = await calls.withdraw(id)
    const read = told.failure === null || mayBeDone(told.failure) ? await refresh() : null
    const answer = read?.proposals.find((one) => one.id === id)?.answer ?? null
    // While it waits for its answer its button stays.
    if (told.failure === null || answer !== null) leadFocus(heading.current)
    showToast(withdrawalToast(told, answer))
  }

  return (
    <section className={styles.block}>
      <h2 ref={heading} tabIndex={-1}>
        {words.earlier}
      </h2>
      {proposals.length === 0 && <p className="hint">{words.none}</p>}
      {proposals.length > 0 && (
        <ul className={styles.list} aria-label={words.earlier}>
          {proposals.map((proposal) => (
            <li key={proposal.id} className={styles.proposal}>
              <div>
                <p className={styles.words}>{proposal.sentence}</p>
                <p className="hint num">{words.sent(whenText(proposal.proposed_at, now, zone))}</p>
              </div>
              <p className={proposal.answer === 'taken' ? styles.taken : styles.became}>
                {words.became(
                  proposal.answer,
                  whenText(proposal.answered_at ?? proposal.proposed_at, now, zone),
                )}
              </p>
              {proposal.answer === null && (
                <TextButton
                  aria-label={words.withdrawOf(proposal.sentence)}
                  onClick={() => setAsked(proposal)}
                >
                  {words.withdraw}
                </TextButton>
              )}
              <PlanDetails plan={proposal} />
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={words.withdrawTitle}
        text={words.withdrawText}
        confirm={words.withdraw}
        onConfirm={() => {
          setAsked(null)
          if (asked !== null) void withdraw(asked.id)
        }}
        onClose={() => setAsked(null)}
      />
    </section>
  )
}
