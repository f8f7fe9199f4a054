import { type FormEvent, useEffect, useRef, useState } from 'react'
import { addDays, instantAt, type LocalDate, localDateAt } from '../../../core/time/time.ts'
import { updateBaby } from '../../changes/changes.ts'
import { clock } from '../../device/clock.ts'
import { inviteToFamily } from '../../family/access.ts'
import { GRANTED_ROLES, type GrantedRole } from '../../family/remote-families.ts'
import { useSupport } from '../../family/use-support.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { useUnsavedInput } from '../../navigation/unsaved-input.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { DateField } from '../../ui/fields/DateField.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { useStillOpen } from '../../ui/overlays/use-still-open.ts'
import { failedResult } from '../../wire/failures.ts'
import { inviting as words } from '../../words/carers/carers.es.ts'
import { saveOrSay } from '../shared/save-or-say.ts'
import { whileBusy } from '../shared/while-busy.ts'
import { ProfessionalTerms } from '../support/ProfessionalTerms.tsx'
import { accessFailureToast } from './access-failure.ts'
import styles from './Carers.module.css'
import { InvitationLink } from './InvitationLink.tsx'
import { NameField } from './NameField.tsx'
import { RoleChoice } from './RoleChoice.tsx'

interface Made {
  name: string
  token: string
}

/**
 * Asks who is invited and as what, then shows the link: this once, because only its hash is kept. So who closes it and
 * has neither copied nor sent it is asked once more.
 */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null)
  // That a link was copied or sent may be heard late, when another is shown.
  const [taken, setTaken] = useState<Made | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  // A page that follows another diary, or is loaded anew, would have lost it.
  useUnsavedInput(made !== null)

  function leave() {
    setMade(null)
    setLeaving(false)
    onClose()
  }

  function close() {
    if (made === null || taken === made) leave()
    else setLeaving(true)
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
        <InvitationLink
          token={made.token}
          isLeaving={isLeaving}
          onTaken={() => setTaken(made)}
          onClose={close}
          onStay={() => setLeaving(false)}
          onLeave={leave}
        />
      )}
    </Dialog>
  )
}

function InviteForm({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }) {
  const { baby, zone } = useBabyData()
  const [asksOwn] = useState(() => baby !== null && (baby.owner_name ?? null) === null)
  const [name, own] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const [role, setRole] = useState<GrantedRole>('carer')
  const [lastDay, setLastDay] = useLastDay()
  const isProfessional = role === 'consultant'
  const [busy, setBusy] = useState(false)
  const isStillOpen = useStillOpen()
  // On a small screen the sheet scrolls, and would take the focus itself.
  useEffect(() => name.current?.focus(), [name])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const called = name.current?.value.trim() ?? ''
    const ownName = own.current?.value.trim() ?? ''
    if (busy || called === '') return
    const until = isProfessional
      ? new Date(instantAt(addDays(lastDay, 1), '00:00', zone)).toISOString()
      : null
    const invited = await whileBusy(setBusy, () => inviteToFamily({ role, name: called, until }))
    const { data, failure } = invited
    if (failure !== null) return showToast(accessFailureToast(words.failed, failedResult(failure)))
    // Where it was closed the invitation stands in the list, to be withdrawn.
    if (!isStillOpen()) return
    onMade({ name: called, token: data.token })
    if (ownName !== '') await saveOrSay(updateBaby({ owner_name: ownName }), words.ownNotSaved)
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <NameField
        ref={name}
        label={isProfessional ? words.professional : words.name}
        hint={isProfessional ? words.professionalHint : words.nameHint}
        readOnly={busy}
        required
      />
      <RoleChoice roles={GRANTED_ROLES} value={role} onChange={setRole} />
      {isProfessional && <ProfessionalTerms />}
      {isProfessional && (
        <div>
          <DateField
            label={words.until}
            variant="wide"
            value={lastDay}
            min={localDateAt(clock.now(), zone)}
            readOnly={busy}
            onChange={setLastDay}
          />
          <p className={`hint ${styles.underField}`}>{words.untilHint}</p>
        </div>
      )}
      {asksOwn && <NameField ref={own} label={words.own} hint={words.ownHint} readOnly={busy} />}
      <DialogActions onCancel={onClose}>
        <Button type="submit" variant="primary" aria-disabled={busy}>
          {busy ? words.submitting : words.submit}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Of an access whose support isn't known: about three months. */
const USUAL_DAYS = 90
/** After a support has ended. */
const DAYS_AFTER = 30

/**
 * The last day of a professional's access: as it was chosen, or else as it is proposed by what is known of the support
 * by now, which may be heard of only when the form is open.
 */
function useLastDay() {
  const { zone } = useBabyData()
  const endsOn = useSupport()?.support?.ends_on
  const [chosen, choose] = useState<LocalDate | null>(null)
  return [chosen ?? proposedLastDay(endsOn, localDateAt(clock.now(), zone)), choose] as const
}

function proposedLastDay(supportEndsOn: LocalDate | undefined, today: LocalDate): LocalDate {
  const afterSupport = supportEndsOn === undefined ? '' : addDays(supportEndsOn, DAYS_AFTER)
  return afterSupport > today ? afterSupport : addDays(today, USUAL_DAYS)
}
