import type { ReactNode } from 'react'
import styles from './Section.module.css'

interface SectionProps {
  title?: ReactNode
  /** Stands at the right of the title: a value, an action. */
  aside?: ReactNode
  /** Directly under the head: no hairline. */
  first?: boolean
  children: ReactNode
}

/** A part of a screen, set apart by a hairline instead of a box. */
export function Section({ title, aside, first = false, children }: SectionProps) {
  return (
    <section className={first ? `${styles.section} ${styles.first}` : styles.section}>
      {title && (
        <div className={styles.head}>
          <h2>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
