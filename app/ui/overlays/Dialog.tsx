import {
  type ComponentProps,
  type ReactNode,
  useContext,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react'
import { common } from '../../words/entrance.es.ts'
import { Button } from '../buttons/Button.tsx'
import { useLedFocus } from '../layout/focus.ts'
import styles from './Dialog.module.css'
import { useLayer } from './layers.ts'
import { SightContext } from './sight.ts'
import { hostToasts } from './toast-host.ts'

interface DialogProps {
  open: boolean
  title: string
  onClose: () => void
  /** Asks before something that can't be undone. */
  alert?: boolean
  /** Id of the element that explains the title. */
  describedBy?: string
  children: ReactNode
}

/**
 * A modal sheet: from the bottom on phones, centred from 600 px. The native element keeps the focus inside,
 * closes on Escape, and on going back, and gives the focus back to where it came from.
 */
export function Dialog({ open, title, onClose, alert = false, describedBy, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const sight = useContext(SightContext)
  const isInSight = useRef(false)
  const heading = useLedFocus(open ? title : null)
  useLayer(open, onClose)
  const [, redraw] = useReducer((drawings: number) => drawings + 1, 0)

  // Escape does the same for the keyboard.
  const closeFromScrim = useEffectEvent((event: Event) => {
    if (event.target === dialog.current && !alert) onClose()
  })

  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    return sight.during(() => {
      isInSight.current = true
      element.showModal()
      const takeBack = hostToasts(element)
      element.addEventListener('click', closeFromScrim)
      return () => {
        isInSight.current = false
        element.removeEventListener('click', closeFromScrim)
        takeBack()
        element.close()
      }
    })
  }, [open, sight])

  // The browser may have closed it while it is still wanted.
  useLayoutEffect(() => {
    if (open && isInSight.current && dialog.current?.open === false) dialog.current.showModal()
  })

  return (
    <dialog
      ref={dialog}
      className={styles.over}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={(event) => {
        // A file chooser that was left says so too, and is no answer to the dialog.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={() => {
        // A second Escape closes the element whatever its cancel handler says: the state follows, or shows it again.
        if (!open || !isInSight.current || dialog.current?.open === true) return
        onClose()
        redraw()
      }}
    >
      {open && (
        <div className={styles.sheet}>
          <h2 ref={heading} id={titleId}>
            {title}
          </h2>
          {children}
        </div>
      )}
    </dialog>
  )
}

interface ConfirmDialogProps {
  open: boolean
  title: string
  text: string
  confirm: string
  danger?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** A question with two answers; the safe one stands left and has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const textId = useId()
  return (
    <Dialog open={props.open} title={props.title} onClose={props.onClose} alert describedBy={textId}>
      <p id={textId}>{props.text}</p>
      <DialogActions onCancel={props.onClose} autoFocus>
        <Button variant={props.danger ? 'danger' : 'primary'} onClick={props.onConfirm}>
          {props.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface DialogActionsProps extends Pick<ComponentProps<'button'>, 'autoFocus' | 'disabled'> {
  cancel?: string
  onCancel: () => void
  children: ReactNode
}

/** The two buttons of a sheet, side by side: the safe choice, which leaves it, stands first. */
export function DialogActions({ cancel = common.cancel, onCancel, children, ...safe }: DialogActionsProps) {
  return (
    <DialogButtons>
      <Button variant="quiet" onClick={onCancel} {...safe}>
        {cancel}
      </Button>
      {children}
    </DialogButtons>
  )
}

/** The buttons of a sheet in a row, where none of them is just the way out. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
