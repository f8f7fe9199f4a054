import { memo, useRef, useState } from 'react'
import { settings } from '../../device/settings.ts'
import type { UnsentLeft } from '../../session/stored-session.ts'
import { useEndedSession, useLeaving, useUnsentLeft, useWhyEnded } from '../../session/use-session.ts'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { useIsPressed } from '../../ui/layout/use-is-pressed.ts'
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { endedText, login, dropUnsent as words } from '../../words/entrance.es.ts'
import styles from './SessionEnded.module.css'

/** Says at the login that a session is being left, or why there is none any more and what it left on this phone. */
export function SessionEnded() {
  return (
    <Said
      isEnded={useEndedSession() !== null}
      keepsUnsent={useLeaving()}
      why={useWhyEnded() ?? ''}
      left={useUnsentLeft()}
      isHeld={useIsPressed()}
    />
  )
}

interface SaidProps {
  isEnded: boolean
  keepsUnsent: boolean | null
  why: string
  left: UnsentLeft | null
  isHeld: boolean
}

/** It stands over the form, which doesn't move while it is pressed. */
const Said = memo(SaidNow, (_, { isHeld }) => isHeld)

function SaidNow({ isEnded, keepsUnsent, why, left }: SaidProps) {
  const [isAsking, setAsking] = useState(false)
  const text = useRef<HTMLParagraphElement>(null)
  const stopAsking = () => setAsking(false)

  async function drop() {
    stopAsking()
    try {
      // It is here already where there is something to drop: the part behind the login has just looked.
      const { dropUnsent } = await import('../../leaving/ended-by-others.ts')
      await dropUnsent(left?.userId ?? '')
      // The button is gone, and the focus would be lost with it.
      text.current?.focus()
    } catch (reason) {
      console.warn(reason)
      showToast({ title: words.failed, tone: 'failure' })
    }
  }

  if (keepsUnsent !== null) {
    return (
      <div className={styles.ended}>
        <p role="status">{login.leaving(keepsUnsent)}</p>
      </div>
    )
  }
  if (!isEnded) return null
  return (
    <div className={styles.ended}>
      <p ref={text} role="status" tabIndex={-1}>
        {endedText(why, left?.unsent ?? null).replace('{support}', settings.brand.supportEmail)}
      </p>
      {left !== null && left.unsent > 0 && (
        <>
          <TextButton className={styles.drop} onClick={() => setAsking(true)}>
            {words.link}
          </TextButton>
          <ConfirmDialog
            open={isAsking}
            title={words.title}
            text={words.text(left.unsent)}
            confirm={words.confirm}
            danger
            onConfirm={() => void drop()}
            onClose={stopAsking}
          />
        </>
      )}
    </div>
  )
}
