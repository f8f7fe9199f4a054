import type { FormEvent } from 'react'
import { type LocalDate, type LocalTime, localTimeAt } from '../../../core/time/time.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { useUnsavedInput } from '../../navigation/unsaved-input.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TimeField } from '../../ui/fields/TimeField.tsx'
import { RecordMark } from '../../ui/records/RecordMark.tsx'
import { common } from '../../words/entrance.es.ts'
import { diary } from '../../words/screens.es.ts'
import { DayOrNight } from './DayOrNight.tsx'
import { TimeAhead } from './TimeAhead.tsx'
import { useWakeUp } from './use-wake-up.ts'
import styles from './WakeUpPrompt.module.css'

interface WakeUpPromptProps {
  today: LocalDate
  /** Epoch milliseconds. */
  now: number
  /** When the night ended, if that is known. */
  guess: LocalTime | null
  /** head: the question of the screen · below: under the night that still runs. */
  place: 'head' | 'below'
  /** What was entered in place of that; null: nothing. */
  typed: LocalTime | null
  onType: (time: LocalTime | null) => void
  onSaved: () => void
  /** The night of this date goes on, and isn't logged yet. */
  onAddNight: (date: LocalDate) => void
}

/** What an empty day asks first: its wake-up. */
export function WakeUpPrompt(props: WakeUpPromptProps) {
  const { today, now, guess, place, typed, onType, onSaved, onAddNight } = props
  const zone = useTimeZone()
  useUnsavedInput(typed !== null)
  const time = typed ?? guess ?? ''
  const wakeUp = useWakeUp({
    date: today,
    onSaved() {
      // Where the night goes on the question stays, for the morning.
      onType(null)
      onSaved()
    },
    onAddNight,
  })

  function enter(next: LocalTime) {
    wakeUp.leave()
    onType(next)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    wakeUp.save(time)
  }

  return (
    <form className={styles[place]} noValidate onSubmit={submit}>
      <div className={styles.question}>
        <RecordMark type="despertar" />
        <h2>{diary.wakeUpQuestion}</h2>
      </div>
      <TimeField
        label={diary.wakeUpQuestion}
        hideLabel
        size="large"
        value={time}
        onChange={enter}
        onNow={() => enter(localTimeAt(now, zone))}
      />
      <TimeAhead date={today} time={time} />
      {wakeUp.asked === null ? (
        <Button type="submit" variant={place === 'head' ? 'primary' : 'quiet'}>
          {common.save}
        </Button>
      ) : (
        <DayOrNight {...wakeUp} />
      )}
    </form>
  )
}
