import * as Radix from '@radix-ui/react-toast'
import { type FocusEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { common, toastRegion } from '../../words/entrance.es.ts'
import { IconButton } from '../buttons/Button.tsx'
import { Icon } from '../icons/Icon.tsx'
import { giveFocus, isFocusNowhere } from '../layout/focus.ts'
import styles from './Toast.module.css'
import { areToastsAtTop, subscribeToToastHost, toastHost } from './toast-host.ts'
import { dismissToast, type ShownToast, shownToast, subscribeToToasts, TOAST_DURATION_MS } from './toasts.ts'

const SWIPE_THRESHOLD_PX = 50

/**
 * Where toasts stand while no dialog is open. React listens to every event of the element it draws into: in the body
 * each touch of the page would be heard twice, there and in the app's own root. It is from the first toast on, as Radix
 * reads out what it says in the body.
 */
const ofPage = document.body.appendChild(document.createElement('div'))

export function ToastOutlet() {
  const toast = useSyncExternalStore(subscribeToToasts, shownToast)
  const timesEmptied = useTimesEmptied(toast)
  const host = useSyncExternalStore(subscribeToToastHost, toastHost)
  const isAtTop = useSyncExternalStore(subscribeToToastHost, areToastsAtTop) || host !== document.body
  const focusing = useReturnedFocus(host)

  return createPortal(
    <div {...focusing}>
      <Radix.Provider
        // It never hears that the pointer, or the window, is back once its last toast has gone, and would let the next
        // one stay for good.
        key={timesEmptied}
        label={toastRegion.label}
        duration={TOAST_DURATION_MS}
        swipeDirection="right"
        swipeThreshold={SWIPE_THRESHOLD_PX}
      >
        {toast && <ToastCard key={toast.key} toast={toast} onClose={() => dismissToast(toast.key)} />}
        <Radix.Viewport
          className={isAtTop ? `${styles.viewport} ${styles.top}` : styles.viewport}
          hotkey={['F8']}
          label={toastRegion.viewport}
        />
      </Radix.Provider>
    </div>,
    host === document.body ? ofPage : host,
  )
}

/** A toast that goes with the focus gives it back to what had it before or, where that has gone, to the title. */
function useReturnedFocus(host: HTMLElement) {
  const isWithin = useRef(false)
  const cameFrom = useRef<HTMLElement | null>(null)

  useLayoutEffect(() => {
    if (!isWithin.current || !isFocusNowhere()) return
    // The titles of hidden screens don't take it.
    giveFocus(cameFrom.current, ...host.querySelectorAll<HTMLElement>('h1, h2'))
    isWithin.current = false
    cameFrom.current = null
  })

  return {
    onFocus({ currentTarget, relatedTarget }: FocusEvent) {
      isWithin.current = true
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
        cameFrom.current = relatedTarget
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      // A window that is left takes the focus along, and brings it back.
      if (!document.hasFocus() || currentTarget.contains(relatedTarget)) return
      isWithin.current = false
      cameFrom.current = null
    },
  }
}

/** How often the last toast has gone. */
function useTimesEmptied(toast: ShownToast | null): number {
  const [last, setLast] = useState(toast)
  const [times, setTimes] = useState(0)
  if (last !== toast) {
    setLast(toast)
    if (toast === null) setTimes(times + 1)
  }
  return times
}

function ToastCard({ toast, onClose }: { toast: ShownToast; onClose: () => void }) {
  const failed = toast.tone === 'failure'
  const { action } = toast
  return (
    <Radix.Root
      data-toast={failed ? 'failure' : 'success'}
      className={failed ? `${styles.toast} ${styles.failure}` : styles.toast}
      type={failed ? 'foreground' : 'background'}
      duration={toast.durationMs ?? TOAST_DURATION_MS}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Icon name={failed ? 'circle-alert' : 'circle-check'} small />
      <div className={styles.words}>
        <Radix.Title className={styles.title}>{toast.title}</Radix.Title>
        {toast.detail && <Radix.Description className={styles.detail}>{toast.detail}</Radix.Description>}
        {action && (
          <Radix.Action className={styles.action} altText={action.label} onClick={action.run}>
            {action.label}
          </Radix.Action>
        )}
      </div>
      <Radix.Close asChild>
        <IconButton icon="x" label={common.close} small />
      </Radix.Close>
    </Radix.Root>
  )
}
