import type { ReactNode } from 'react'
import styles from './DiarySheets.module.css'

interface SheetProps {
  footer: ReactNode
  /** With room for taller bars. */
  tall?: boolean
  children: ReactNode
}

/** A sheet of A4, light whatever the theme: it is paper. */
export function Sheet({ footer, tall = false, children }: SheetProps) {
  return (
    <div className={styles.leaf} data-theme="light">
      <article className={tall ? `${styles.sheet} ${styles.tall}` : styles.sheet}>
        {children}
        {footer}
      </article>
    </div>
  )
}
