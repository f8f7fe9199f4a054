import { type DrawnSleep, type Edge, recordOfSleep, timeAt } from '../../../core/rebuild/rebuild-day.ts'
import { formatDuration } from '../../../core/records/durations.ts'
import type { RecordWarning } from '../../../core/records/record-warnings.ts'
import { dayInFull, type LocalDate, type LocalTime } from '../../../core/time/time.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { IconButton } from '../../ui/buttons/Button.tsx'
import { RecordMark } from '../../ui/records/RecordMark.tsx'
import { rebuildDay as words } from '../../words/rebuild-day.es.ts'
import { recordTypes } from '../../words/screens.es.ts'
import { ClockField } from './ClockField.tsx'
import styles from './EntryList.module.css'
import { Warnings } from './Warnings.tsx'

interface EntryLineProps {
  date: LocalDate
  sleep: DrawnSleep
  name: string
  selected: boolean
  warnings: readonly RecordWarning[]
  onType: (sleep: DrawnSleep, edge: Edge, time: LocalTime) => void
  onSwitch: (sleep: DrawnSleep) => void
  onRemove: (sleep: DrawnSleep) => void
}

/** A drawn sleep in figures: its type, its two times, its date if it is the next one, and what looks odd about it. */
export function EntryLine(props: EntryLineProps) {
  const zone = useTimeZone()
  const { date, sleep, name, selected, warnings, onType, onSwitch, onRemove } = props
  const other = sleep.type === 'siesta' ? 'noche' : 'siesta'
  const record = recordOfSleep(date, sleep, zone)
  return (
    <li className={selected ? `${styles.entry} ${styles.selected}` : styles.entry}>
      <button
        type="button"
        className={styles.type}
        aria-label={words.change(name, other)}
        onClick={() => onSwitch(sleep)}
      >
        <RecordMark type={sleep.type} />
        <span>
          {recordTypes[sleep.type]}
          <small className="num">{formatDuration(record.duration)}</small>
        </span>
      </button>
      <span className={styles.times}>
        <ClockField
          label={words.startTime(name)}
          value={timeAt(sleep.from)}
          onChange={(time) => onType(sleep, 'from', time)}
        />
        –
        <ClockField
          label={words.endTime(name)}
          value={timeAt(sleep.to)}
          onChange={(time) => onType(sleep, 'to', time)}
        />
      </span>
      <span className={styles.remove}>
        <IconButton icon="x" small label={words.remove(name)} onClick={() => onRemove(sleep)} />
      </span>
      <div role="status" className={styles.date}>
        {record.date !== date && words.startsOn(dayInFull(record.date))}
      </div>
      <Warnings warnings={warnings} />
    </li>
  )
}
