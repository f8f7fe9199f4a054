import type { SleepStatus } from '../../core/recommendations.ts'
import { week } from '../copy.es.ts'
import { Icon, type IconName } from './Icon.tsx'
import styles from './StatusIcon.module.css'

const LOOK = {
  low: { icon: 'circle-arrow-down', name: week.low, className: styles.low },
  'in-range': { icon: 'circle-check', name: week.inRange, className: styles.inRange },
  high: { icon: 'circle-arrow-up', name: week.high, className: styles.high },
} satisfies Record<SleepStatus, { icon: IconName; name: string; className: string | undefined }>

export function statusName(status: SleepStatus): string {
  return LOOK[status].name
}

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
