import { type FormEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { LocalDate, LocalTime } from '../../../core/time/time.ts'
import { useUnsavedInput } from '../../navigation/unsaved-input.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TimeField } from '../../ui/fields/TimeField.tsx'
import { RecordMark } from '../../ui/records/RecordMark.tsx'
import { common } from '../../words/entrance.es.ts'
import { wakeUpEntry as words } from '../../words/wake-up.es.ts'
import { DayOrNight } from './DayOrNight.tsx'
import { TimeAhead } from './TimeAhead.tsx'
import { useWakeUp } from './use-wake-up.ts'
import styles from './WakeUpEntry.module.css'

interface WakeUpEntryProps {
  date: LocalDate
  today: LocalDate
  /** When the night ended that ended on this day, if that is known. */
  afterNight: LocalTime | null
  /** The time that is being entered, '' while there is none; null: nobody has asked to enter one. */
  typed: LocalTime | null
  onType: (time: LocalTime | null) => void
  onSaved: () => void
  /** The night of this date goes on, and isn't logged yet. */
  onAddNight: (date: LocalDate) => void
}

/** The wake-up of a day that has none: by one tap where the night tells it, or with its time. */
export function WakeUpEntry(props: WakeUpEntryProps) {
  const { date, today, afterNight, typed: time, onType, onSaved, onAddNight } = props
  useUnsavedInput(time !== null && time !== '')
  const wakeUp = useWakeUp({
    date,
    onSaved() {
      // Where the night went on this stays, for the morning.
      onType(null)
      onSaved()
    },
    onAddNight,
  })

  function enter(next: LocalTime | null) {
    wakeUp.leave()
    onType(next)
  }

  const form = useRef<HTMLFormElement>(null)
  function press() {
    flushSync(() => enter(time === null ? '' : null))
    // It was asked for: what is typed next is its time.
    form.current?.querySelector('input')?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    wakeUp.save(time ?? '')
  }

  return (
    <section className={styles.entry} aria-label={words.label}>
      {afterNight !== null && (
        <Button variant="quiet" onClick={() => wakeUp.save(afterNight)}>
          <RecordMark type="despertar" />
          {words.afterNight(afterNight)}
        </Button>
      )}
      <button type="button" className={styles.add} aria-expanded={time !== null} onClick={press}>
        <RecordMark type="despertar" />
        {words.add}
      </button>
      {time !== null && (
        <form ref={form} className={styles.form} noValidate onSubmit={submit}>
          <TimeField
            label={date === today ? words.questionToday : words.question}
            value={time}
            onChange={enter}
          />
          <TimeAhead date={date} time={time} />
          {wakeUp.asked === null && (
            <Button type="submit" variant="primary">
              {common.save}
            </Button>
          )}
        </form>
      )}
      {wakeUp.asked !== null && <DayOrNight {...wakeUp} />}
    </section>
  )
}
