import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { CopyButton } from '../../ui/overlays/CopyButton.tsx'
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx'
import { inviteList as words } from '../../words/console/accounts.es.ts'
import { copying } from '../../words/console/copy.es.ts'
import styles from './Accounts.module.css'
import { type Invited, mailText } from './calls/remote-accounts.ts'
import {
  byHandIn,
  countsOf,
  type InviteRun,
  leftOf,
  mailOf,
  mailsText,
  type RowOutcome,
  toCopyIn,
} from './invite-run.ts'

interface InviteResultsProps {
  run: InviteRun
  /** To which addresses the mail was copied. */
  copied: ReadonlySet<string>
  onCopied: (emails: readonly string[]) => void
  onAgain: (rows: readonly Invited[]) => void
  onDone: () => void
}

/** What became of each row; what nobody could be sent is there to be copied. */
export function InviteResults({ run, copied, onCopied, onAgain, onDone }: InviteResultsProps) {
  const { rows, outcomes, isRunning } = run
  const left = isRunning ? [] : leftOf(run)
  const counts = countsOf(run)
  const unsent = byHandIn(run)
  const toCopy = toCopyIn(run, copied)
  const [isLeaving, setLeaving] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that began it is gone.
  useEffect(() => {
    if (isRunning) heading.current?.focus()
  }, [isRunning])
  return (
    <section className={styles.results}>
      <h2 ref={heading} tabIndex={-1}>
        {words.results}
      </h2>
      <p role="status" className="num">
        {isRunning
          ? words.sending(outcomes.length, rows.length)
          : [
              words.invitedCount(counts.invited),
              ...(counts.unanswered > 0 ? [words.unansweredCount(counts.unanswered)] : []),
              ...(counts.left > 0 ? [words.leftCount(counts.left)] : []),
            ].join(' · ')}
      </p>
      {unsent.length > 0 && <p className={styles.wrong}>{words.toSend(unsent.length)}</p>}
      {!isRunning && unsent.length > 1 && (
        <div className={styles.actions}>
          <CopyButton
            key={unsent.length}
            text={mailsText(outcomes)}
            words={{ ...copying, copy: words.copyAll(unsent.length) }}
            onCopied={() => onCopied(unsent)}
          />
        </div>
      )}
      <ul className={styles.outcomes} aria-label={words.results}>
        {outcomes.map((outcome) => (
          <li key={outcome.email}>
            <span>
              <b>{outcome.email}</b> {resultText(outcome)}
            </span>
            <Mail outcome={outcome} onCopied={() => onCopied([outcome.email])} />
          </li>
        ))}
      </ul>
      {!isRunning && (
        <div className={styles.actions}>
          {left.length > 0 && (
            <Button variant="quiet" onClick={() => onAgain(left)}>
              {words.again(left.length)}
            </Button>
          )}
          <Button variant="primary" onClick={() => (toCopy.length > 0 ? setLeaving(true) : onDone())}>
            {words.done}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isLeaving}
        title={words.leaveTitle(toCopy.length)}
        text={words.leaveText}
        confirm={words.leaveConfirm}
        danger
        onConfirm={onDone}
        onClose={() => setLeaving(false)}
      />
    </section>
  )
}

function Mail({ outcome, onCopied }: { outcome: RowOutcome; onCopied: () => void }) {
  const mail = mailOf(outcome)
  return (
    mail && (
      <details className={styles.byHand}>
        <summary>{mail.subject}</summary>
        <pre className={styles.mail}>{mail.text}</pre>
        <CopyButton
          text={mailText(mail)}
          words={copying}
          label={words.copyMail(outcome.email)}
          onCopied={onCopied}
        />
      </details>
    )
  )
}

function resultText(outcome: RowOutcome): string {
  if (outcome.result === 'later') return words.later[outcome.why]
  return words.result[outcome.result === 'invited' ? outcome.mail.kind : outcome.result]
}
