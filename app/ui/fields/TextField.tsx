import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from '../icons/Icon.tsx'
import styles from './TextField.module.css'

type TextFieldProps = {
  label: string
  error?: string | null | undefined
  hint?: string | null | undefined
  /** stacked: label above · inline: label and hint left, a short field right. */
  layout?: 'stacked' | 'inline'
  /** Stands in the field, at its end. */
  inside?: ReactNode
} & Omit<ComponentProps<'input'>, 'id' | 'className'>

export function TextField({ label, error, hint, layout = 'stacked', inside, ...input }: TextFieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const hintText = hint && (
    <span id={`${id}-hint`} className={`${styles.hint} num`}>
      {hint}
    </span>
  )
  const field = (
    <input
      id={id}
      className={styles.input}
      aria-invalid={error ? true : undefined}
      aria-describedby={described || undefined}
      {...input}
    />
  )
  return (
    <div className={styles[layout]}>
      <div className={styles.words}>
        <label htmlFor={id}>{label}</label>
        {layout === 'inline' && hintText}
      </div>
      {inside ? (
        <div className={styles.box}>
          {field}
          {inside}
        </div>
      ) : (
        field
      )}
      {layout === 'stacked' && hintText}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          <Icon name="circle-alert" small />
          {error}
        </p>
      )}
    </div>
  )
}
