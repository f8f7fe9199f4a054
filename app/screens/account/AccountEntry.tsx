import { account as words } from '../../words/account.es.ts'
import styles from './AccountEntry.module.css'

/** The id of the card's heading. */
export const ACCOUNT_CARD = 'account-card'

/** The way to the account's card, which stands at the end of a long screen. */
export function AccountEntry() {
  function go() {
    const heading = document.getElementById(ACCOUNT_CARD)
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView({ block: 'start' })
  }

  return (
    <button type="button" className={styles.entry} onClick={go}>
      {words.entry}
    </button>
  )
}
