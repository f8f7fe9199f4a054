import type { ComponentProps } from 'react'
import { nextNap, sleepForm } from '../../copy.es.ts'
import { TimeField } from '../../ui/TimeField.tsx'
import { EARLIER_MIN } from '../sleep-end.ts'
import styles from './SleepForm.module.css'

type TimeEntryProps = ComponentProps<typeof TimeField> & {
  /** Offers to move the time back. */
  chips: boolean
  onEarlier: (minutes: number) => void
  /** A time that is known from another record. */
  known: { label: string; take: () => void } | null
}

/** A time and, for a thumb that was late, the minutes to take off it. */
export function TimeEntry({ chips, onEarlier, known, ...field }: TimeEntryProps) {
  return (
    <div className={styles.time}>
      <TimeField {...field} />
      {(chips || known) && (
        <div className={styles.chips}>
          {chips &&
            EARLIER_MIN.map((minutes) => (
              <button
                key={minutes}
                type="button"
                aria-label={sleepForm.earlier(minutes, field.label)}
                onClick={() => onEarlier(minutes)}
              >
                {nextNap.minutesBefore(minutes)}
              </button>
            ))}
          {known && (
            <button type="button" className={styles.known} onClick={known.take}>
              {known.label}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
