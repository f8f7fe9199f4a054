import { account } from '../../copy-account.es.ts'
import { Section } from '../../ui/Section.tsx'
import { AccountActions } from './AccountActions.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'

/** The account itself, at the end of the plan screen. */
export function AccountCard() {
  return (
    <Section title={account.title}>
      <AccountActions />
      <DeleteAccount />
    </Section>
  )
}
