import * as Radix from '@radix-ui/react-toast'
import { type FocusEvent, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { common } from '../../words/entrance.es.ts'
import { toastRegion } from '../../words/screens.es.ts'
import { IconButton } from '../buttons/Button.tsx'
import { Icon } from '../icons/Icon.tsx'
import styles from './Toast.module.css'
import { areToastsAtTop, subscribeToToastHost, toastHost } from './toast-host.ts'
import { dismissToast, type ShownToast, shownToast, subscribeToToasts, TOAST_DURATION_MS } from './toasts.ts'

const SWIPE_THRESHOLD_PX = 50

export function ToastOutlet() {
  const toast = useSyncExternalStore(subscribeToToasts, shownToast)
  const timesEmptied = useTimesEmptied(toast)
  const host = useSyncExternalStore(subscribeToToastHost, toastHost)
  const isAtTop = useSyncExternalStore(subscribeToToastHost, areToastsAtTop) || host !== document.body
  const viewport = useRef<HTMLOListElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)

  function rememberOrigin(event: FocusEvent<HTMLElement>) {
    const origin = event.relatedTarget
    if (origin instanceof HTMLElement && !viewport.current?.contains(origin)) cameFrom.current = origin
  }

  function close(key: number) {
    const focusWithin = viewport.current?.contains(document.activeElement) ?? false
    dismissToast(key)
    if (focusWithin && cameFrom.current?.isConnected) cameFrom.current.focus()
  }

  return createPortal(
    <Radix.Provider
      // It never hears that the pointer, or the window, is back once its last toast has gone, and would let the next
      // one stay for good.
      key={timesEmptied}
      label={toastRegion.label}
      duration={TOAST_DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
    >
      {toast && <ToastCard key={toast.key} toast={toast} onClose={() => close(toast.key)} />}
      <Radix.Viewport
        ref={viewport}
        className={isAtTop ? `${styles.viewport} ${styles.top}` : styles.viewport}
        hotkey={['F8']}
        label={toastRegion.viewport}
        onFocus={rememberOrigin}
      />
    </Radix.Provider>,
    host,
  )
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
