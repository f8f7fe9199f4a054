import { useState } from 'react'
import { isSmallHours, nightOfWaking } from '../../../core/night/small-hours.ts'
import { addDays, type LocalDate, type LocalTime } from '../../../core/time/time.ts'
import { clock } from '../../device/clock.ts'
import { store } from '../../local/phone-store.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { saveWakeUp } from '../diary/diary-actions.ts'
import { logTap, takeUpNight } from '../night/log-tap.ts'

interface WakeUpSettings {
  date: LocalDate
  onSaved: () => void
  /** The night goes on, and none is logged: the carer can add that of this date. */
  onAddNight: (date: LocalDate) => void
}

export interface WakeUp {
  saving: boolean
  /** A time before 05:00: does the day begin, or does the night go on? Null while nothing is asked. */
  asked: LocalTime | null
  save: (time: LocalTime) => void
  dayBegins: () => void
  nightGoesOn: () => void
  /** Another time is being entered. */
  leave: () => void
}

/** Saves a wake-up; one of the small hours only after a question, because most of those are no morning. */
export function useWakeUp({ date, onSaved, onAddNight }: WakeUpSettings): WakeUp {
  const zone = useTimeZone()
  const [asked, setAsked] = useState<LocalTime | null>(null)
  const [saving, setSaving] = useState(false)

  async function settle(work: () => Promise<boolean>) {
    if (saving) return
    setSaving(true)
    if (await work()) {
      setAsked(null)
      onSaved()
    }
    setSaving(false)
  }

  return {
    saving,
    asked,
    save(time) {
      if (isSmallHours(time)) setAsked(time)
      else void settle(() => saveWakeUp(date, time))
    },
    leave: () => setAsked(null),
    dayBegins() {
      if (asked !== null) void settle(() => saveWakeUp(date, asked))
    },
    nightGoesOn() {
      if (asked === null) return
      const found = nightOfWaking(store.data().records, date, asked, clock.now(), zone)
      if (found === null) {
        setAsked(null)
        onAddNight(addDays(date, -1))
      } else {
        void settle(() =>
          found.takeUp ? takeUpNight(found.night, asked) : logTap(found.night, 'wake_ups', asked),
        )
      }
    },
  }
}
