import type { ReactNode, Ref } from 'react'
import { IconButton } from '../../ui/buttons/Button.tsx'
import { type HeadTone, ScreenHead } from '../../ui/layout/ScreenHead.tsx'
import { sleepForm } from '../../words/screens.es.ts'
import styles from './FormHead.module.css'

interface FormHeadProps {
  ref: Ref<HTMLDivElement>
  topBar: ReactNode
  tone: HeadTone
  editing: boolean
  /** Beside the kind of form: what there is to say of it in few words. */
  status: string | null
  /** The day it is of, compact. */
  date: ReactNode
  onBack: () => void
  /** The number and the tape, once there is something to say. */
  children: ReactNode
}

/** The form's head: low until it has something to say, so that the first fields and their ✓ are within reach. */
export function FormHead(props: FormHeadProps) {
  const { topBar, tone, editing, status, date, ref, onBack, children } = props
  return (
    <div ref={ref} className={styles.head}>
      <ScreenHead tone={tone}>
        {topBar}
        <div className={styles.title}>
          <IconButton icon="arrow-left" label={sleepForm.back} onClick={onBack} />
          <h1>{editing ? sleepForm.editTitle : sleepForm.addTitle}</h1>
        </div>
        <div className={styles.card}>
          <div>
            <p>{editing ? sleepForm.editing : sleepForm.newRecord}</p>
            {status && <p className={styles.status}>{status}</p>}
          </div>
          {date}
        </div>
        {children}
      </ScreenHead>
    </div>
  )
}
