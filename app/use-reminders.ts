import { useEffect } from 'react'
import { type Reminder, remindersFor } from '../core/reminders.ts'
import { localDateAt, localTimeAt, MINUTE_MS } from '../core/time.ts'
import { WAKE_WINDOW_RANGE_MIN } from '../core/wake-windows.ts'
import { nextNap, reminders } from './copy.es.ts'
import { clock } from './data/clock.ts'
import { useBabyData } from './data/use-baby-data.ts'
import { showNotice } from './notifications.ts'
import { startTimers } from './reminder-timers.ts'

/**
 * Keeps the timers of today's remaining naps while it is mounted: set anew with every change of the records
 * or the plan, gone when reminders are off and when the session ends (product decision 13).
 */
export function useReminders(): void {
  const { records, plan } = useBabyData()
  useEffect(() => {
    if (!plan) return
    const now = clock.now()
    return startTimers(remindersFor(records, plan, now), now, (reminder) => {
      void showNotice(noticeOf(reminder))
    })
  }, [records, plan])
}

function noticeOf({ napNumber, at }: Reminder) {
  return {
    title: nextNap.nap(napNumber),
    body: reminders.notification(localTimeAt(at), localTimeAt(at + WAKE_WINDOW_RANGE_MIN * MINUTE_MS)),
    tag: `siesta-${localDateAt(at)}-${napNumber}`,
  }
}
