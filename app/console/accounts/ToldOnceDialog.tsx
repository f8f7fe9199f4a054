import { useId } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { CopyButton } from '../../ui/overlays/CopyButton.tsx'
import { Dialog, DialogButtons } from '../../ui/overlays/Dialog.tsx'
import { accountActions, inviting } from '../../words/console/accounts.es.ts'
import { copying } from '../../words/console/copy.es.ts'
import styles from './Accounts.module.css'
import { type MailByHand, mailText } from './calls/remote-accounts.ts'

/** What the server tells only now: a password, or an invitation's mail that it has no way to send. */
export type Told = { kind: 'password'; name: string; password: string } | MailByHand

/** Shows it until it was taken note of. A key pressed too many, or going back, mustn't take it away. */
export function ToldOnceDialog({ told, onDone }: { told: Told; onDone: () => void }) {
  const textId = useId()
  const isPassword = told.kind === 'password'
  return (
    <Dialog
      open
      title={isPassword ? accountActions.password : inviting.unsentTitle}
      alert
      describedBy={textId}
      onClose={() => {}}
    >
      <p id={textId}>{isPassword ? accountActions.passwordText(told.name) : inviting.unsentText}</p>
      {isPassword ? (
        <code className={styles.password}>{told.password}</code>
      ) : (
        <pre className={styles.mail}>{told.text}</pre>
      )}
      <DialogButtons>
        <CopyButton text={isPassword ? told.password : mailText(told)} words={copying} autoFocus />
        <Button variant="primary" onClick={onDone}>
          {accountActions.done}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
