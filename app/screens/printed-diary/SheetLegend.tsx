import { dayMark } from '../../../core/day/day-progress.ts'
import type { DiaryWeek } from '../../../core/week/sleep-diary.ts'
import { StatusKey } from '../../ui/icons/StatusIcon.tsx'
import { literature } from '../../words/literature.es.ts'
import { week } from '../../words/screens.es.ts'
import styles from './SheetLegend.module.css'

/** The signs of the sheet. Naps are hatched, so that a copy in black and white tells them from the night. */
export function SheetLegend({ weeks }: { weeks: readonly DiaryWeek[] }) {
  return (
    <ul className={styles.legend}>
      <li>
        <svg className={styles.hatch} aria-hidden="true">
          <pattern
            id="paper-nap"
            width="4"
            height="4"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect className={styles.ground} width="4" height="4" />
            <rect className={styles.stroke} width="1.5" height="4" />
          </pattern>
          <rect className={styles.nap} x="0.5" y="0.5" width="21" height="9" rx="2" />
        </svg>
        {week.naps}
      </li>
      <li>
        <svg className={styles.hatch} aria-hidden="true">
          <rect className={styles.night} width="22" height="10" rx="2" />
        </svg>
        {week.night}
      </li>
      <StatusKey among={weeks.flatMap(({ days }) => days.map(dayMark))} />
      {weeks.some(({ age }) => age !== null) && <li>{literature.differ}</li>}
    </ul>
  )
}
