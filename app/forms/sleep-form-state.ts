import { type Endable, endQuestion as questionOfEnd } from '../../core/night/sleep-end.ts'
import { endDateOf, sleepMinutes } from '../../core/records/durations.ts'
import {
  type Disturbance,
  isOpen,
  OPEN_RECORD_STALE_AFTER_MIN,
  type Quality,
  type SleepRecord,
  type SleepType,
  startTimeOf,
} from '../../core/records/sleep-record.ts'
import { findSleepBeside } from '../../core/records/still-asleep.ts'
import {
  addDays,
  instantAt,
  type LocalDate,
  type LocalTime,
  localDateAt,
  localTimeAt,
  MINUTE_MS,
  type TimeZone,
} from '../../core/time/time.ts'
import { type Bar, barsOfRow, rowDateAt, tapeFraction } from '../../core/week/weekly-pattern.ts'
import type { Note } from './refused-note.ts'

export type FormTarget = { kind: 'new'; date: LocalDate } | { kind: 'edit'; record: SleepRecord }

/** What the form holds until it is submitted. Times are 'HH:mm', '' while none is entered. */
export interface SleepForm {
  id: string | null
  /** The form is of a stored record without an end: ✓ on the start made it, or the form was opened on it. */
  running: boolean
  date: LocalDate
  /** The carer chose the day: a start that is entered stays on it. */
  isDatePicked: boolean
  type: SleepType
  start: string
  startConfirmed: boolean
  end: string
  endConfirmed: boolean
  wakeUps: number
  quality: Quality | null
  disturbances: readonly Disturbance[]
  feedings: number
  diaperChanges: number
  /** What was noted while the sleep ran and the phone refused to store. */
  refused?: readonly Note[] | undefined
}

/** The form as it opens. That of a new record for today begins with the present time, so that ✓ alone records it. */
export function beginForm(target: FormTarget, now: number, zone: TimeZone): SleepForm {
  if (target.kind === 'new') {
    const isToday = target.date === localDateAt(now, zone)
    return {
      id: null,
      running: false,
      date: target.date,
      isDatePicked: !isToday,
      type: 'siesta',
      start: isToday ? localTimeAt(now, zone) : '',
      startConfirmed: false,
      end: '',
      endConfirmed: false,
      wakeUps: 0,
      quality: null,
      disturbances: [],
      feedings: 0,
      diaperChanges: 0,
    }
  }
  return formOf(target.record)
}

/**
 * Whether a form that was opened now for a new sleep of the same day would begin as this one did: within the same
 * minute, and by the clock of the same zone. Both instants are in epoch milliseconds.
 */
export function wouldBeginAlike(form: SleepForm, openedAt: number, now: number, zone: TimeZone): boolean {
  if (Math.floor(openedAt / MINUTE_MS) !== Math.floor(now / MINUTE_MS)) return false
  return beginForm({ kind: 'new', date: form.date }, now, zone).start === form.start
}

/** The form that a stored record opens with. */
export function formOf(record: SleepRecord): SleepForm {
  const start = startTimeOf(record) ?? ''
  const end = record.end_time ?? ''
  return {
    id: record.id,
    running: isOpen(record),
    date: record.date,
    isDatePicked: false,
    type: record.type === 'noche' ? 'noche' : 'siesta',
    start,
    startConfirmed: start !== '',
    end,
    endConfirmed: end !== '',
    wakeUps: record.wake_ups,
    quality: record.quality,
    disturbances: record.disturbances,
    feedings: record.feedings,
    diaperChanges: record.diaper_changes,
  }
}

export function withStart(form: SleepForm, start: string): SleepForm {
  return { ...form, start, startConfirmed: false }
}

/** Since when a form is open, with what, and what time it is by now. */
interface Opened {
  /** Epoch milliseconds. */
  openedAt: number
  /** The sleep in progress that it holds, as it is stored; null: none. */
  inProgress: SleepRecord | null
  /** Epoch milliseconds. */
  now: number
}

