import { useEffect } from 'react'
import { babyZone } from '../../core/baby/baby-zone.ts'
import type { SleepPlan } from '../../core/plan/plan.ts'
import { type Reminder, remindersFor, remindersToday, tagOf } from '../../core/plan/reminders.ts'
import { WAKE_WINDOW_RANGE_MIN } from '../../core/plan/wake-windows.ts'
import { recordsAround } from '../../core/records/sleep-record.ts'
import { localDateAt, localTimeAt, MINUTE_MS, type TimeZone } from '../../core/time/time.ts'
import { clock } from '../device/clock.ts'
import { closeNoticesOver, showNotice } from '../device/notifications.ts'
import { pageVisibility } from '../device/page-visibility.ts'
import { startTimers } from '../device/reminder-timers.ts'
import { store } from '../local/phone-store.ts'
import { useBabyData } from '../local/use-baby-data.ts'
import { sync } from '../sync/phone-sync.ts'
import { nextNap, reminders } from '../words/screens.es.ts'

/** A server that says nothing for so long leaves a reminder as this phone knows it. */
const NEWS_WITHIN_MS = 10_000

/** A reminder that comes so late was kept back by a phone that slept, and whose page has just come into sight. */
const LATE_MS = 5_000

/**
 * Keeps the timers for the reminders of today's remaining naps: they are set anew with every change of the records or
 * the plan, and when the phone is looked at again, whose timers may have slept. There are none while reminders are off
 * or nobody is signed in (rule 4.18, reminder times). What stands of a nap that has begun, or is over, is closed.
 */
export function useReminders(): void {
  const { records, open, plan, zone } = useBabyData()
  useEffect(() => {
    if (!plan) return
    let stop = () => {}
    const start = () => {
      stop()
      const now = clock.now()
      // Who has signed out while the server was asked has no diary any more.
      const fire = (reminder: Reminder) => void remind(reminder).catch(console.warn)
      const near = recordsAround(records, open, localDateAt(now, zone))
      stop = startTimers(remindersFor(near, plan, now, zone), now, fire)
      const tags = new Set(
        remindersToday(near, plan, now, zone).map((reminder) => tagOf(reminder, plan, zone)),
      )
      void closeNoticesOver((tag) => !tags.has(tag))
    }
    start()
    const stopWatching = pageVisibility.subscribe(start)
    return () => {
      stopWatching()
      stop()
    }
  }, [records, open, plan, zone])
}

/** A page that was out of sight hasn't heard what other phones did: it asks before it says what may be over. */
async function remind(reminder: Reminder): Promise<void> {
  if (!pageVisibility.isVisible() || clock.now() - reminder.at > LATE_MS) {
    const patience = new Promise((resolve) => setTimeout(resolve, NEWS_WITHIN_MS))
    await Promise.race([sync.catchUp(null), patience])
  }
  // The screen may draw the news later.
  const { records, plan, baby } = (await store.replica()).cache
  const zone = babyZone(baby)
  const due = plan === null ? [] : remindersFor(records, plan, reminder.at - 1, zone)
  const isStillDue = due.some(({ napNumber, at }) => napNumber === reminder.napNumber && at === reminder.at)
  if (plan !== null && isStillDue) await showNotice(noticeOf(reminder, plan, zone))
}

function noticeOf(reminder: Reminder, plan: SleepPlan, zone: TimeZone) {
  const { napNumber, at } = reminder
  return {
    title: nextNap.nap(napNumber),
    body: reminders.notification(
      localTimeAt(at, zone),
      localTimeAt(at + WAKE_WINDOW_RANGE_MIN * MINUTE_MS, zone),
    ),
    tag: tagOf(reminder, plan, zone),
  }
}
