import type { ComponentProps } from 'react'
import styles from './Switch.module.css'

type SwitchProps = { label: string; checked: boolean } & Omit<ComponentProps<'input'>, 'checked'>

/** A switch takes effect at once, where a checkbox waits for «Guardar». */
export function Switch({ label, checked, ...input }: SwitchProps) {
  return (
    <span className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        checked={checked}
        aria-checked={checked}
        {...input}
      />
    </span>
  )
}
