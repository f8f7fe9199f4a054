import { type FormEvent, type ReactNode, useState } from 'react'
import { type SleepRecord, startTimeOf } from '../../../core/records/sleep-record.ts'
import { type LocalDate, type LocalTime, unmistakableDay } from '../../../core/time/time.ts'
import { useUnsavedInput } from '../../navigation/unsaved-input.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TimeField } from '../../ui/fields/TimeField.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { RecordMark } from '../../ui/records/RecordMark.tsx'
import { common } from '../../words/entrance.es.ts'
import { diary, nextNap, sleepForm } from '../../words/screens.es.ts'
import { EndDoubtNotice } from '../end-sleep/EndDoubtNotice.tsx'
import type { SleepEnd } from '../end-sleep/use-sleep-end.ts'
import styles from './Readout.module.css'

interface StaleReadoutProps {
  record: SleepRecord
  today: LocalDate
  /** The day's wake-up, when it is logged although this night is still open. */
  wokeUpAt: LocalTime | null
  ending: SleepEnd
  /** Edit and delete, where the record isn't in the list below. */
  actions: ReactNode
}

/** A sleep nobody ended: asks when it did, instead of counting on. */
export function StaleReadout({ record, today, wokeUpAt, ending, actions }: StaleReadoutProps) {
  const [time, setTime] = useState<LocalTime>('')
  useUnsavedInput(time !== '')

  function save(event: FormEvent) {
    event.preventDefault()
    if (time !== '') ending.end(record, time)
    else showToast({ title: common.error, detail: diary.wakeUpTimeMissing, tone: 'failure' })
  }

  return (
    <form className={styles.readout} tabIndex={-1} noValidate onSubmit={save}>
      <div className={styles.label}>
        <RecordMark type={record.type} />
        <h2>{nextNap.staleQuestion}</h2>
      </div>
      <div className={styles.since}>
        <Since record={record} today={today} />
        {actions}
      </div>
      {ending.asked?.record.id === record.id ? (
        <EndDoubtNotice asked={ending.asked} confirm={ending.confirm} leave={ending.leave} />
      ) : (
        <div className={styles.stack}>
          {wokeUpAt && (
            <>
              <p className="hint">{nextNap.wokeUpAt(wokeUpAt)}</p>
              <Button variant="strong" onClick={() => ending.end(record, wokeUpAt)}>
                {nextNap.endAt(nextNap.endNight, wokeUpAt)}
              </Button>
            </>
          )}
          <TimeField label={sleepForm.end} hideLabel value={time} onChange={setTime} />
          <Button type="submit" variant={wokeUpAt ? 'quiet' : 'primary'}>
            {common.save}
          </Button>
        </div>
      )}
    </form>
  )
}

/** The same for who looks and can't tell: that its end isn't known. */
export function EndUnknown({ record, today }: Pick<StaleReadoutProps, 'record' | 'today'>) {
  return (
    <div className={styles.readout}>
      <div className={styles.label}>
        <RecordMark type={record.type} />
        <h2>{diary.noEnd}</h2>
      </div>
      <Since record={record} today={today} />
    </div>
  )
}

function Since({ record, today }: Pick<StaleReadoutProps, 'record' | 'today'>) {
  return (
    <p className="hint">
      {nextNap.staleSince(unmistakableDay(record.date, today), startTimeOf(record) ?? '')}
    </p>
  )
}
