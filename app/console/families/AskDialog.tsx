import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { addDays, localDateAt } from '../../../core/time/time.ts'
import { MADRID } from '../../../core/time/zone.ts'
import { clock } from '../../device/clock.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { DateField } from '../../ui/fields/DateField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { asking as words } from '../../words/console/families.es.ts'
import type { Staff } from '../staff/staff-role.ts'
import styles from './AskDialog.module.css'
import { askingFailure } from './asking-failure.ts'
import { askFamily } from './consulted.ts'

/** A support of four weeks is the usual one. */
const SUPPORT_DAYS = 28
/** The most characters that the database takes. */
const MOST_OF_PURPOSE = 300
const MOST_OF_HOURS = 120

/** The hours of answering are the consultant's own, and the same for each family. */
const HOURS_KEY = 'nana-console-hours'

interface AskDialogProps {
  open: boolean
  staff: Staff
  onAsked: () => void
  onClose: () => void
}

/** Asks a family for leave to look, and shows beforehand what it will read. */
export function AskDialog({ open, staff, onAsked, onClose }: AskDialogProps) {
  return (
    <Dialog open={open} title={words.title} onClose={onClose}>
      <AskForm staff={staff} onAsked={onAsked} onClose={onClose} />
    </Dialog>
  )
}

function AskForm({ staff, onAsked, onClose }: Omit<AskDialogProps, 'open'>) {
  const today = localDateAt(clock.now(), MADRID)
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState('')
  const [purpose, setPurpose] = useState<string>(words.purposeOffered)
  const [starts_on, setStarts] = useState(today)
  const [ends_on, setEnds] = useState(addDays(today, SUPPORT_DAYS))
  const [hours, setHours] = useState(() => localStorage.getItem(HOURS_KEY) ?? words.hoursOffered)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const isWrongOrder = ends_on < starts_on || ends_on < today
  // On a small screen the sheet scrolls, and would take the focus itself.
  useEffect(() => field.current?.focus(), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy || isWrongOrder) return
    setBusy(true)
    const asking = { email: email.trim(), purpose: purpose.trim(), starts_on, ends_on, hours: hours.trim() }
    const { data, failure } = await askFamily(asking, staff.accountId)
    setBusy(false)
    if (failure !== null) return showToast(askingFailure(words.failed, failure))
    if ('refused' in data) {
      setRefusal(words.refusals[data.refused])
      return field.current?.focus()
    }
    localStorage.setItem(HOURS_KEY, asking.hours)
    onAsked()
    onClose()
    showToast({ title: words.done, detail: words.doneDetail(asking.email) })
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        ref={field}
        label={words.email}
        hint={words.emailHint}
        error={refusal}
        type="email"
        autoComplete="off"
        required
        value={email}
        readOnly={busy}
        onChange={(event) => {
          setEmail(event.target.value)
          setRefusal(null)
        }}
      />
      <PurposeField value={purpose} onChange={setPurpose} />
      <div className={styles.dates}>
        <DateField label={words.starts} variant="wide" value={starts_on} onChange={setStarts} />
        <DateField label={words.ends} variant="wide" value={ends_on} onChange={setEnds} />
      </div>
      {isWrongOrder && (
        <p className={styles.wrong} role="alert">
          {words.wrongOrder}
        </p>
      )}
      <TextField
        label={words.hours}
        hint={words.hoursHint}
        maxLength={MOST_OF_HOURS}
        autoComplete="off"
        value={hours}
        onChange={(event) => setHours(event.target.value)}
      />
      <section className={styles.preview}>
        <h3>{words.preview}</h3>
        <p>{words.previewText(staff.name, ends_on)}</p>
        <p>«{purpose.trim()}»</p>
      </section>
      <DialogActions onCancel={onClose}>
        <Button type="submit" variant="primary" aria-disabled={busy || isWrongOrder}>
          {busy ? words.submitting : words.submit}
        </Button>
      </DialogActions>
    </form>
  )
}

function PurposeField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {words.purpose}
      </label>
      <textarea
        id={id}
        className={styles.purpose}
        rows={3}
        maxLength={MOST_OF_PURPOSE}
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
