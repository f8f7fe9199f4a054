import type { ReactNode } from 'react'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import type { LocalTime } from '../../../core/time/time.ts'
import type { SleepForm } from '../../forms/sleep-form-state.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { sleepForm } from '../../words/screens.es.ts'
import { endElsewhere } from './running-sleep.ts'
import styles from './SleepForm.module.css'

interface ElsewhereNoticeProps {
  form: SleepForm
  /** The form's record as it is in the log by now; null when it is gone. */
  stored: SleepRecord | null
  /** As the form was when it was stored, or tried to be. */
  saved: readonly SleepForm[]
  onEnd: (time: LocalTime) => void
}

/** What another phone did to the form's record while it was being filled in. What was entered stays. */
export function ElsewhereNotice({ form, stored, saved, onEnd }: ElsewhereNoticeProps) {
  if (form.id === null) return null
  if (stored === null) return <Notice text={sleepForm.deletedElsewhere} />
  const end = endElsewhere(form, stored, saved)
  if (end === null) return null
  return (
    <Notice text={sleepForm.endedElsewhere(end)}>
      {form.end !== end && (
        <div className={styles.offer}>
          <Button variant="quiet" onClick={() => onEnd(end)}>
            {sleepForm.takeEnd(end)}
          </Button>
        </div>
      )}
    </Notice>
  )
}

function Notice({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Section first>
      <p role="status" className={styles.elsewhere}>
        <Icon name="circle-alert" small />
        {text}
      </p>
      {children}
    </Section>
  )
}
