import type { ComponentProps } from 'react'
import { Icon, type IconName } from '../icons/Icon.tsx'
import styles from './Button.module.css'

/** primary: the one filled action of a view · strong: ends a sleep · good: adds to another day · danger: deletes. */
type ButtonVariant = 'primary' | 'strong' | 'good' | 'danger' | 'quiet'

type Look = { variant: ButtonVariant; icon?: IconName }

export function Button({
  variant,
  icon,
  children,
  type = 'button',
  ...props
}: Look & ComponentProps<'button'>) {
  return (
    <button type={type} className={`${styles.button} ${styles[variant]}`} {...props}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

export function ButtonLink({ variant, icon, children, ...props }: Look & ComponentProps<'a'>) {
  return (
    <a className={`${styles.button} ${styles[variant]}`} {...props}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  )
}

/** An answer, or an offer, beside what it is about: as wide as its words. */
export function SmallButton({ type = 'button', className = '', ...props }: ComponentProps<'button'>) {
  return <button type={type} className={`${styles.small} ${className}`} {...props} />
}

/** A 44 px square with an icon alone; `label` is its name for those who don't see it. */
export function IconButton({
  icon,
  label,
  small = false,
  type = 'button',
  ...props
}: { icon: IconName; label: string; small?: boolean } & Omit<ComponentProps<'button'>, 'children'>) {
  return (
    <button type={type} className={styles.icon} aria-label={label} {...props}>
      <Icon name={icon} small={small} />
    </button>
  )
}
