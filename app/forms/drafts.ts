import { isOpen, type SleepRecord, startTimeOf } from '../../core/records/sleep-record.ts'
import type { LocalDate } from '../../core/time/time.ts'
import { stillMissing, withNotes } from './refused-note.ts'
import { type FormTarget, formOf, type SleepForm } from './sleep-form-state.ts'

/** A form that was left with something in it: what it was opened for, and what it held. */
export interface Draft {
  /** The number of the form it was left in: one record may have been begun to change in two. */
  formKey: number
  target: FormTarget
  form: SleepForm
  /**
   * Nothing takes it up but its own offer: it was left by «Volver», after which a form begins empty, or the form of its
   * sleep was open anew when the phone refused what it holds.
   */
  onlyOffered?: true
}

/** Whether the record of a form is gone, or no longer runs: deleted or ended elsewhere. */
export function isOver(id: string | null, wasRunning: boolean, records: readonly SleepRecord[]): boolean {
  if (id === null) return false
  const stored = records.find((record) => record.id === id)
  return stored === undefined || (wasRunning && !isOpen(stored))
}

/** The drafts that still say something. Of a sleep that is over only what the phone refused to store does. */
export function livingDrafts(drafts: readonly Draft[], records: readonly SleepRecord[]): readonly Draft[] {
  const living = drafts.filter(({ form }) => saysMore(form, records))
  return living.length === drafts.length ? drafts : living
}

function saysMore(form: SleepForm, records: readonly SleepRecord[]): boolean {
  const record = records.find(({ id }) => id === form.id)
  if (record !== undefined && stillMissing(record, form.refused) !== undefined) return true
  return !isOver(form.id, form.running, records) && holdsMore({ ...form, refused: undefined })
}

/**
 * As what a draft is offered. A form that was begun as a new one and whose ✓ has made a record is an edit of that: as a
 * new one it would be of a past day after midnight, and ask for the end of a sleep that still runs. Where its sleep ran
 * and is over by now, what the phone refused is an edit of it.
 */
export function asOffered(draft: Draft, records: readonly SleepRecord[]): Draft {
  const { id, running, refused } = draft.form
  const record = records.find((other) => other.id === id)
  if (record === undefined) return draft
  if (!isOver(id, running, records)) {
    return draft.target.kind === 'edit' ? draft : { ...draft, target: { kind: 'edit', record } }
  }
  const form = formOf(withNotes(record, refused))
  return { ...draft, target: { kind: 'edit', record }, form }
}

/**
 * The draft of a day that is taken up by itself, of several the one that was left last; null: there is none. One whose
 * sleep is over is only offered: its times are saved.
 */
export function draftOfDay(
  drafts: readonly Draft[],
  date: LocalDate,
  records: readonly SleepRecord[],
): Draft | null {
  const ofDay = drafts.filter(({ form, onlyOffered }) => form.date === date && !onlyOffered)
  return ofDay.findLast(({ form }) => !isOver(form.id, form.running, records)) ?? null
}

/**
 * Whether a form holds anything that isn't stored. A running sleep is stored as it is noted, but for a time that waits
 * for its ✓ and what the phone refused.
 */
export function holdsMore(form: SleepForm): boolean {
  return !form.running || !form.startConfirmed || form.end !== '' || form.refused !== undefined
}

/**
 * What stays of a form that is left by «Volver»: a sleep both of whose times have their ✓, where the log doesn't have
 * those times. Null: the form is given up, as one without them is.
 */
export function draftOnLeaving(
  { formKey, form: target }: { formKey: number; form: FormTarget },
  held: SleepForm | null,
  records: readonly SleepRecord[],
): Draft | null {
  if (held === null || !held.startConfirmed || !held.endConfirmed || held.end === '') return null
  const stored = records.find(({ id }) => id === held.id)
  if (stored === undefined) return null
  const isStored =
    stored.date === held.date && startTimeOf(stored) === held.start && stored.end_time === held.end
  return isStored ? null : { formKey, target, form: held, onlyOffered: true }
}
