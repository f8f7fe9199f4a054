import type { ReactNode, Ref } from 'react'
import styles from './ScreenHead.module.css'

/** What the baby does, told by the ground: awake pale, nap deeper, night indigo, dawn an empty day. */
export type HeadTone = 'awake' | 'nap' | 'night' | 'dawn'

/** The coloured top zone of a screen: its title, its one number, its ribbon. */
export function ScreenHead({ tone = 'awake', children }: { tone?: HeadTone; children: ReactNode }) {
  return (
    <div className={`${styles.head} ${styles[tone] ?? ''}`} data-tone={tone}>
      {children}
    </div>
  )
}

interface ScreenTitleProps {
  title: string
  subtitle?: string
  /** Stands at the right of the title. */
  aside?: ReactNode
  headingRef?: Ref<HTMLHeadingElement>
}

export function ScreenTitle({ title, subtitle, aside, headingRef }: ScreenTitleProps) {
  return (
    <div className={styles.title}>
      <div className={styles.line}>
        <h1 ref={headingRef}>{title}</h1>
        {aside}
      </div>
      {subtitle && <p>{subtitle}</p>}
    </div>
  )
}
