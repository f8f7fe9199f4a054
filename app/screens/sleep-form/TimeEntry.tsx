import type { ComponentProps } from 'react'
import { nextNap, sleepForm } from '../../copy.es.ts'
import { TimeField } from '../../ui/TimeField.tsx'
import styles from './SleepForm.module.css'

const EARLIER_MIN = [5, 10, 15] as const

type TimeEntryProps = ComponentProps<typeof TimeField> & {
  /** Offers to move the time back. */
  chips: boolean
  onEarlier: (minutes: number) => void
}

/** A time and, for a thumb that was late, the minutes to take off it. */
export function TimeEntry({ chips, onEarlier, ...field }: TimeEntryProps) {
  return (
    <div className={styles.time}>
      <TimeField {...field} />
      {chips && (
        <div className={styles.chips}>
          {EARLIER_MIN.map((minutes) => (
            <button
              key={minutes}
              type="button"
              aria-label={sleepForm.earlier(minutes, field.label)}
              onClick={() => onEarlier(minutes)}
            >
              {nextNap.minutesBefore(minutes)}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