/**
 * The form with a start that was entered. What is logged as it happens goes on past midnight: its start is of the last
 * day on which the clock showed that time, and not of a day ago. Where all is of today, a time still to come stays so.
 */
export function withEnteredStart(
  form: SleepForm,
  start: string,
  { openedAt, inProgress, now }: Opened,
  zone: TimeZone,
): SleepForm {
  const today = localDateAt(now, zone)
  const isPresent = (form.id === null || inProgress !== null) && !form.isDatePicked
  const isOfToday = localDateAt(openedAt, zone) === today && (inProgress ?? form).date === today
  if (start === '' || !isPresent || isOfToday) return withStart(form, start)
  const date = instantAt(today, start, zone) <= now ? today : addDays(today, -1)
  return withStart({ ...form, date }, start)
}

/** The form with a start that is now: a sleep that runs is of today then, whenever it was said to have begun. */
export function withStartNow(form: SleepForm, opened: Opened, zone: TimeZone): SleepForm {
  const start = localTimeAt(opened.now, zone)
  return form.running
    ? withStart({ ...form, date: localDateAt(opened.now, zone) }, start)
    : withEnteredStart(form, start, opened, zone)
}

/** The start that waits for its ✓, which would store it at once, is still to come. `now` is epoch ms. */
export function isStartAhead(form: SleepForm, now: number, zone: TimeZone): boolean {
  return isStartWaiting(form) && instantAt(form.date, form.start, zone) > now
}

/**
 * The sleep that goes on already where a start waits for its ✓, which would leave it without an end.
 * @param open those of the log that are in progress, `now` epoch ms.
 */
export function runningBeside(
  form: SleepForm,
  records: readonly SleepRecord[],
  open: readonly SleepRecord[],
  now: number,
  zone: TimeZone,
): SleepRecord | null {
  if (!isStartWaiting(form) || form.end !== '') return null
  const others = open.filter(({ id }) => id !== form.id)
  return findSleepBeside(instantAt(form.date, form.start, zone), records, others, now, zone)
}

function isStartWaiting({ start, startConfirmed, id, running }: SleepForm): boolean {
  return !startConfirmed && start !== '' && (id === null || running)
}

/**
 * The form with the date that the carer chose for it. A start that is stored already waits for its ✓ again, because it
 * has moved.
 */
export function withPickedDate(form: SleepForm, date: LocalDate): SleepForm {
  return { ...form, date, isDatePicked: true, startConfirmed: form.startConfirmed && !form.running }
}

export function withEnd(form: SleepForm, end: string): SleepForm {
  return { ...form, end, endConfirmed: false }
}

/** The start has been stored as the running record `id`. */
export function withRunningStart(form: SleepForm, id: string): SleepForm {
  return { ...form, id, running: true, startConfirmed: true }
}

/** The form after its running record was deleted again, as by an undo: the start waits for its ✓ as before. */
export function withoutRecord(form: SleepForm): SleepForm {
  return { ...form, id: null, running: false, startConfirmed: false, refused: undefined }
}

export function canConfirmEnd(form: SleepForm): boolean {
  return form.end !== '' && form.startConfirmed
}

export function withDisturbance(form: SleepForm, which: Disturbance, present: boolean): SleepForm {
  const others = form.disturbances.filter((other) => other !== which)
  return { ...form, disturbances: present ? [...others, which] : others }
}

/** The start, `minutes` earlier; across midnight the date goes with it. */
export function startEarlier(form: SleepForm, minutes: number, zone: TimeZone): SleepForm {
  const at = instantAt(form.date, form.start, zone) - minutes * MINUTE_MS
  return withStart({ ...form, date: localDateAt(at, zone) }, localTimeAt(at, zone))
}

/** When the entered end is, in epoch milliseconds. */
export function endAtOf({ date, start, end }: SleepForm, zone: TimeZone): number {
  return instantAt(start === '' ? date : endDateOf(date, start, end), end, zone)
}

/** The end, `minutes` earlier, or null where it would reach the start and so mean the next day. */
export function endEarlier(form: SleepForm, minutes: number, zone: TimeZone): SleepForm | null {
  const at = endAtOf(form, zone) - minutes * MINUTE_MS
  if (form.start !== '' && at <= instantAt(form.date, form.start, zone)) return null
  return withEnd(form, localTimeAt(at, zone))
}

