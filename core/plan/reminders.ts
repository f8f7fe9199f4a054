import type { SleepRecord } from '../records/sleep-record.ts'
import { localDateAt, MINUTE_MS, type TimeZone } from '../time/time.ts'
import { suggestNextSleep } from './next-nap.ts'
import type { SleepPlan } from './plan.ts'
import { parseWakeWindow } from './wake-windows.ts'

export interface Reminder {
  /** 1 for the first nap of the day. */
  napNumber: number
  /** Epoch milliseconds, still today: the start of the nap's window. */
  at: number
}

/**
 * The reminders of today's remaining naps (rule 4.18, reminder times): the suggested nap, then each planned one a
 * nap's duration and a wake window later. Naps only, none while a sleep is open or reminders are off. One whose time
 * is past moves no other; the chain ends where the plan does or is malformed.
 * @param now epoch milliseconds.
 */
export function remindersToday(
  records: readonly SleepRecord[],
  plan: SleepPlan,
  now: number,
  zone: TimeZone,
): Reminder[] {
  const next = suggestNextSleep(records, plan, now, zone)
  if (!plan.reminders || next.kind !== 'nap') return []
  const today = localDateAt(now, zone)
  const reminders: Reminder[] = []
  let at = next.startAt
  for (let napNumber = next.napNumber; napNumber <= plan.naps_count; napNumber += 1) {
    if (localDateAt(at, zone) !== today) break
    reminders.push({ napNumber, at })
    const nap = plan.naps[napNumber - 1]
    const window = parseWakeWindow(nap?.wakeWindow ?? '')
    if (nap === undefined || window.kind === 'malformed') break
    at += (nap.duration + window.minutes) * MINUTE_MS
  }
  return reminders
}

/** Those that are still to come: one that is overdue is left out. */
export function remindersFor(
  records: readonly SleepRecord[],
  plan: SleepPlan,
  now: number,
  zone: TimeZone,
): Reminder[] {
  return remindersToday(records, plan, now, zone).filter(({ at }) => at > now)
}

/** What tells the reminder of a nap from all others, of other days and of other diaries on the phone. */
export function tagOf({ napNumber, at }: Reminder, { user_id }: SleepPlan, zone: TimeZone): string {
  return `siesta-${user_id}-${localDateAt(at, zone)}-${napNumber}`
}
