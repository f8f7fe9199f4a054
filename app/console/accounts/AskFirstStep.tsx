import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { DialogActions } from '../../ui/overlays/Dialog.tsx'
import { inviting, accountActions as words } from '../../words/console/accounts.es.ts'
import { type Account, nameOf } from './calls/remote-accounts.ts'
import type { MenuChoice } from './menu-choices.ts'

/** What asks before it is done; the rest can be taken back, or asks for days. */
export type AskedChoice = Exclude<MenuChoice, 'trial' | 'enable'>

interface AskFirstStepProps {
  choice: AskedChoice
  /** It may have been done already: nobody has heard the answer. */
  isLost: boolean
  account: Account
  /** The id of the element that says what comes of it. */
  textId: string
  busy: boolean
  onCancel: () => void
  /** Gets what was typed, to delete an account. */
  onConfirm: (typed: string) => void
}

/** Says to whom it is done, and what comes of it. To delete an account its address is typed, against a slip. */
export function AskFirstStep({
  choice,
  isLost,
  account,
  textId,
  busy,
  onCancel,
  onConfirm,
}: AskFirstStepProps) {
  const [typed, setTyped] = useState('')
  const isDeletion = choice === 'delete'
  const name = nameOf(account)
  const isProven = !isDeletion || typed.trim().toLowerCase() === name.toLowerCase()
  const { text, lost = text, confirm, isHarmless = false } = ASKED[choice]

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!busy && isProven) onConfirm(typed.trim())
  }

  return (
    <form noValidate onSubmit={submit}>
      <div id={textId}>
        {!isDeletion && (
          <p>
            <b>{name}</b>
          </p>
        )}
        <p>{isLost ? lost : text}</p>
      </div>
      {isDeletion && (
        <TextField
          label={account.email === '' ? words.removeName : words.removeEmail}
          type={account.email === '' ? 'text' : 'email'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          hint={name}
          readOnly={busy}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <DialogActions onCancel={onCancel} autoFocus={!isDeletion} disabled={busy}>
        <Button
          variant={isHarmless ? 'primary' : 'danger'}
          type="submit"
          // A button that is disabled while it has the focus would lose it.
          aria-disabled={busy || !isProven}
        >
          {busy ? words.busy : confirm}
        </Button>
      </DialogActions>
    </form>
  )
}

interface Asked {
  title: string
  text: string
  /** What comes of a try whose answer got lost, where that is something else. */
  lost?: string
  confirm: string
  /** Nobody loses anything by it. */
  isHarmless?: boolean
}

export const ASKED: Readonly<Record<AskedChoice, Asked>> = {
  full: { title: words.fullTitle, text: words.fullText, confirm: words.fullConfirm, isHarmless: true },
  'invite-again': {
    title: inviting.againTitle,
    text: inviting.againText,
    confirm: inviting.submitAgain,
    isHarmless: true,
  },
  disable: { title: words.disableTitle, text: words.disableText, confirm: words.disable },
  'reset-password': {
    title: words.resetTitle,
    text: words.resetText,
    lost: words.resetLost,
    confirm: words.resetConfirm,
  },
  'remove-second-factor': { title: words.factorTitle, text: words.factorText, confirm: words.factorConfirm },
  delete: { title: words.removeTitle, text: words.removeText, confirm: words.removeConfirm },
}
