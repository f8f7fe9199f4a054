import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNow } from '../../device/use-now.ts'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { accountFacts, accounts as words } from '../../words/console/accounts.es.ts'
import styles from './Accounts.module.css'
import { statusText } from './account-status.ts'
import { type Account, nameOf } from './calls/remote-accounts.ts'

/** So many rows are drawn at once: thousands would take a second. */
const ROWS_AT_ONCE = 100

export function AccountList({
  accounts,
  onManage,
}: {
  accounts: readonly Account[]
  onManage: (account: Account) => void
}) {
  const [most, setMost] = useState(ROWS_AT_ONCE)
  const now = useNow()
  const left = accounts.length - most
  const list = useRef<HTMLUListElement>(null)

  function showMore() {
    flushSync(() => setMost(most + ROWS_AT_ONCE))
    // The button goes with the last of them.
    if (left <= ROWS_AT_ONCE) list.current?.children[most]?.querySelector('button')?.focus()
  }

  return (
    <>
      <ul ref={list} className={styles.rows} aria-label={words.list}>
        {accounts.slice(0, most).map((account) => (
          <li key={account.id} className={styles.row}>
            <p className={styles.email}>{nameOf(account)}</p>
            <p className={`${account.disabled ? styles.disabled : styles.status} num`}>
              {statusText(account, now)}
            </p>
            <p className="hint num">
              {[
                ...(account.staff_role === null
                  ? []
                  : [accountFacts.role(account.staff_role, account.staff_name)]),
                account.last_sign_in_at === null
                  ? accountFacts.neverSeen
                  : accountFacts.lastSeen(account.last_sign_in_at),
              ].join(' · ')}
            </p>
            <TextButton aria-label={words.manageOf(nameOf(account))} onClick={() => onManage(account)}>
              {words.manage}
            </TextButton>
          </li>
        ))}
      </ul>
      {left > 0 && <TextButton onClick={showMore}>{words.more(Math.min(left, ROWS_AT_ONCE))}</TextButton>}
    </>
  )
}
