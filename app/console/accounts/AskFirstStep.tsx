import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { DialogActions } from '../../ui/overlays/Dialog.tsx'
import { accountActions as words } from '../../words/console/accounts.es.ts'
import type { MenuChoice } from './AccountMenu.tsx'
import type { Account } from './remote-accounts.ts'

interface AskFirstStepProps {
  choice: MenuChoice
  account: Account
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Says what comes of it. To delete an account its address is typed, against a slip of the hand. */
export function AskFirstStep({ choice, account, busy, onCancel, onConfirm }: AskFirstStepProps) {
  const [typed, setTyped] = useState('')
  const isDeletion = choice === 'delete'
  const isProven = !isDeletion || typed.trim().toLowerCase() === account.email.toLowerCase()
  const { text, confirm } = WORDS[choice] ?? { text: words.removeText, confirm: words.removeConfirm }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!busy && isProven) onConfirm()
  }

  return (
    <form noValidate onSubmit={submit}>
      <p>{text}</p>
      {isDeletion && (
        <TextField
          label={words.removeEmail}
          type="email"
          autoComplete="off"
          hint={account.email}
          readOnly={busy}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <DialogActions onCancel={onCancel} autoFocus={!isDeletion} disabled={busy}>
        <Button variant="danger" type="submit" disabled={busy || !isProven}>
          {busy ? words.busy : confirm}
        </Button>
      </DialogActions>
    </form>
  )
}

const WORDS: Partial<Record<MenuChoice, { text: string; confirm: string }>> = {
  disable: { text: words.disableText, confirm: words.disable },
  'reset-password': { text: words.resetText, confirm: words.resetConfirm },
  'remove-second-factor': { text: words.factorText, confirm: words.factorConfirm },
}
