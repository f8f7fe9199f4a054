import { type ComponentProps, useRef, useState } from 'react'
import { EARLIER_MIN } from '../../../../core/night/sleep-end.ts'
import { TimeField } from '../../../ui/fields/TimeField.tsx'
import { keepingFocus } from '../../../ui/layout/focus.ts'
import { nextNap, sleepForm } from '../../../words/screens.es.ts'
import styles from '../SleepForm.module.css'

type TimeEntryProps = ComponentProps<typeof TimeField> & {
  /** The minutes that can be taken off the time. */
  chips: readonly number[]
  onEarlier: (minutes: number) => void
  /** A time that is known from another record. */
  known: { label: string; take: () => void } | null
  /** Keeps the place of what may be offered, before there is anything. */
  reserved?: boolean
}

/** A time and, for a thumb that was late, the minutes to take off it. */
export function TimeEntry({ chips, onEarlier, known, reserved = false, ...field }: TimeEntryProps) {
  // What was offered keeps its place when it goes: ✓ moves nothing.
  const [place, setPlace] = useState({ reserved, chips: chips.length > 0, known: known?.label ?? null })
  const next = {
    reserved: place.reserved || reserved,
    chips: place.chips || chips.length > 0,
    known: known?.label ?? place.known,
  }
  if (next.reserved !== place.reserved || next.chips !== place.chips || next.known !== place.known)
    setPlace(next)
  const entry = useRef<HTMLDivElement>(null)
  /** An offer that can't be taken again goes: the ✓ comes next, or the time where that can't be pressed. */
  function take(offer: () => void) {
    const find = (what: string) => entry.current?.querySelector<HTMLElement>(what)
    keepingFocus(offer, () => find('button[aria-pressed]:enabled') ?? find('input'))
  }
  return (
    <div ref={entry} className={styles.time}>
      <TimeField {...field} />
      {(next.reserved || next.chips || next.known !== null) && (
        <div className={styles.chips}>
          {next.chips &&
            EARLIER_MIN.map((minutes) =>
              chips.includes(minutes) ? (
                <button
                  key={minutes}
                  type="button"
                  aria-label={sleepForm.earlier(minutes, field.label)}
                  onClick={() => take(() => onEarlier(minutes))}
                >
                  {nextNap.minutesBefore(minutes)}
                </button>
              ) : (
                <span key={minutes}>{nextNap.minutesBefore(minutes)}</span>
              ),
            )}
          {known ? (
            <button type="button" className={styles.known} onClick={() => take(known.take)}>
              {known.label}
            </button>
          ) : (
            next.known !== null && <span className={styles.known}>{next.known}</span>
          )}
        </div>
      )}
    </div>
  )
}
