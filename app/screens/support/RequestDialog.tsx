import { localDateAt } from '../../../core/time/time.ts'
import { useOnline } from '../../device/network/use-online.ts'
import { settings } from '../../device/settings.ts'
import { useNow } from '../../device/use-now.ts'
import { answerRequest, isIn } from '../../family/support.ts'
import type { AccessRequest } from '../../family/support-schema.ts'
import { useAnswerUnderWay } from '../../family/use-support.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { Dialog, DialogButtons } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { useStillOpen } from '../../ui/overlays/use-still-open.ts'
import { account } from '../../words/account.es.ts'
import { untilText } from '../../words/carers/carers.es.ts'
import { hoursText, windowText, accessRequest as words } from '../../words/carers/support.es.ts'
import { changeFailureToast } from '../shared/change-failure.ts'
import { ProfessionalTerms, Term } from './ProfessionalTerms.tsx'
import styles from './Support.module.css'

interface RequestDialogProps {
  /** Null: closed. */
  request: AccessRequest | null
  onClose: () => void
}

/** Who asks to see the diary, what they would see, what for and until when. Closing it decides nothing. */
export function RequestDialog({ request, onClose }: RequestDialogProps) {
  const { baby } = useBabyData()
  return (
    <Dialog
      open={request !== null}
      title={
        request === null ? '' : words.title(request.name, baby?.name ?? null, request.open_until !== null)
      }
      onClose={onClose}
    >
      {request && <Request key={request.id} request={request} onClose={onClose} />}
    </Dialog>
  )
}

function Request({ request, onClose }: { request: AccessRequest; onClose: () => void }) {
  const now = useNow()
  const { zone } = useBabyData()
  const isOnline = useOnline()
  const given = useAnswerUnderWay(request.id)
  const isStillOpen = useStillOpen()
  const { name, purpose, until, open_until, starts_on, ends_on, hours } = request
  const open = open_until && untilText(open_until, now, zone)
  const window = windowText(starts_on, ends_on, localDateAt(now, zone))

  async function answer(isAccepted: boolean) {
    if (given !== null) return
    const result = await answerRequest(request, isAccepted)
    if (result.kind === 'failed') return showToast(changeFailureToast(words.failed, result, account.unknown))
    if (isStillOpen()) onClose()
    if (result.kind === 'gone') showToast(words.gone(!open && isIn(name) ? name : null))
    else if (open)
      showToast(isAccepted ? words.longer(name, untilText(until, now, zone)) : words.notLonger(name, open))
    else if (isAccepted) showToast({ title: words.accepted(name) })
    else showToast({ title: words.refused, ...(isIn(name) ? {} : { detail: words.refusedDetail(name) }) })
  }

  return (
    <>
      <p className={styles.who}>{words.who(settings.brand.provider)}</p>
      <blockquote className={styles.quote}>{purpose}</blockquote>
      <ProfessionalTerms>
        {open && <Term name={words.open}>{words.openText(name, open)}</Term>}
        <Term name={words.until}>{words.untilText(untilText(until, now, zone))}</Term>
        <Term name={words.support}>{[window, hoursText(hours)].join(' ').trim()}</Term>
        <Term name={words.yours}>{words.yoursText}</Term>
      </ProfessionalTerms>
      <p role="status" className={styles.status}>
        {!isOnline && words.offline}
      </p>
      <DialogButtons>
        <Button variant="quiet" aria-disabled={given !== null} onClick={() => void answer(false)}>
          {given === 'no' ? words.answering : words.refuse}
        </Button>
        <Button variant="primary" aria-disabled={given !== null} onClick={() => void answer(true)}>
          {given === 'yes' ? words.answering : words.accept}
        </Button>
      </DialogButtons>
      <TextButton className={styles.later} onClick={onClose}>
        {words.later}
      </TextButton>
    </>
  )
}
