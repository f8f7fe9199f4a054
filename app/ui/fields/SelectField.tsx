import { type ReactNode, useId } from 'react'
import { Icon } from '../icons/Icon.tsx'
import styles from './SelectField.module.css'

interface SelectFieldProps {
  label: string
  hint: string
  value: string
  disabled: boolean
  onChange: (value: string) => void
  /** The options, some of which may be in groups. */
  children: ReactNode
}

/** One of many, by the browser's own list: a finger, a keyboard and a screen reader know it. */
export function SelectField({ label, hint, value, disabled, onChange, children }: SelectFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        <select
          id={id}
          aria-describedby={`${id}-hint`}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
        >
          {children}
        </select>
        <span className={styles.arrow}>
          <Icon name="chevron-right" small />
        </span>
      </div>
      <p id={`${id}-hint`} className={`${styles.hint} num`}>
        {hint}
      </p>
    </div>
  )
}
