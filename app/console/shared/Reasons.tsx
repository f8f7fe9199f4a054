import type { Attention } from '../../../core/overview/family-overview.ts'
import { Icon, type IconName } from '../../ui/icons/Icon.tsx'
import { families as words } from '../../words/console/families.es.ts'
import styles from './Reasons.module.css'

const ICONS: Readonly<Record<Attention, IconName>> = {
  question: 'message-circle',
  silent: 'clock',
  'under-range': 'circle-arrow-down',
  'wakings-up': 'circle-alert',
  'plan-apart': 'shuffle',
}

interface ReasonsProps {
  reasons: readonly Attention[]
  /** Epoch milliseconds; null: nothing was logged for weeks, or that isn't known. */
  lastEntryAt: number | null
  now: number
}

/** Why a family should be looked at, in the list of families and on the family's own page. */
export function Reasons({ reasons, lastEntryAt, now }: ReasonsProps) {
  return (
    <ul className={styles.reasons} aria-label={words.reasons}>
      {reasons.map((reason) => (
        <li key={reason} className={styles[reason]}>
          <Icon name={ICONS[reason]} small />
          {words.reason(reason, lastEntryAt, now)}
        </li>
      ))}
    </ul>
  )
}
