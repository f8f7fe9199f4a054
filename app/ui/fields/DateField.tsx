import { useId, useState } from 'react'
import type { LocalDate } from '../../../core/time/time.ts'
import { Icon } from '../icons/Icon.tsx'
import styles from './DateField.module.css'

interface DateFieldProps {
  label: string
  value: LocalDate
  onChange: (value: LocalDate) => void
  readOnly?: boolean
  /** pill: in a screen's title, its label only heard · wide: in a form, its label above. */
  variant: 'pill' | 'wide'
  min?: LocalDate
  max?: LocalDate
}

/** A day of the calendar; never empty, because a cleared field keeps the day it had. */
export function DateField({
  label,
  value,
  onChange,
  readOnly = false,
  variant,
  min = '2000-01-01',
  max = '2099-12-31',
}: DateFieldProps) {
  const id = useId()
  // Typing a year passes through the years 0002, 0020 and 0202: they stay in the field, and go no further.
  const [draft, setDraft] = useState<string | null>(null)

  function change(text: string) {
    const whole = text >= min && text <= max
    setDraft(whole ? null : text)
    if (whole) onChange(text)
  }

  return (
    <div>
      <label htmlFor={id} className={variant === 'pill' ? 'sr' : styles.label}>
        {label}
      </label>
      <div className={`${styles.date} ${styles[variant]} ${readOnly ? styles.readOnly : ''}`}>
        <Icon name="calendar" small />
        <input
          id={id}
          type="date"
          value={draft ?? value}
          min={min}
          max={max}
          readOnly={readOnly}
          onChange={(event) => change(event.target.value)}
          onBlur={() => setDraft(null)}
        />
      </div>
    </div>
  )
}