/** Minutes slept, up to `now` (epoch ms) when there is no end yet; null without a start, or if it is too long ago. */
export function minutesOf(form: SleepForm, now: number, zone: TimeZone): number | null {
  if (form.start === '') return null
  if (form.end !== '') return sleepMinutes(form.date, form.start, form.end, zone)
  const elapsed = Math.floor((now - instantAt(form.date, form.start, zone)) / MINUTE_MS)
  return elapsed >= 0 && elapsed <= OPEN_RECORD_STALE_AFTER_MIN ? elapsed : null
}

/** Whether the sleep had ended at that time, in epoch milliseconds. */
export function isOverBy(at: number, form: SleepForm, zone: TimeZone): boolean {
  return form.end !== '' && endAtOf(form, zone) <= at
}

export type FormProblem = 'confirm-required' | 'times-missing' | 'no-duration'

/** Why the form can't be saved; null: it can. A time without its ✓ is reported before a time that is missing. */
export function problemOf(form: SleepForm, zone: TimeZone): FormProblem | null {
  if (form.start === '') return 'times-missing'
  if (!form.startConfirmed || (form.end !== '' && !form.endConfirmed)) return 'confirm-required'
  if (form.end === '') return 'times-missing'
  return sleepMinutes(form.date, form.start, form.end, zone) <= 0 ? 'no-duration' : null
}

/** The record that the form stores, without taps: those are stored one by one. */
export function recordOf(form: SleepForm, zone: TimeZone): Omit<SleepRecord, 'id' | 'user_id'> {
  const start_time = form.start === '' ? null : form.start
  const end_time = form.end === '' ? null : form.end
  return {
    date: form.date,
    type: form.type,
    start_time,
    end_time,
    time: null,
    duration: end_time === null ? null : sleepMinutes(form.date, start_time, end_time, zone),
    wake_ups: form.wakeUps,
    quality: form.quality,
    disturbances: [...form.disturbances],
    feedings: form.feedings,
    diaper_changes: form.diaperChanges,
    taps: [],
  }
}

/** The fields of the form that are stored at once while the sleep still runs. */
export function detailsOf(form: SleepForm, zone: TimeZone) {
  const { type, wake_ups, quality, disturbances, feedings, diaper_changes } = recordOf(form, zone)
  return { type, wake_ups, quality, disturbances, feedings, diaper_changes }
}

/** The tape on which the form's sleep begins, with the sleep so far and the present if it lies on it. */
export function tapeOf(form: SleepForm, now: number, zone: TimeZone): { bars: Bar[]; nowAt: number | null } {
  const startAt = form.start === '' ? null : instantAt(form.date, form.start, zone)
  const today = form.date === localDateAt(now, zone)
  const rowDate = startAt === null ? (today ? rowDateAt(now, zone) : form.date) : rowDateAt(startAt, zone)
  const nowAt = tapeFraction(now, rowDate, zone)
  return {
    bars: barsOfRow([{ ...recordOf(form, zone), id: '', user_id: '' }], rowDate, now, zone),
    nowAt: nowAt >= 0 && nowAt <= 1 ? nowAt : null,
  }
}

/** Asks when a running sleep ended, where no end is entered yet. `now` is epoch ms. */
export function endQuestion(
  form: SleepForm,
  records: readonly SleepRecord[],
  now: number,
  zone: TimeZone,
): { wokeUpAt: LocalTime | null } | null {
  return form.running && form.end === ''
    ? questionOfEnd(endableOf(form, records, zone), records, now, zone)
    : null
}

/** What the form holds, with the stored taps: a waking that was tapped says that the night went on. */
export function endableOf(form: SleepForm, records: readonly SleepRecord[], zone: TimeZone): Endable {
  const stored = form.id === null ? undefined : records.find(({ id }) => id === form.id)
  return { ...recordOf(form, zone), taps: stored?.taps ?? [] }
}
