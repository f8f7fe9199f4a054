import { type ComponentProps, useId } from 'react'
import styles from './LongTextField.module.css'

type LongTextFieldProps = {
  label: string
  hint?: string | null | undefined
  error?: string | null | undefined
} & Omit<ComponentProps<'textarea'>, 'id' | 'className'>

/** Text of several lines. It grows with what is typed, where the browser can; `rows` are those it begins with. */
export function LongTextField({ label, hint, error, rows = 2, ...area }: LongTextFieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={styles.area}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        rows={rows}
        // A field that grows with its text doesn't go by its rows.
        style={{ minHeight: `calc(${rows}lh + 26px)` }}
        {...area}
      />
      {hint && (
        <p id={`${id}-hint`} className={`${styles.hint} num`}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
