import { useEffect } from 'react'
import { type Reminder, remindersFor } from '../../core/plan/reminders.ts'
import { WAKE_WINDOW_RANGE_MIN } from '../../core/plan/wake-windows.ts'
import { localDateAt, localTimeAt, MINUTE_MS, type TimeZone } from '../../core/time/time.ts'
import { clock } from '../device/clock.ts'
import { showNotice } from '../device/notifications.ts'
import { startTimers } from '../device/reminder-timers.ts'
import { useBabyData } from '../local/use-baby-data.ts'
import { nextNap, reminders } from '../words/screens.es.ts'

/**
 * Keeps the timers for the reminders of today's remaining naps: they are set anew with every change of the records or
 * the plan, and there are none while reminders are off or nobody is signed in (rule 4.18, reminder times).
 */
export function useReminders(): void {
  const { records, plan, zone } = useBabyData()
  useEffect(() => {
    if (!plan) return
    const now = clock.now()
    return startTimers(remindersFor(records, plan, now, zone), now, (reminder) => {
      void showNotice(noticeOf(reminder, zone))
    })
  }, [records, plan, zone])
}

function noticeOf({ napNumber, at }: Reminder, zone: TimeZone) {
  return {
    title: nextNap.nap(napNumber),
    body: reminders.notification(
      localTimeAt(at, zone),
      localTimeAt(at + WAKE_WINDOW_RANGE_MIN * MINUTE_MS, zone),
    ),
    tag: `siesta-${localDateAt(at, zone)}-${napNumber}`,
  }
}
