import { type FormEvent, useRef, useState } from 'react'
import { changeAccess } from '../../family/access.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { useStillOpen } from '../../ui/overlays/use-still-open.ts'
import { changingPerson as words } from '../../words/carers/carers.es.ts'
import { whileBusy } from '../shared/while-busy.ts'
import { accessFailureToast } from './access-failure.ts'
import styles from './Carers.module.css'
import type { GuestPerson } from './guest-person.ts'
import { NameField } from './NameField.tsx'
import { RoleChoice } from './RoleChoice.tsx'

type GuestRole = GuestPerson['role']

const ROLES: readonly GuestRole[] = ['carer', 'viewer']

interface PersonDialogProps {
  /** Null: closed. */
  person: GuestPerson | null
  /** Called by who wants to take the access away. */
  onEnd: (person: GuestPerson) => void
  onClose: () => void
}

/** What somebody who is in may do, and what they are called. */
export function PersonDialog({ person, onEnd, onClose }: PersonDialogProps) {
  return (
    <Dialog open={person !== null} title={person?.name ?? ''} onClose={onClose}>
      {person && (
        <PersonForm key={person.account_id} person={person} onEnd={() => onEnd(person)} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface PersonFormProps {
  person: GuestPerson
  onEnd: () => void
  onClose: () => void
}

function PersonForm({ person, onEnd, onClose }: PersonFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [role, setRole] = useState<GuestRole>(person.role)
  const [busy, setBusy] = useState(false)
  const isStillOpen = useStillOpen()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = field.current?.value.trim() ?? ''
    if (busy || name === '') return
    const change = { role, name, until: person.until }
    const result = await whileBusy(setBusy, () => changeAccess(person.account_id, change))
    if (result.kind === 'failed') return showToast(accessFailureToast(words.failed, result))
    if (isStillOpen()) onClose()
    showToast({ title: words.saved })
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <NameField
        ref={field}
        label={words.name}
        hint={person.email}
        defaultValue={person.name}
        readOnly={busy}
        required
      />
      <RoleChoice roles={ROLES} value={role} onChange={setRole} />
      <TextButton className={styles.end} onClick={onEnd}>
        {words.end}
      </TextButton>
      <DialogActions onCancel={onClose}>
        <Button type="submit" variant="primary" aria-disabled={busy}>
          {busy ? words.saving : words.save}
        </Button>
      </DialogActions>
    </form>
  )
}
