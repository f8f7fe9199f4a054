import { endDateOf, sleepMinutes } from '../../../core/durations.ts'
import {
  type Disturbance,
  isOpen,
  type LocalDate,
  type LocalTime,
  OPEN_RECORD_STALE_AFTER_MIN,
  type Quality,
  type SleepRecord,
  type SleepType,
  startTimeOf,
} from '../../../core/sleep-record.ts'
import { instantAt, localDateAt, localTimeAt, MINUTE_MS } from '../../../core/time.ts'
import { type Bar, barsOfRow, rowDateAt, tapeFraction } from '../../../core/weekly-pattern.ts'
import { wakeUpEnding } from '../sleep-end.ts'

export type FormTarget = { kind: 'new'; date: LocalDate } | { kind: 'edit'; record: SleepRecord }

/** What the form holds until it is submitted. Times are 'HH:mm', '' while none is entered. */
export interface SleepForm {
  id: string | null
  /** The stored record has no end: ✓ on the start made it, or it was opened like that. */
  running: boolean
  date: LocalDate
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
}

/** A new record for today begins with the present time, so that ✓ alone records it. `now` is epoch ms. */
export function beginForm(target: FormTarget, now: number): SleepForm {
  if (target.kind === 'new') {
    return {
      id: null,
      running: false,
      date: target.date,
      type: 'siesta',
      start: target.date === localDateAt(now) ? localTimeAt(now) : '',
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
  const { record } = target
  const start = startTimeOf(record) ?? ''
  const end = record.end_time ?? ''
  return {
    id: record.id,
    running: isOpen(record),
    date: record.date,
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

export function withEnd(form: SleepForm, end: string): SleepForm {
  return { ...form, end, endConfirmed: false }
}

/** The start has been stored as the running record `id`. */
export function withRunningStart(form: SleepForm, id: string): SleepForm {
  return { ...form, id, running: true, startConfirmed: true }
}

/** That record is gone again: the start waits for its ✓ as before. */
export function withoutRecord(form: SleepForm): SleepForm {
  return { ...form, id: null, running: false, startConfirmed: false }
}

export function canConfirmEnd(form: SleepForm): boolean {
  return form.end !== '' && form.startConfirmed
}

export function withDisturbance(form: SleepForm, which: Disturbance, present: boolean): SleepForm {
  const others = form.disturbances.filter((other) => other !== which)
  return { ...form, disturbances: present ? [...others, which] : others }
}

/** The start, `minutes` earlier; across midnight the date goes with it. */
export function startEarlier(form: SleepForm, minutes: number): SleepForm {
  const at = instantAt(form.date, form.start) - minutes * MINUTE_MS
  return withStart({ ...form, date: localDateAt(at) }, localTimeAt(at))
}

/** The end, `minutes` earlier, or null where it would reach the start and so mean the next day. */
export function endEarlier(form: SleepForm, minutes: number): SleepForm | null {
  const endDate = form.start === '' ? form.date : endDateOf(form.date, form.start, form.end)
  const at = instantAt(endDate, form.end) - minutes * MINUTE_MS
  if (form.start !== '' && at <= instantAt(form.date, form.start)) return null
  return withEnd(form, localTimeAt(at))
}

/** Minutes slept, so far when there is no end yet; null when that can't be told. `now` is epoch ms. */
export function minutesOf(form: SleepForm, now: number): number | null {
  if (form.start === '') return null
  if (form.end !== '') return sleepMinutes(form.date, form.start, form.end)
  const elapsed = Math.floor((now - instantAt(form.date, form.start)) / MINUTE_MS)
  return elapsed >= 0 && elapsed <= OPEN_RECORD_STALE_AFTER_MIN ? elapsed : null
}

export type FormProblem = 'confirm-required' | 'times-missing' | 'no-duration'

/** What keeps the form from being saved: ✓ is asked for the times that are there, then for those that aren't. */
export function problemOf(form: SleepForm): FormProblem | null {
  if (form.start === '') return 'times-missing'
  if (!form.startConfirmed || (form.end !== '' && !form.endConfirmed)) return 'confirm-required'
  if (form.end === '') return 'times-missing'
  return sleepMinutes(form.date, form.start, form.end) <= 0 ? 'no-duration' : null
}

/** The record as it is stored. */
export function recordOf(form: SleepForm): Omit<SleepRecord, 'id' | 'user_id'> {
  const start_time = form.start === '' ? null : form.start
  const end_time = form.end === '' ? null : form.end
  return {
    date: form.date,
    type: form.type,
    start_time,
    end_time,
    time: null,
    duration: end_time === null ? null : sleepMinutes(form.date, start_time, end_time),
    wake_ups: form.wakeUps,
    quality: form.quality,
    disturbances: [...form.disturbances],
    feedings: form.feedings,
    diaper_changes: form.diaperChanges,
  }
}

/** What can be noted while the sleep still runs. */
export function notesOf(form: SleepForm) {
  const { type, wake_ups, quality, disturbances, feedings, diaper_changes } = recordOf(form)
  return { type, wake_ups, quality, disturbances, feedings, diaper_changes }
}

/** The tape on which the form's sleep begins, with the sleep so far and the present if it lies on it. */
export function tapeOf(form: SleepForm, now: number): { bars: Bar[]; nowAt: number | null } {
  const startAt = form.start === '' ? null : instantAt(form.date, form.start)
  const today = form.date === localDateAt(now)
  const rowDate = startAt === null ? (today ? rowDateAt(now) : form.date) : rowDateAt(startAt)
  const nowAt = tapeFraction(now, rowDate)
  return {
    bars: barsOfRow([{ ...recordOf(form), id: '', user_id: '' }], rowDate, now),
    nowAt: nowAt >= 0 && nowAt <= 1 ? nowAt : null,
  }
}

/**
 * Asks when a running sleep ended: one that runs for over 16 h, or a night after which the wake-up was logged,
 * whose time is then offered. `now` is epoch ms.
 */
export function endQuestion(
  form: SleepForm,
  records: readonly SleepRecord[],
  now: number,
): { wokeUpAt: LocalTime | null } | null {
  if (!form.running || form.start === '' || form.end !== '') return null
  const stale = now - instantAt(form.date, form.start) > OPEN_RECORD_STALE_AFTER_MIN * MINUTE_MS
  const wokeUpAt = wakeUpEnding(recordOf(form), records, now)
  return stale || wokeUpAt !== null ? { wokeUpAt } : null
}
