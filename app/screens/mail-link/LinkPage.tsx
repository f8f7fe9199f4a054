import type { ReactNode } from 'react'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { mailLink as words } from '../../words/mail-link.es.ts'
import { EntranceStep } from '../login/EntranceStep.tsx'
import styles from './LinkPage.module.css'

interface LinkPageProps {
  title: string
  text: string
  /** The words of the way out: for who isn't signed in, and for who is. */
  leave?: string
  close?: string
  onLeave: () => void
  children: ReactNode
}

/** A page in the login's place; for who is signed in, a sheet over the app, where what is being written stays. */
export function LinkPage({
  title,
  text,
  leave = words.toLogin,
  close = words.notNow,
  onLeave,
  children,
}: LinkPageProps) {
  if (useSession().kind === 'signed-out') {
    return (
      <EntranceStep title={title} text={text} leave={{ label: leave, run: onLeave }}>
        {children}
      </EntranceStep>
    )
  }
  return (
    <Dialog open title={title} onClose={onLeave}>
      <p>{text}</p>
      <div className={styles.sheet}>
        {children}
        <Button variant="quiet" onClick={onLeave}>
          {close}
        </Button>
      </div>
    </Dialog>
  )
}
