import type { RefObject } from 'react'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import type { LocalDate } from '../../../core/time/time.ts'
import type { FormTarget, SleepForm } from '../../forms/sleep-form-state.ts'

/** What a form was opened with, and what it tells of itself, which may be once it has given way. */
export interface FormPlace {
  target: FormTarget
  /** When this form was opened, in epoch milliseconds: a new sleep begins with that time. */
  openedAt: number
  /** What it begins with, when it is a draft that is taken up again. */
  resumed: SleepForm | null
  /** Is told what the form holds. */
  held: RefObject<SleepForm | null>
  /** Something was entered; with the id of the running record that the form holds. */
  onTouched: (runningId: string | null) => void
  /** Something of the form is being stored from now on, or, with false, that has come to its end. */
  onStoring: (isStoring: boolean) => void
  /** What has become of the form once its start was stored, or a note was stored or refused. */
  onLateNews: (form: SleepForm) => void
  /** Is called when the sleep has been saved and the carer wants to log another one of that day. */
  onAnother: (date: LocalDate) => void
  /** Is called when the form's sleep has been saved, or the form is given up. */
  onDone: () => void
}

/** The place of a form, with the log that it reads. */
export interface SleepFormSettings extends FormPlace {
  records: readonly SleepRecord[]
  /** Those of the log that haven't ended. */
  open: readonly SleepRecord[]
  /** Epoch milliseconds. */
  now: number
  /** Something that was asked for can't be done yet, and it was said why. */
  onMissing: () => void
}
