import type { ReactNode } from 'react'
import { offeredEnds } from '../../../core/night/sleep-end.ts'
import { elapsedMinutes, type SleepRecord } from '../../../core/records/sleep-record.ts'
import { localTimeAt } from '../../../core/time/time.ts'
import { minutesOf, type SleepForm, tapeOf } from '../../forms/sleep-form-state.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { SleepTimeline } from '../../ui/charts/SleepTimeline.tsx'
import { DurationText } from '../../ui/records/DurationText.tsx'
import { recordTypes, sleepForm } from '../../words/screens.es.ts'
import { RunningReadout } from '../diary/RunningReadout.tsx'
import type { SleepEnd } from '../end-sleep/use-sleep-end.ts'
import styles from './FormHead.module.css'

interface FormReadoutProps {
  form: SleepForm
  /** The sleep in progress, where the head is its own. */
  running: SleepRecord | null
  records: readonly SleepRecord[]
  /** Epoch milliseconds. */
  now: number
  /** What can be done with the date. */
  aside: ReactNode
  ending: SleepEnd
}

/** The number and the tape of the form: a sleep in progress with its end, or the duration once both times are there. */
export function FormReadout({ form, running, records, now, aside, ending }: FormReadoutProps) {
  const zone = useTimeZone()
  const minutes = minutesOf(form, now, zone)
  if (running === null && (form.end === '' || minutes === null)) return aside
  const { bars, nowAt } = tapeOf(form, now, zone)
  return (
    <>
      {running ? (
        <RunningReadout
          record={running}
          elapsedMin={form.end === '' ? elapsedMinutes(running, now, zone) : (minutes ?? 0)}
          now={now}
          ends={offeredEnds(running, records, now, zone)}
          ending={ending}
          actions={null}
        />
      ) : (
        <div className={styles.readout}>
          <DurationText minutes={minutes ?? 0} size="readout" />
          {aside}
        </div>
      )}
      <SleepTimeline
        label={tapeLabel(form)}
        bars={bars}
        now={nowAt === null ? null : { at: nowAt, time: localTimeAt(now, zone) }}
        size="mini"
      />
      {running && <div className={styles.below}>{aside}</div>}
    </>
  )
}

function tapeLabel({ type, start, end }: SleepForm): string {
  const name = recordTypes[type]
  return end === '' ? sleepForm.tapeSince(name, start) : sleepForm.tape(name, start, end)
}
