import { PRIVACY_PATH } from '../../device/settings.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { account } from '../../words/account.es.ts'
import { AccountActions } from './AccountActions.tsx'
import styles from './AccountCard.module.css'
import { ACCOUNT_CARD } from './AccountEntry.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'

/** The account itself, at the end of the plan screen. */
export function AccountCard() {
  return (
    <Section
      title={
        <span id={ACCOUNT_CARD} tabIndex={-1}>
          {account.title}
        </span>
      }
    >
      <AccountActions />
      <a className={styles.privacy} href={PRIVACY_PATH} target="_blank" rel="noopener">
        {account.privacy}
      </a>
      <DeleteAccount />
    </Section>
  )
}
