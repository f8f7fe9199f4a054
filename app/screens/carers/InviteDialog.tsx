import { type FormEvent, useEffect, useRef, useState } from 'react'
import { updateBaby } from '../../changes/changes.ts'
import { inviteToFamily } from '../../family/access.ts'
import type { GrantedRole } from '../../family/remote-families.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { failedResult } from '../../wire/failures.ts'
import { inviting as words } from '../../words/carers.es.ts'
import { saveOrSay } from '../shared/save-or-say.ts'
import { accessFailureToast } from './access-failure.ts'
import styles from './Carers.module.css'
import { InvitationLink } from './InvitationLink.tsx'
import { NameField } from './NameField.tsx'
import { RoleChoice } from './RoleChoice.tsx'

interface Made {
  name: string
  token: string
}

/** Asks who is invited and as what, then shows the link: this once, because only its hash is kept. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null)

  function close() {
    setMade(null)
    onClose()
  }

  return (
    <Dialog
      open={open}
      title={made === null ? words.title : words.made(made.name)}
      alert={made !== null}
      onClose={close}
    >
      {made === null ? (
        <InviteForm onMade={setMade} onClose={close} />
      ) : (
        <InvitationLink token={made.token} onClose={close} />
      )}
    </Dialog>
  )
}

function InviteForm({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }) {
  const { baby } = useBabyData()
  const [asksOwn] = useState(() => baby !== null && (baby.owner_name ?? null) === null)
  const [name, own] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const [role, setRole] = useState<GrantedRole>('carer')
  const [busy, setBusy] = useState(false)
  // On a small screen the sheet scrolls, and would take the focus itself.
  useEffect(() => name.current?.focus(), [name])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const called = name.current?.value.trim() ?? ''
    const ownName = own.current?.value.trim() ?? ''
    if (busy || called === '') return
    setBusy(true)
    const { data, failure } = await inviteToFamily({ role, name: called, until: null })
    setBusy(false)
    if (failure !== null) return showToast(accessFailureToast(words.failed, failedResult(failure)))
    // The carer has closed this while the server was answering: the invitation stands in the list, to be withdrawn.
    if (name.current === null) return
    onMade({ name: called, token: data.token })
    if (ownName !== '') await saveOrSay(updateBaby({ owner_name: ownName }), words.ownNotSaved)
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <NameField ref={name} label={words.name} hint={words.nameHint} readOnly={busy} required />
      <RoleChoice value={role} onChange={setRole} />
      {asksOwn && <NameField ref={own} label={words.own} hint={words.ownHint} readOnly={busy} />}
      <DialogActions onCancel={onClose}>
        <Button type="submit" variant="primary" aria-disabled={busy}>
          {busy ? words.submitting : words.submit}
        </Button>
      </DialogActions>
    </form>
  )
}
