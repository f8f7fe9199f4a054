import { type ComponentProps, useId } from 'react'
import styles from './TextArea.module.css'

type TextAreaProps = { label: string; hint: string } & Omit<ComponentProps<'textarea'>, 'id' | 'className'>

/** A field for several sentences. */
export function TextArea({ label, hint, ...textarea }: TextAreaProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea id={id} className={styles.area} aria-describedby={`${id}-hint`} {...textarea} />
      <span id={`${id}-hint`} className={styles.hint}>
        {hint}
      </span>
    </div>
  )
}
