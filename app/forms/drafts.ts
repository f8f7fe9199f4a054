import { isOpen, type SleepRecord } from '../../core/records/sleep-record.ts'
import type { LocalDate } from '../../core/time/time.ts'
import type { FormTarget, SleepForm } from './sleep-form-state.ts'

/** A form that was left with something in it: what it was opened for, and what it held. */
export interface Draft {
  /** The number of the form it was left in: one record may have been begun to change in two. */
  formKey: number
  target: FormTarget
  form: SleepForm
}

/** Whether the record of a form is gone, or no longer runs: deleted or ended elsewhere. */
export function isOver(id: string | null, wasRunning: boolean, records: readonly SleepRecord[]): boolean {
  if (id === null) return false
  const stored = records.find((record) => record.id === id)
  return stored === undefined || (wasRunning && !isOpen(stored))
}

/** The drafts that still say something, without those whose record is over. */
export function livingDrafts(drafts: readonly Draft[], records: readonly SleepRecord[]): readonly Draft[] {
  const living = drafts.filter(({ form }) => !isOver(form.id, form.running, records))
  return living.length === drafts.length ? drafts : living
}

/** The draft of a day that was left last; null: there is none. */
export function draftOfDay(drafts: readonly Draft[], date: LocalDate): Draft | null {
  return drafts.findLast(({ form }) => form.date === date) ?? null
}

/**
 * Whether a form holds anything that isn't stored. A running sleep is stored as it is noted, but for a time that waits
 * for its ✓.
 */
export function holdsMore(form: SleepForm): boolean {
  return !form.running || !form.startConfirmed || form.end !== ''
}
