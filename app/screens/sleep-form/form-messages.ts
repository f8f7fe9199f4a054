import { formatDuration } from '../../../core/records/durations.ts'
import { type RecordWarning, warningsFor } from '../../../core/records/record-warnings.ts'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import type { TimeZone } from '../../../core/time/time.ts'
import { type FormProblem, recordOf, type SleepForm } from '../../forms/sleep-form-state.ts'
import type { ToastMessage } from '../../ui/overlays/toasts.ts'
import { common } from '../../words/entrance.es.ts'
import { formWords } from '../../words/form.es.ts'
import { ending } from '../../words/night.es.ts'
import { recordTypes, sleepForm } from '../../words/screens.es.ts'

/** Why a form can't be saved. */
export const PROBLEMS: Record<FormProblem, ToastMessage> = {
  'confirm-required': {
    title: sleepForm.confirmRequired,
    detail: sleepForm.confirmRequiredDetail,
    tone: 'failure',
  },
  'times-missing': { title: common.error, detail: sleepForm.timesMissing, tone: 'failure' },
  'no-duration': { title: common.error, detail: sleepForm.endBeforeStart, tone: 'failure' },
}

export const SLEEPS_ON: ToastMessage = { title: formWords.sleepsOn, detail: formWords.sleepsOnDetail }

/** A sleep that has just ended says how long it was; one without an end runs on. */
export function savedMessage(
  form: SleepForm,
  isNew: boolean,
  wasRunning: boolean,
  zone: TimeZone,
): ToastMessage {
  if (form.end === '') return SLEEPS_ON
  const type = recordTypes[form.type].toLowerCase()
  const duration = formatDuration(recordOf(form, zone).duration)
  if (isNew) return { title: sleepForm.saved, detail: sleepForm.savedDetail(type, duration) }
  const detail = sleepForm.updatedDetail(type)
  return { title: sleepForm.updated, detail: wasRunning ? `${detail} ${ending.lasted(duration)}` : detail }
}

/** What looks odd about the sleep. The log is newest first, `open` those of it without an end, and `now` epoch ms. */
export function warningsOf(
  form: SleepForm,
  records: readonly SleepRecord[],
  open: readonly SleepRecord[],
  now: number,
  zone: TimeZone,
): RecordWarning[] {
  return warningsFor({ ...recordOf(form, zone), id: form.id ?? '' }, { records, open, now, zone })
}

/** All that warnings are about: times that were asked about once are the same as these, or others. */
export function timesOf(form: SleepForm): string {
  return [form.date, form.type, form.start, form.end].join(' ')
}
