import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type LocalDate, localDateAt } from '../../../../core/time/time.ts'
import { MADRID } from '../../../../core/time/zone.ts'
import { clock } from '../../../device/clock.ts'
import { whileBusy } from '../../../screens/shared/while-busy.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { DateField } from '../../../ui/fields/DateField.tsx'
import { LongTextField } from '../../../ui/fields/LongTextField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Dialog, DialogActions } from '../../../ui/overlays/Dialog.tsx'
import { showToast } from '../../../ui/overlays/toasts.ts'
import { useStillOpen } from '../../../ui/overlays/use-still-open.ts'
import { mayBeDone } from '../../../wire/failures.ts'
import { untilText } from '../../../words/carers/carers.es.ts'
import { asking as words } from '../../../words/console/families.es.ts'
import { supportDates } from '../../../words/console/support.es.ts'
import { replaceDraft } from '../../drafts/replace-draft.ts'
import { useDraft } from '../../drafts/use-draft.ts'
import { askingFailure } from '../../requests/asking-failure.ts'
import {
  type Asking,
  askFamily,
  BEGINS_TOO_LATE,
  MOST_HOURS_LETTERS,
  MOST_PURPOSE_LETTERS,
} from '../../requests/remote-asking.ts'
import { focusWrongField } from '../../shared/focus-wrong-field.ts'
import type { Staff } from '../../staff/staff-role.ts'
import type { SupportDates } from '../../support/calls/remote-support.ts'
import { datesProblem } from '../../support/support-dates.ts'
import styles from './AskDialog.module.css'
import { AskPreview } from './AskPreview.tsx'
import { askingDraft, newAsking } from './asking-draft.ts'

interface AskDialogProps {
  open: boolean
  staff: Staff
  /** The family of an address that lets the consultant in already; null: none does. */
  familyOf: (email: string) => { until: string } | null
  onAsked: () => void
  onClose: () => void
}

/** Asks a family for leave to look, and shows beforehand what it will read. */
export function AskDialog({ open, onClose, ...props }: AskDialogProps) {
  return (
    <Dialog open={open} title={words.title} onClose={onClose}>
      <AskForm {...props} onClose={onClose} />
    </Dialog>
  )
}

function AskForm({ staff, familyOf, onAsked, onClose }: Omit<AskDialogProps, 'open'>) {
  const today = localDateAt(clock.now(), MADRID)
  // The hours of answering are the consultant's own, and the same for each family.
  const hoursKey = `nana-console-hours ${staff.accountId}`
  const field = useRef<HTMLInputElement>(null)
  // Closing the sheet by a slip loses nothing.
  const key = `${staff.accountId} asking`
  const { draft, setDraft, settle } = useDraft<Asking>(key)
  const begun = newAsking(today, localStorage.getItem(hoursKey))
  const typed = draft ?? begun
  const edit = (change: Partial<Asking>) => setDraft(askingDraft(begun, { ...typed, ...change }))
  const [refusal, setRefusal] = useState<string | null>(null)
  /** A beginning that the database finds too far ahead, by its own clock. */
  const [refusedStart, setRefusedStart] = useState<LocalDate | null>(null)
  const [isTried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const isStillOpen = useStillOpen()
  const { email, purpose, starts_on, ends_on, hours } = typed
  const asking = { purpose: purpose.trim(), starts_on, ends_on, hours: hours.trim() }
  const wrongDates = starts_on === refusedStart ? supportDates.problem.late : wrongDatesText(asking, today)
  // On a small screen the sheet scrolls, and would take the focus itself.
  useEffect(() => field.current?.focus(), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (asking.purpose === '') return focusWrongField(event.currentTarget)
    if (busy || wrongDates !== null) return
    const asked = { ...asking, email: email.trim() }
    const known = familyOf(asked.email)
    if (known !== null) {
      setRefusal(words.isIn(untilText(known.until, clock.now(), MADRID)))
      return field.current?.focus()
    }
    const { data, failure } = await whileBusy(setBusy, () => askFamily(asked, staff.accountId))
    const isOpen = isStillOpen()
    if (isOpen && failure?.message === BEGINS_TOO_LATE) return setRefusedStart(asked.starts_on)
    const failed = isOpen ? words.failed : words.failedOf(asked.email)
    if (failure !== null) {
      if (mayBeDone(failure)) onAsked()
      return showToast(askingFailure(failure, failed, words.lost(asked.email)))
    }
    if ('refused' in data) {
      const why = words.refusals[data.refused]
      if (!isOpen) return showToast({ title: failed, detail: why, tone: 'failure' })
      setRefusal(why)
      return field.current?.focus()
    }
    settle(draft)
    onAsked()
    if (isOpen) onClose()
    showToast({ title: words.done, detail: words.doneDetail(asked.email) })
    try {
      localStorage.setItem(hoursKey, asking.hours)
    } catch {
      // Full: another family is offered the hours of before.
    }
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
          edit({ email: event.target.value })
          setRefusal(null)
        }}
      />
      <LongTextField
        label={words.purpose}
        error={isTried && asking.purpose === '' ? words.purposeMissing : null}
        rows={3}
        maxLength={MOST_PURPOSE_LETTERS}
        value={purpose}
        readOnly={busy}
        onChange={(event) => edit({ purpose: event.target.value })}
      />
      <div className={styles.dates}>
        <DateField
          label={words.starts}
          variant="wide"
          value={starts_on}
          readOnly={busy}
          onChange={(starts_on) => edit({ starts_on })}
        />
        <DateField
          label={words.ends}
          variant="wide"
          value={ends_on}
          readOnly={busy}
          onChange={(ends_on) => edit({ ends_on })}
        />
      </div>
      {wrongDates !== null && (
        <p className={styles.wrong} role="alert">
          {wrongDates}
        </p>
      )}
      <TextField
        label={words.hours}
        hint={words.hoursHint}
        maxLength={MOST_HOURS_LETTERS}
        autoComplete="off"
        value={hours}
        readOnly={busy}
        onChange={(event) => edit({ hours: event.target.value })}
      />
      <AskPreview name={staff.name} asking={asking} />
      <DialogActions
        onCancel={() => {
          // What is on its way goes once it has arrived: if it fails, it is there again.
          if (!busy) replaceDraft(key, null, words.discarded)
          onClose()
        }}
      >
        <Button type="submit" variant="primary" aria-disabled={busy || wrongDates !== null}>
          {busy ? words.submitting : words.submit}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Why nobody can be asked for these days; null: they can be. A support that is over needs no leave. */
function wrongDatesText(dates: SupportDates, today: LocalDate): string | null {
  const problem = datesProblem(dates)
  if (problem !== null && problem.why !== 'order') return supportDates.problem[problem.why]
  return problem !== null || dates.ends_on < today ? words.wrongOrder : null
}
