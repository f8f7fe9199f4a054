import { useNow } from '../../../device/use-now.ts'
import { closedFamilies as words } from '../../../words/console/families.es.ts'
import styles from './ClosedFamilies.module.css'
import type { ClosedFamily } from './closed-family.ts'

/** So many are shown by themselves; more of them would push the families down. */
const FEW = 3

/** Who has said no lately, and whose access or account is over: they don't stand in the list, or not any more. */
export function ClosedFamilies({ closed }: { closed: readonly ClosedFamily[] }) {
  const now = useNow()
  if (closed.length === 0) return null
  return (
    <details className={styles.closed} open={closed.length <= FEW}>
      <summary>{words.title(closed.length)}</summary>
      <ul aria-label={words.list}>
        {closed.map(({ email, why, is_account_closed: isAccountClosed, at }) => (
          <li key={`${email} ${at}`}>
            {email ?? words.invited}{' '}
            <span>{isAccountClosed ? words.accountClosed : words.why[why](at, now)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
