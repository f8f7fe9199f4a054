import type { ComponentProps } from 'react'
import styles from './TextButton.module.css'

/** A small action in words, beside what it acts on. */
export function TextButton({ type = 'button', className = '', ...props }: ComponentProps<'button'>) {
  return <button type={type} className={`${styles.text} ${className}`} {...props} />
}
