import type { LocalTime } from '../../../core/sleep-record.ts'
import { dayHeading, localDateAt } from '../../../core/time.ts'
import { nextNap, sleepForm } from '../../copy.es.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import styles from './SleepForm.module.css'
import type { SleepForm } from './sleep-form-state.ts'

interface StaleQuestionProps {
  form: SleepForm
  now: number
  /** The wake-up that was logged after it, if any. */
  wokeUpAt: LocalTime | null
  onEnd: (time: LocalTime) => void
}

/** A sleep that nobody ended: when did it? */
export function StaleQuestion({ form, now, wokeUpAt, onEnd }: StaleQuestionProps) {
  return (
    <Section first title={nextNap.staleQuestion}>
      <p className={styles.hint}>{nextNap.staleSince(dayHeading(form.date, localDateAt(now)), form.start)}</p>
      {wokeUpAt !== null && (
        <div className={styles.offer}>
          <Button variant="quiet" onClick={() => onEnd(wokeUpAt)}>
            {sleepForm.wokeUpAt(wokeUpAt)}
          </Button>
        </div>
      )}
    </Section>
  )
}
