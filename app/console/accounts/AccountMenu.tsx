import { useNow } from '../../device/use-now.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { DialogButtons } from '../../ui/overlays/Dialog.tsx'
import { accountFacts as facts, inviting, accountActions as words } from '../../words/console/accounts.es.ts'
import { common } from '../../words/entrance.es.ts'
import styles from './Accounts.module.css'
import { statusText } from './account-status.ts'
import { type Account, worksForProvider } from './calls/remote-accounts.ts'
import { choicesFor, type MenuChoice } from './menu-choices.ts'

interface AccountMenuProps {
  account: Account
  isOwn: boolean
  busy: boolean
  onChoose: (choice: MenuChoice) => void
  onClose: () => void
}

/** What is known of an account, and what can be done with it. */
export function AccountMenu({ account, isOwn, busy, onChoose, onClose }: AccountMenuProps) {
  const now = useNow()
  const hint = isOwn ? words.own : worksForProvider(account) ? words.staff : null
  return (
    <>
      <ul className={`${styles.facts} num`}>
        <li>{statusText(account, now)}</li>
        {account.staff_role !== null && <li>{facts.role(account.staff_role, account.staff_name)}</li>}
        <li>{facts.created(account.created_at)}</li>
        <li>
          {account.last_sign_in_at === null ? facts.neverSeen : facts.lastSeen(account.last_sign_in_at)}
        </li>
        {account.has_second_factor && <li>{facts.secondFactor}</li>}
      </ul>
      {hint !== null && <p className="hint">{hint}</p>}
      <div className={styles.choices}>
        {choicesFor(account, isOwn, now).map((choice) => (
          <Button key={choice} variant="quiet" aria-disabled={busy} onClick={() => onChoose(choice)}>
            {LABELS[choice]}
          </Button>
        ))}
      </div>
      <DialogButtons>
        <Button variant="quiet" onClick={onClose} autoFocus>
          {common.close}
        </Button>
      </DialogButtons>
    </>
  )
}

const LABELS: Readonly<Record<MenuChoice, string>> = {
  trial: words.trial,
  full: words.full,
  'invite-again': inviting.submitAgain,
  'reset-password': words.reset,
  enable: words.enable,
  disable: words.disable,
  'remove-second-factor': words.factor,
  delete: words.remove,
}
