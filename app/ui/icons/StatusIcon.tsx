import type { DayMark } from '../../../core/day/day-progress.ts'
import { week } from '../../words/screens.es.ts'
import { dayMarks } from '../../words/week.es.ts'
import { Icon, type IconName } from './Icon.tsx'
import styles from './StatusIcon.module.css'

const LOOK = {
  low: { icon: 'circle-arrow-down', name: week.low, className: styles.low },
  'in-range': { icon: 'circle-check', name: week.inRange, className: styles.inRange },
  high: { icon: 'circle-arrow-up', name: week.high, className: styles.high },
  'under-way': { icon: 'circle-dashed', name: dayMarks.underWay, className: styles.unfinished },
  'no-end': { icon: 'circle-alert', name: dayMarks.noEnd, className: styles.unfinished },
} satisfies Record<DayMark, { icon: IconName; name: string; className: string | undefined }>

export function statusName(mark: DayMark): string {
  return LOOK[mark].name
}

/** Tells how a day went by shape and colour. It is `named` where no text beside it says the same. */
export function StatusIcon({ mark, named = false }: { mark: DayMark; named?: boolean }) {
  const { icon, name, className } = LOOK[mark]
  return (
    <span className={className} {...(named && { role: 'img', 'aria-label': name, title: name })}>
      <Icon name={icon} small />
    </span>
  )
}

const JUDGED: readonly DayMark[] = ['low', 'in-range', 'high', 'under-way']

/** What each icon means, as items of a list; the rare one only where it is `among` those to be seen. */
export function StatusKey({ among = [] }: { among?: readonly (DayMark | null)[] }) {
  const marks: readonly DayMark[] = among.includes('no-end') ? [...JUDGED, 'no-end'] : JUDGED
  return marks.map((mark) => (
    <li key={mark}>
      <StatusIcon mark={mark} />
      {LOOK[mark].name}
    </li>
  ))
}
