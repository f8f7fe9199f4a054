import { week } from '../copy.es.ts'
import { Icon, type IconName } from './Icon.tsx'
import styles from './StatusIcon.module.css'

/** Where a day's sleep lies against the recommended range. */
export type SleepStatus = 'low' | 'in-range' | 'high'

const LOOK = {
  low: { icon: 'circle-arrow-down', name: week.low, className: styles.low },
  'in-range': { icon: 'circle-check', name: week.inRange, className: styles.inRange },
  high: { icon: 'circle-arrow-up', name: week.high, className: styles.high },
} satisfies Record<SleepStatus, { icon: IconName; name: string; className: string | undefined }>

/** Shape and colour together; `named` where no text beside it says the same. */
export function StatusIcon({ status, named = false }: { status: SleepStatus; named?: boolean }) {
  const { icon, name, className } = LOOK[status]
  return (
    <span className={className} {...(named && { role: 'img', 'aria-label': name, title: name })}>
      <Icon name={icon} small />
    </span>
  )
}

const STATUSES: readonly SleepStatus[] = ['low', 'in-range', 'high']

/** What each icon means, as items of a list. */
export function StatusKey() {
  return STATUSES.map((status) => (
    <li key={status}>
      <StatusIcon status={status} />
      {LOOK[status].name}
    </li>
  ))
}
