import type { ReactNode } from 'react'
import { type LocalTime, type SleepRecord, startTimeOf } from '../../../core/sleep-record.ts'
import { MINUTE_MS } from '../../../core/time.ts'
import { nextNap } from '../../copy.es.ts'
import { Button } from '../../ui/Button.tsx'
import { Measure } from '../../ui/Measure.tsx'
import { EARLIER_MIN, endTimeAt } from '../sleep-end.ts'
import styles from './Readout.module.css'

interface RunningReadoutProps {
  record: SleepRecord
  elapsedMin: number
  /** Epoch milliseconds. */
  now: number
  /** The day's wake-up, when it is logged although this night is still open. */
  wokeUpAt: LocalTime | null
  onEnd: (endTime: LocalTime) => void
  /** Edit and delete, where the record isn't in the list below. */
  actions: ReactNode
}

/** A sleep in progress: how long it is, and its end in one tap. */
export function RunningReadout({ record, elapsedMin, now, wokeUpAt, onEnd, actions }: RunningReadoutProps) {
  const endsNowAt = endTimeAt(record, now)
  const endAction = record.type === 'noche' ? nextNap.endNight : nextNap.endNap
  return (
    <div className={styles.readout}>
      <p className={styles.label}>
        <span className={styles.dot} />
        {nextNap.sleepingSince(startTimeOf(record) ?? '')}
        {actions}
      </p>
      <div role="timer">
        <Measure minutes={elapsedMin} size="live" />
      </div>
      <div className={styles.stack}>
        {wokeUpAt && (
          <>
            <p className={styles.hint}>{nextNap.wokeUpAt(wokeUpAt)}</p>
            <Button variant="strong" onClick={() => onEnd(wokeUpAt)}>
              {nextNap.endAt(endAction, wokeUpAt)}
            </Button>
          </>
        )}
        {endsNowAt && (
          <Button variant={wokeUpAt ? 'quiet' : 'strong'} onClick={() => onEnd(endsNowAt)}>
            {nextNap.endAt(endAction, endsNowAt)}
          </Button>
        )}
      </div>
      {!wokeUpAt && <EarlierEnds record={record} now={now} onEnd={onEnd} />}
    </div>
  )
}

/** For the carer who was not there: the sleep ended a little while ago. */
function EarlierEnds({ record, now, onEnd }: Pick<RunningReadoutProps, 'record' | 'now' | 'onEnd'>) {
  const ends = EARLIER_MIN.map((minutes) => ({
    minutes,
    time: endTimeAt(record, now - minutes * MINUTE_MS),
  }))
  if (ends.every(({ time }) => time === null)) return null
  return (
    <fieldset className={styles.earlier}>
      <legend>{nextNap.wokeEarlier}</legend>
      <div className={styles.chips}>
        {ends.map(
          ({ minutes, time }) =>
            time && (
              <button key={minutes} type="button" onClick={() => onEnd(time)}>
                <b>{nextNap.minutesBefore(minutes)}</b> <time>{time}</time>
              </button>
            ),
        )}
      </div>
    </fieldset>
  )
}
