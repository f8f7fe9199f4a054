import { useEffect, useRef } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { inviteList as words } from '../../words/console/accounts.es.ts'
import { CopyButton } from '../shared/CopyButton.tsx'
import styles from './Accounts.module.css'
import { type Invited, type MailByHand, mailText } from './calls/remote-accounts.ts'
import { type InviteRun, leftOf, type RowOutcome } from './invite-run.ts'

interface InviteResultsProps {
  run: InviteRun
  onAgain: (rows: readonly Invited[]) => void
  onDone: () => void
}

/** What became of each row; what nobody could be sent is there to be copied. */
export function InviteResults({ run, onAgain, onDone }: InviteResultsProps) {
  const { rows, outcomes, isRunning } = run
  const left = isRunning ? [] : leftOf(run)
  const invited = outcomes.filter(({ result }) => result === 'invited').length
  const unsent = outcomes.filter((outcome) => mailOf(outcome) !== null).length
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
              words.invitedCount(invited),
              ...(outcomes.length > invited ? [words.leftCount(outcomes.length - invited)] : []),
            ].join(' · ')}
      </p>
      {unsent > 0 && <p className={styles.wrong}>{words.toSend(unsent)}</p>}
      <ul className={styles.outcomes} aria-label={words.results}>
        {outcomes.map((outcome) => (
          <li key={outcome.email}>
            <span>
              <b>{outcome.email}</b> {resultText(outcome)}
            </span>
            <Mail outcome={outcome} />
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
          <Button variant="primary" onClick={onDone}>
            {words.done}
          </Button>
        </div>
      )}
    </section>
  )
}

function Mail({ outcome }: { outcome: RowOutcome }) {
  const mail = mailOf(outcome)
  return (
    mail && (
      <details className={styles.byHand}>
        <summary>{mail.subject}</summary>
        <pre className={styles.mail}>{mail.text}</pre>
        <CopyButton text={mailText(mail)} label={words.copyMail(outcome.email)} />
      </details>
    )
  )
}

/** The mail that is to be sent by hand; null: there is none. */
function mailOf(outcome: RowOutcome): MailByHand | null {
  return outcome.result === 'invited' && outcome.mail.kind === 'unsent' ? outcome.mail : null
}

function resultText(outcome: RowOutcome): string {
  if (outcome.result === 'later') return words.later[outcome.why]
  return words.result[outcome.result === 'invited' ? outcome.mail.kind : outcome.result]
}
