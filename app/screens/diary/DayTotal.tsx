import { literatureSleep } from '../../../core/baby/literature.ts'
import type { DayMark } from '../../../core/day/day-progress.ts'
import { formatDuration } from '../../../core/records/durations.ts'
import type { AgeRange } from '../../../core/week/weekly-pattern.ts'
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx'
import { DurationText } from '../../ui/records/DurationText.tsx'
import { literature } from '../../words/literature.es.ts'
import { diary, week } from '../../words/screens.es.ts'
import styles from './DayTotal.module.css'

interface DayTotalProps {
  minutes: number
  /** How the day compares with the recommended range, as the chart marks it; null: it isn't compared. */
  mark: DayMark | null
  /** Null: not known. */
  age: AgeRange | null
  withRunning: boolean
}

/** The sum of the day, with the sleep in progress when it belongs to it. */
export function DayTotal({ minutes, mark, age, withRunning }: DayTotalProps) {
  return (
    <div className={styles.total}>
      <div className={styles.row}>
        <h2>{diary.total}</h2>
        <span className={styles.sum}>
          {mark && <StatusIcon mark={mark} named />}
          <DurationText minutes={minutes} size="total" />
        </span>
      </div>
      {age && isJudged(mark) && <Ranges age={age} />}
      {withRunning && <p className="hint">{diary.totalWithRunning}</p>}
    </div>
  )
}

function isJudged(mark: DayMark | null): boolean {
  return mark === 'low' || mark === 'in-range' || mark === 'high'
}

/** What the mark goes by, and beside it what is published: a day that is marked is no mistake. */
function Ranges({ age: { ageMonths, range } }: { age: AgeRange }) {
  return (
    <p className={`${styles.ranges} hint num`}>
      {week.recommendedAt(ageMonths)}:{' '}
      <span>{`${formatDuration(range.minMin)} – ${formatDuration(range.maxMin)}`}</span>
      {range.source === 'aasm' && `. ${week.aasm}`}
      {`. ${literature.range(literatureSleep(ageMonths))}. ${literature.differ}`}
    </p>
  )
}
