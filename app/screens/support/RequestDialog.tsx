import { type ReactNode, useState } from 'react'
import { localDateAt } from '../../../core/time/time.ts'
import { settings } from '../../device/settings.ts'
import { useNow } from '../../device/use-now.ts'
import { useOnline } from '../../device/use-online.ts'
import { answerRequest } from '../../family/support.ts'
import type { AccessRequest } from '../../family/support-schema.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { Dialog, DialogButtons } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { untilText } from '../../words/carers/carers.es.ts'
import { windowText, accessRequest as words } from '../../words/carers/support.es.ts'
import { authFailureToast } from '../shared/auth-failure.ts'
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
      title={request === null ? '' : words.title(request.name, baby?.name ?? null)}
      onClose={onClose}
    >
      {request && <Request key={request.id} request={request} onClose={onClose} />}
    </Dialog>
  )
}

function Request({ request, onClose }: { request: AccessRequest; onClose: () => void }) {
  const now = useNow()
  const { baby, zone } = useBabyData()
  const isOnline = useOnline()
  const [given, setGiven] = useState<'yes' | 'no' | null>(null)
  const { id, name, purpose, until, starts_on, ends_on, hours } = request
  const window = windowText(starts_on, ends_on, localDateAt(now, zone))

  async function answer(isAccepted: boolean) {
    if (given !== null) return
    setGiven(isAccepted ? 'yes' : 'no')
    const result = await answerRequest(id, isAccepted)
    setGiven(null)
    if (result.kind === 'failed') return showToast(authFailureToast(words.failed, result))
    onClose()
    if (result.kind === 'gone') showToast({ title: words.gone, detail: words.goneDetail })
    else if (isAccepted) showToast({ title: words.accepted(name) })
    else showToast({ title: words.refused, detail: words.refusedDetail(name) })
  }

  return (
    <>
      <p className={styles.who}>{words.who(settings.brand.provider)}</p>
      <blockquote className={styles.quote}>{purpose}</blockquote>
      <dl className={styles.terms}>
        <Term name={words.sees}>{words.seesText(baby?.name ?? null)}</Term>
        <Term name={words.never}>{words.neverText}</Term>
        <Term name={words.until}>{words.untilText(untilText(until, now, zone))}</Term>
        <Term name={words.support}>{words.supportText(window, hours)}</Term>
        <Term name={words.yours}>{words.yoursText}</Term>
      </dl>
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

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
