import type { ReactNode } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { inviteList as words } from '../../words/console/accounts.es.ts'
import styles from './Accounts.module.css'
import type { Invited } from './calls/remote-accounts.ts'
import { invitedOf, type PreviewRow, problemText } from './invite-preview.ts'

/** So many rows of either kind are shown: who looks for more looks into the list itself. */
const MOST_SHOWN = 100

interface InvitePreviewProps {
  rows: readonly PreviewRow[]
  onInvite: (rows: readonly Invited[]) => void
}

/** Who would be invited, and which lines are left out and why. */
export function InvitePreview({ rows, onInvite }: InvitePreviewProps) {
  const good = rows.filter(({ problem }) => problem === null)
  const bad = rows.filter(({ problem }) => problem !== null)
  return (
    <>
      <div className={styles.preview}>
        {bad.length > 0 && (
          <Rows title={words.bad(bad.length)} count={bad.length}>
            {bad.slice(0, MOST_SHOWN).map(({ line, email, days, problem }) => (
              <li key={line}>
                <span className={styles.wrong}>{words.line(line)}</span>
                <span>
                  <b>{(problem === 'trial-days' ? days : email) || words.empty}</b>{' '}
                  {problem !== null && problemText(problem, email)}
                </span>
              </li>
            ))}
          </Rows>
        )}
        <Rows title={words.good(good.length)} count={good.length}>
          {good.slice(0, MOST_SHOWN).map(({ line, email, trialDays }) => (
            <li key={line}>
              <span className="hint">{words.line(line)}</span>
              <span>
                <b>{email}</b> {trialDays === null ? words.full : words.days(trialDays)}
              </span>
            </li>
          ))}
        </Rows>
      </div>
      <div className={styles.actions}>
        <Button variant="primary" disabled={good.length === 0} onClick={() => onInvite(invitedOf(rows))}>
          {words.submit(good.length)}
        </Button>
      </div>
    </>
  )
}

function Rows({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul className={`${styles.lines} num`} aria-label={title}>
        {children}
      </ul>
      {count > MOST_SHOWN && <p className="hint">{words.more(count - MOST_SHOWN)}</p>}
    </section>
  )
}
