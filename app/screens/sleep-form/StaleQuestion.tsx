import { type LocalTime, localDateAt, unmistakableDay } from '../../../core/time/time.ts'
import type { SleepForm } from '../../forms/sleep-form-state.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { nextNap, sleepForm } from '../../words/screens.es.ts'
import styles from './SleepForm.module.css'

interface StaleQuestionProps {
  form: SleepForm
  now: number
  /** The wake-up that was logged after it, if any. */
  wokeUpAt: LocalTime | null
  onEnd: (time: LocalTime) => void
}

/** A sleep that nobody ended: when did it? */
export function StaleQuestion({ form, now, wokeUpAt, onEnd }: StaleQuestionProps) {
  const zone = useTimeZone()
  return (
    <Section first title={nextNap.staleQuestion}>
      <p className={styles.hint}>
        {nextNap.staleSince(unmistakableDay(form.date, localDateAt(now, zone)), form.start)}
      </p>
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
