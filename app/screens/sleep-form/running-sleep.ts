import { isOpen, type SleepRecord, startTimeOf } from '../../../core/records/sleep-record.ts'
import { findRunningRecord } from '../../../core/records/still-asleep.ts'
import { type LocalTime, localDateAt, type TimeZone } from '../../../core/time/time.ts'
import { stillMissing, withNotes } from '../../forms/refused-note.ts'
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
  const current = findRunningRecord(records, now, zone, open)
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
  return !isEndHeld && Object.keys(changedFields(inLog, held)).length === 0
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
  // Of a sleep that is over by now its edit stores it: as a note as well, a count would be stored twice.
  const noted = { ...formOf(withNotes(record, refused)), refused: isOpen(record) ? refused : undefined }
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

/**
 * No note of the sleep `id` is in its turn any more: its form shows the record as it is by now, with what is refused
 * laid over it. Undefined: nothing is, or the record is gone.
 */
export function withNotesTold(
  id: string,
  refused: SleepForm['refused'],
  record: SleepRecord | undefined,
): (form: SleepForm) => SleepForm {
  return (form) => (form.id === id ? { ...form, ...(record && notedIn(record, refused)), refused } : form)
}

/** What the form of a record shows of what is noted in it, with notes that it lacks. */
function notedIn(record: SleepRecord, notes: SleepForm['refused']) {
  const { type, wakeUps, quality, disturbances, feedings, diaperChanges } = formOf(withNotes(record, notes))
  return { type, wakeUps, quality, disturbances, feedings, diaperChanges }
}

/** The start is stored as that of the record `id`. One that was entered since waits for a ✓ of its own. */
export function withStoredStart(
  current: SleepForm,
  { shown, stored, id }: { shown: SleepForm; stored: SleepForm; id: string },
): SleepForm {
  // The news of it may have come first, and put it into the form already.
  const isEntered = [shown, stored].every(
    ({ start, date }) => current.start !== start || current.date !== date,
  )
  if (isEntered) {
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

/**
 * What was noted of a running sleep elsewhere, on another phone or by a tap beside the form, is in the form too. What
 * is entered here and not stored yet stays; what the phone refused is laid over the record anew.
 */
export function withNewsOf(form: SleepForm, before: SleepRecord, after: SleepRecord): SleepForm {
  const entered = changedFields(formOf(withNotes(before, form.refused)), form)
  const { date, start } = formOf(after)
  const times = form.startConfirmed ? { date, start } : {}
  return { ...form, ...notedIn(after, form.refused), ...times, ...entered }
}
