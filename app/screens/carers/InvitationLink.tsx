import { renderSVG } from 'uqr'
import { share } from '../../device/save-file.ts'
import { invitationLink } from '../../family/access.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { CopyButton } from '../../ui/overlays/CopyButton.tsx'
import { ConfirmDialog, DialogButtons } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { inviting as words } from '../../words/carers/carers.es.ts'
import { useOneAtATime } from '../shared/use-one-at-a-time.ts'
import styles from './Carers.module.css'

interface InvitationLinkProps {
  token: string
  /** Whoever closed the sheet is asked whether they mean it. */
  isLeaving: boolean
  /** Called when the link has been copied, or sent. */
  onTaken: () => void
  onClose: () => void
  onStay: () => void
  onLeave: () => void
}

/** The link of an invitation, for another phone's camera or to be sent. */
export function InvitationLink({ token, isLeaving, onTaken, onClose, onStay, onLeave }: InvitationLinkProps) {
  const { baby } = useBabyData()
  const link = invitationLink(token)
  const babyName = baby?.name ?? null
  const [, oneAtATime] = useOneAtATime()

  async function send() {
    const outcome = await share({
      title: words.shareTitle(babyName),
      text: words.shareText(babyName),
      url: link,
    })
    if (outcome === 'shared') onTaken()
    else if (outcome === 'failed') showToast({ title: words.notShared, tone: 'failure' })
  }

  return (
    <>
      <p>{words.madeText}</p>
      <img className={styles.qr} src={qrCode(link)} alt={words.qrCode} width={208} height={208} />
      <code className={styles.link} onCopy={onTaken}>
        {link}
      </code>
      <p className="hint">{words.once}</p>
      <DialogButtons>
        {'share' in navigator && (
          <Button variant="quiet" icon="share" onClick={() => void oneAtATime(send)}>
            {words.share}
          </Button>
        )}
        <CopyButton text={link} words={words} onCopied={onTaken} />
        <Button variant="primary" onClick={onClose}>
          {words.done}
        </Button>
      </DialogButtons>
      <ConfirmDialog
        open={isLeaving}
        title={words.lostTitle}
        text={words.lostText}
        confirm={words.lose}
        onConfirm={onLeave}
        onClose={onStay}
      />
    </>
  )
}

/** Colours are named, because a # would end the picture's address. */
function qrCode(link: string): string {
  const svg = renderSVG(link, { ecc: 'M', border: 2, blackColor: 'black', whiteColor: 'white' })
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
