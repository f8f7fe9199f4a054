import { isOpen, type SleepRecord, startTimeOf } from '../../../core/records/sleep-record.ts'
import { findCurrentSleep } from '../../../core/records/still-asleep.ts'
import { type LocalTime, localDateAt, type TimeZone } from '../../../core/time/time.ts'
import { areSame, type Note, stillMissing } from '../../forms/refused-note.ts'
import {
  beginForm,
  detailsOf,
  type FormTarget,
  formOf,
  recordOf,
  type SleepForm,
  withRunningStart,
} from '../../forms/sleep-form-state.ts'
import { changedFields } from '../../local/outbox.ts'

/** What a form was opened for, and when, in epoch milliseconds. */
interface Opening {
  target: FormTarget
  openedAt: number
}

/**
 * The sleep in progress that the form holds: it can be left as it is, its end comes later. Null for any other sleep,
 * also for one whose end is still to be told: a new one of a day that was past when the form was opened, or where the
 * baby has slept since.
 * @param open those of the log that are in progress, `now` epoch ms.
 */
export function sleepInProgress(
  form: SleepForm,
  { target, openedAt }: Opening,
  records: readonly SleepRecord[],
  open: readonly SleepRecord[],
  now: number,
  zone: TimeZone,
): SleepRecord | null {
  const isOfPast = target.kind === 'new' && target.date < localDateAt(openedAt, zone)
  if (!form.running || isOfPast) return null
  const current = findCurrentSleep(records, open, now, zone)
  return current?.id === form.id ? current : null
}

/**
 * The end that another phone gave the form's sleep; null: none. `saved` are forms of this one's that were stored, or
 * tried to be: it stays after that where a note had no room beside its end.
 */
export function endElsewhere(
  { running }: SleepForm,
  stored: SleepRecord,
  saved: readonly Pick<SleepForm, 'id' | 'end'>[],
): LocalTime | null {
  const end = running && !isOpen(stored) ? stored.end_time : null
  return saved.some((own) => own.id === stored.id && own.end === end) ? null : end
}

/**
 * Whether the log has all that the form of a running sleep holds: its times, and what was noted of it, which is being
 * stored for a moment. Of a sleep that was deleted meanwhile only what the form began with is nothing to be kept.
 */
export function isAllStored(
  form: SleepForm,
  { stored, begun }: { stored: SleepRecord | null; begun: SleepForm },
  zone: TimeZone,
): boolean {
  const known = stored ?? { ...recordOf(begun, zone), id: '', user_id: '' }
  const inLog = { ...known, start_time: startTimeOf(known) }
  const held = { ...detailsOf(form, zone), date: form.date, start_time: form.start }
  const isEndHeld = form.end !== '' && form.end !== inLog.end_time
  return !isEndHeld && form.refused === undefined && Object.keys(changedFields(inLog, held)).length === 0
}

/**
 * What a form begins with, and the form, which is `resumed` where a draft is taken up again, by the name of its day.
 * What was noted of a sleep that runs is stored, but for what the phone refused: the rest is as it is by now, and not
 * told once more. `now` is epoch ms.
 */
export function takenUp(
  target: FormTarget,
  resumed: SleepForm | null,
  records: readonly SleepRecord[],
  now: number,
  zone: TimeZone,
): { begun: SleepForm; form: SleepForm } {
  const begun = beginForm(target, now, zone)
  if (resumed === null) return { begun, form: begun }
  const record = resumed.running ? records.find(({ id }) => id === resumed.id) : undefined
  if (record === undefined) {
    const isDatePicked = resumed.isDatePicked || resumed.date !== localDateAt(now, zone)
    return { begun, form: { ...resumed, isDatePicked } }
  }
  const current = formOf(record)
  const { date, isDatePicked, start, startConfirmed, end, endConfirmed } = resumed
  const refused = stillMissing(record, resumed.refused)
  const noted = { ...formOf({ ...record, ...refused?.noted }), refused }
  const waiting = startConfirmed ? {} : { date, isDatePicked, start, startConfirmed }
  return { begun: current, form: { ...noted, ...waiting, end, endConfirmed } }
}

/**
 * What a tap made of the form that was `shown`, laid over what has become of that meanwhile: its start may have been
 * stored since.
 */
export function withTapped(current: SleepForm, shown: SleepForm, tapped: SleepForm): SleepForm {
  const changed = changedFields(shown, tapped)
  const isMoved = 'start' in changed || 'date' in changed
  return { ...current, ...changed, ...(isMoved && { startConfirmed: tapped.startConfirmed }) }
}

/** What was noted of the sleep `id` is refused; undefined: all of it is stored. */
export function withRefused(id: string, refused: Note | undefined): (form: SleepForm) => SleepForm {
  return (form) => (form.id === id ? { ...form, refused } : form)
}

/** The start is stored as that of the record `id`. One that was entered since waits for a ✓ of its own. */
export function withStoredStart(
  current: SleepForm,
  { shown, stored, id }: { shown: SleepForm; stored: SleepForm; id: string },
): SleepForm {
  if (current.start !== shown.start || current.date !== shown.date) {
    return { ...withRunningStart(current, id), startConfirmed: false }
  }
  return withRunningStart({ ...current, date: stored.date, start: stored.start }, id)
}

/**
 * The form once its running record is another one than was `seen`, and what the form goes on from. Of a record that ✓
 * has just made, that is what the record says: nothing of one that was undone or deleted before.
 */
export function withRecord(
  { begun, form }: { begun: SleepForm; form: SleepForm },
  seen: SleepRecord | null,
  stored: SleepRecord,
): { begun: SleepForm; form: SleepForm } {
  return seen?.id === stored.id
    ? { begun: withNewsOf(begun, seen, stored), form: withNewsOf(form, seen, stored) }
    : { begun: formOf(stored), form }
}

/** What was noted of a running sleep elsewhere, on another phone or by a tap beside the form, is in the form too. */
export function withNewsOf(form: SleepForm, before: SleepRecord, after: SleepRecord): SleepForm {
  const start = form.startConfirmed
    ? news(form.start, startTimeOf(before) ?? '', startTimeOf(after) ?? '')
    : form.start
  return {
    ...form,
    date: form.startConfirmed ? news(form.date, before.date, after.date) : form.date,
    start,
    type: news(form.type, before.type, after.type === 'despertar' ? form.type : after.type),
    wakeUps: news(form.wakeUps, before.wake_ups, after.wake_ups),
    quality: news(form.quality, before.quality, after.quality),
    disturbances: areSame(form.disturbances, before.disturbances) ? after.disturbances : form.disturbances,
    feedings: news(form.feedings, before.feedings, after.feedings),
    diaperChanges: news(form.diaperChanges, before.diaper_changes, after.diaper_changes),
  }
}

/** What is entered here and not stored yet stays. */
function news<Value>(entered: Value, before: unknown, after: Value): Value {
  return entered === before ? after : entered
}
