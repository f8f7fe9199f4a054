import { useId, useState } from 'react'
import type { LocalDate } from '../../../core/time/time.ts'
import { Icon } from '../icons/Icon.tsx'
import styles from './DateField.module.css'

interface OpenDateFieldProps {
  label: string
  /** The text as it was typed, or ''. */
  value: string
  max: LocalDate
  readOnly?: boolean
  /** Is shown once the field is left or sent, because a date that is half typed is always a wrong one. */
  error: string | null
  onChange: (typed: string) => void
}

/** A day of the calendar that may be missing. What is typed stays; what of it can't be taken is said under it. */
export function OpenDateField({ label, value, max, readOnly, error, onChange }: OpenDateFieldProps) {
  const id = useId()
  const [isTyping, setTyping] = useState(false)
  const shownError = isTyping ? null : error
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={`${styles.date} ${styles.wide} ${shownError === null ? '' : styles.wrong}`}>
        <Icon name="calendar" small />
        <input
          id={id}
          type="date"
          value={value}
          min="2000-01-01"
          max={max}
          readOnly={readOnly}
          aria-invalid={shownError === null ? undefined : true}
          aria-describedby={shownError === null ? undefined : `${id}-error`}
          onChange={(event) => {
            setTyping(true)
            onChange(event.target.value)
          }}
          onKeyDown={(event) => {
            // It sends the form, which looks for what is wrong.
            if (event.key === 'Enter') setTyping(false)
          }}
          onBlur={() => setTyping(false)}
        />
      </div>
      {shownError !== null && (
        <p id={`${id}-error`} className={styles.error}>
          <Icon name="circle-alert" small />
          {shownError}
        </p>
      )}
    </div>
  )
}
