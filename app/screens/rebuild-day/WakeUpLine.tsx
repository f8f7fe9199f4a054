import type { LocalTime } from '../../../core/time/time.ts'
import { IconButton, SmallButton } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { RecordMark } from '../../ui/records/RecordMark.tsx'
import { rebuildDay as words } from '../../words/rebuild-day.es.ts'
import { recordTypes } from '../../words/screens.es.ts'
import { ClockField } from './ClockField.tsx'
import styles from './EntryList.module.css'

interface WakeUpLineProps {
  time: LocalTime | null
  /** When the night before ended, if that is known. */
  afterNight: LocalTime | null
  /** What looks odd about it. It is said, and nothing is held up. */
  oddity: string | null
  onChange: (time: LocalTime | null) => void
}

/** When the day began: on its own morning, which lies before its tape as often as on it. */
export function WakeUpLine({ time, afterNight, oddity, onChange }: WakeUpLineProps) {
  return (
    <div className={styles.entry}>
      <span className={styles.type}>
        <RecordMark type="despertar" />
        {recordTypes.despertar}
      </span>
      <span className={styles.times}>
        <ClockField label={words.wakeUpTime} value={time ?? ''} onChange={onChange} />
      </span>
      {time === null && afterNight !== null && (
        <SmallButton onClick={() => onChange(afterNight)}>{words.takeWakeUp(afterNight)}</SmallButton>
      )}
      {time !== null && (
        <span className={styles.remove}>
          <IconButton icon="x" small label={words.removeWakeUp} onClick={() => onChange(null)} />
        </span>
      )}
      <div role="status" className={styles.warnings}>
        {oddity !== null && (
          <div>
            <Icon name="circle-alert" small />
            {oddity}
          </div>
        )}
      </div>
    </div>
  )
}
