import type { ReactNode } from 'react'
import { nightSign } from '../../../core/night/nap-into-night.ts'
import { earlierEnds, type OfferedEnds } from '../../../core/night/sleep-end.ts'
import { type SleepRecord, startTimeOf } from '../../../core/records/sleep-record.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { DurationText } from '../../ui/records/DurationText.tsx'
import { ending as words } from '../../words/night.es.ts'
import { nextNap } from '../../words/screens.es.ts'
import { EndDoubtNotice } from '../end-sleep/EndDoubtNotice.tsx'
import { turnIntoNight } from '../end-sleep/end-sleep.ts'
import type { SleepEnd } from '../end-sleep/use-sleep-end.ts'
import { TapTargets } from '../night/TapTargets.tsx'
import styles from './Readout.module.css'

interface RunningReadoutProps {
  record: SleepRecord
  elapsedMin: number
  /** Epoch milliseconds. */
  now: number
  ends: OfferedEnds
  /** Null: who looks may end nothing. */
  ending: SleepEnd | null
  /** Edit and delete, where the record isn't in the list below. */
  actions: ReactNode
}

/** A sleep in progress: how long it is, and its end in one tap. */
export function RunningReadout(props: RunningReadoutProps) {
  const { record, elapsedMin, ending, actions } = props
  return (
    <div className={styles.readout} tabIndex={-1}>
      <p className={styles.label}>
        <span className={styles.dot} />
        {nextNap.sleepingSince(startTimeOf(record) ?? '')}
        {actions}
      </p>
      <div role="timer">
        <DurationText minutes={elapsedMin} size="live" />
      </div>
      {ending?.asked?.record.id === record.id ? (
        <EndDoubtNotice asked={ending.asked} confirm={ending.confirm} leave={ending.leave} />
      ) : (
        ending && <Ends {...props} ending={ending} />
      )}
    </div>
  )
}

function Ends({ record, now, ends, ending }: RunningReadoutProps & { ending: SleepEnd }) {
  const zone = useTimeZone()
  const { wokeUpAt, now: endsNowAt } = ends
  const endAction = record.type === 'noche' ? nextNap.endNight : nextNap.endNap

  /** The button goes once the nap is the night: the focus stays in the readout. */
  async function toNight(button: HTMLButtonElement) {
    const readout = button.closest<HTMLElement>('[tabindex="-1"]')
    if (await turnIntoNight(record)) readout?.focus({ preventScroll: true })
  }

  return (
    <>
      <div className={`${styles.stack} ${record.type === 'noche' ? styles.night : ''}`}>
        {wokeUpAt && (
          <>
            <p className="hint">{nextNap.wokeUpAt(wokeUpAt)}</p>
            <Button variant="strong" onClick={() => ending.end(record, wokeUpAt)}>
              {nextNap.endAt(endAction, wokeUpAt)}
            </Button>
          </>
        )}
        {endsNowAt && (
          <Button variant={wokeUpAt ? 'quiet' : 'strong'} onClick={() => ending.end(record, endsNowAt)}>
            {nextNap.endAt(endAction, endsNowAt)}
          </Button>
        )}
        {nightSign(record, now, zone) !== null && (
          <Button variant="quiet" onClick={({ currentTarget }) => void toNight(currentTarget)}>
            {words.toNight}
          </Button>
        )}
      </div>
      {record.type === 'noche' && <TapTargets record={record} />}
      {!wokeUpAt && <EarlierEnds record={record} now={now} ending={ending} />}
    </>
  )
}

/** For the carer who was not there: the sleep ended a little while ago. */
function EarlierEnds({
  record,
  now,
  ending,
}: Pick<RunningReadoutProps, 'record' | 'now'> & { ending: SleepEnd }) {
  const zone = useTimeZone()
  const ends = earlierEnds(record, now, zone)
  if (ends.length === 0) return null
  return (
    <fieldset className={styles.earlier}>
      <legend>{nextNap.wokeEarlier}</legend>
      <div className={styles.chips}>
        {ends.map(({ minutes, time }) => (
          <button key={minutes} type="button" onClick={() => ending.end(record, time)}>
            <b>{nextNap.minutesBefore(minutes)}</b> <time>{time}</time>
          </button>
        ))}
      </div>
    </fieldset>
  )
}
