import { type FormEvent, type ReactNode, useState } from 'react'
import { type LocalDate, type LocalTime, type SleepRecord, startTimeOf } from '../../../core/sleep-record.ts'
import { dayHeading } from '../../../core/time.ts'
import { common, diary, nextNap, sleepForm } from '../../copy.es.ts'
import { Button } from '../../ui/Button.tsx'
import { RecordMark } from '../../ui/RecordMark.tsx'
import { TimeField } from '../../ui/TimeField.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useUnsavedInput } from '../../unsaved-input.ts'
import styles from './Readout.module.css'

interface StaleReadoutProps {
  record: SleepRecord
  today: LocalDate
  /** The day's wake-up, when it is logged although this night is still open. */
  wokeUpAt: LocalTime | null
  onEnd: (endTime: LocalTime) => void
  /** Edit and delete, where the record isn't in the list below. */
  actions: ReactNode
}

/** A sleep nobody ended: asks when it did, instead of counting on. */
export function StaleReadout({ record, today, wokeUpAt, onEnd, actions }: StaleReadoutProps) {
  const [time, setTime] = useState<LocalTime>('')
  useUnsavedInput(time !== '')

  function save(event: FormEvent) {
    event.preventDefault()
    if (time !== '') onEnd(time)
    else showToast({ title: common.error, detail: diary.wakeUpTimeMissing, tone: 'failure' })
  }

  return (
    <form className={styles.readout} noValidate onSubmit={save}>
      <div className={styles.label}>
        <RecordMark type={record.type} />
        <h2>{nextNap.staleQuestion}</h2>
      </div>
      <div className={styles.since}>
        <p className={styles.hint}>
          {nextNap.staleSince(dayHeading(record.date, today), startTimeOf(record) ?? '')}
        </p>
        {actions}
      </div>
      <div className={styles.stack}>
        {wokeUpAt && (
          <>
            <p className={styles.hint}>{nextNap.wokeUpAt(wokeUpAt)}</p>
            <Button variant="strong" onClick={() => onEnd(wokeUpAt)}>
              {nextNap.endAt(nextNap.endNight, wokeUpAt)}
            </Button>
          </>
        )}
        <TimeField label={sleepForm.end} hideLabel value={time} onChange={setTime} />
        <Button type="submit" variant={wokeUpAt ? 'quiet' : 'primary'}>
          {common.save}
        </Button>
      </div>
    </form>
  )
}
