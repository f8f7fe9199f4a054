import { useEffect, useId, useRef, useState } from 'react'
import { PRIVACY_PATH, settings } from '../device/settings.ts'
import { signOutOrSay } from '../leaving/sign-out-or-say.ts'
import { giveConsent } from '../sync/consent.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { DialogButtons } from '../ui/overlays/Dialog.tsx'
import { hostToasts } from '../ui/overlays/toast-host.ts'
import { showToast } from '../ui/overlays/toasts.ts'
import { authErrors } from '../words/entrance.es.ts'
import { consent as words } from '../words/privacy.es.ts'
import styles from './ConsentSheet.module.css'

/**
 * Asks for the consent over the whole window, so that nothing is seen or done behind it. Escape and the browser's back
 * are no answer: «Ahora no» is, which signs out and leaves what waits to be sent on the phone.
 */
export function ConsentSheet({ userId, isFirst }: { userId: string; isFirst: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [doing, setDoing] = useState<'nothing' | 'accepting' | 'leaving'>('nothing')
  const [titleId, textId] = [useId(), useId()]
  const { product, provider, privacy } = settings.brand
  const responsible = privacy?.name ?? provider
  const isBusy = doing !== 'nothing'

  useEffect(() => {
    const element = dialog.current
    if (element === null) return
    element.showModal()
    return hostToasts(element)
  }, [])

  async function accept() {
    setDoing('accepting')
    const result = await giveConsent(userId)
    if (result.kind === 'ok') return
    setDoing('nothing')
    const detail = authErrors[result.code ?? ''] ?? result.message
    showToast({ title: words.failed, detail, tone: 'failure' })
  }

  async function leave() {
    setDoing('leaving')
    await signOutOrSay()
    setDoing('nothing')
  }

  return (
    <dialog
      ref={dialog}
      className={styles.over}
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={(event) => event.preventDefault()}
      // A second Escape closes the element whatever its cancel handler says.
      onClose={() => dialog.current?.showModal()}
    >
      <div className={styles.sheet}>
        <h2 id={titleId}>{isFirst ? words.title : words.changedTitle}</h2>
        <div id={textId} className={styles.text}>
          <p>{words.text({ product, provider, responsible, isHosted: false })}</p>
          <p>{words.promise}</p>
          <p>{words.ask}</p>
        </div>
        <a className={styles.more} href={PRIVACY_PATH} target="_blank" rel="noopener">
          {words.more}
        </a>
        <DialogButtons>
          <Button variant="quiet" disabled={isBusy} onClick={() => void leave()}>
            {words.notNow}
          </Button>
          <Button variant="primary" disabled={isBusy} onClick={() => void accept()}>
            {doing === 'accepting' ? words.accepting : words.accept}
          </Button>
        </DialogButtons>
        <p className="hint">{words.notNowHint}</p>
      </div>
    </dialog>
  )
}
