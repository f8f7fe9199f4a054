import { EARLIER_MIN, lastSleepEnd, lastWaking, wakeUpEnding } from '../../../../core/night/sleep-end.ts'
import type { SleepRecord } from '../../../../core/records/sleep-record.ts'
import { type LocalTime, MINUTE_MS, type TimeZone } from '../../../../core/time/time.ts'
import { endAtOf, endableOf, endEarlier, type SleepForm } from '../../../forms/sleep-form-state.ts'

/** What a time entry offers beside the clock. */
interface TimeOffers {
  /** The minutes that can be taken off it: none once it is settled. */
  earlier: readonly number[]
  /** A time that is known from another record; null: none, or it is there already. */
  known: LocalTime | null
}

/** A new sleep may have begun where the last one ended. `now` is epoch ms. */
export function startOffers(
  form: SleepForm,
  records: readonly SleepRecord[],
  now: number,
  zone: TimeZone,
): TimeOffers {
  const lastEnd = form.id === null ? lastSleepEnd(records, form.date, now, zone) : null
  return {
    earlier: form.start !== '' && (!form.startConfirmed || form.running) ? EARLIER_MIN : [],
    known: lastEnd === form.start ? null : lastEnd,
  }
}

/** A night ended with the wake-up, unless that is what the form asks already. `now` is epoch ms. */
export function endOffers(
  form: SleepForm,
  records: readonly SleepRecord[],
  now: number,
  isAsked: boolean,
  zone: TimeZone,
): TimeOffers {
  const endable = endableOf(form, records, zone)
  const wokeUpAt = !form.endConfirmed && !isAsked ? wakeUpEnding(endable, records, now, zone) : null
  const leavesSleep = (minutes: number) =>
    endEarlier(form, minutes, zone) !== null &&
    endAtOf(form, zone) - minutes * MINUTE_MS >= lastWaking(endable, now, zone)
  return {
    earlier: form.end !== '' && !form.endConfirmed ? EARLIER_MIN.filter(leavesSleep) : [],
    known: wokeUpAt === form.end ? null : wokeUpAt,
  }
}
