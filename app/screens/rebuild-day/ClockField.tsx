import { useState } from 'react'
import type { LocalTime } from '../../../core/time/time.ts'
import styles from './EntryList.module.css'

interface ClockFieldProps {
  label: string
  /** '' while none is told. */
  value: LocalTime
  onChange: (time: LocalTime) => void
}

/** A time in a line of others. A half-typed one stays in the field; one that is cleared comes back. */
export function ClockField({ label, value, onChange }: ClockFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <input
      className={styles.clock}
      type="time"
      aria-label={label}
      value={draft ?? value}
      onChange={({ target }) => {
        setDraft(target.value === '' ? '' : null)
        if (target.value !== '') onChange(target.value)
      }}
      onBlur={() => setDraft(null)}
    />
  )
}
