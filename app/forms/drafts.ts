import { isOpen, type SleepRecord, startTimeOf } from '../../core/records/sleep-record.ts'
import type { LocalDate } from '../../core/time/time.ts'
import { type FormTarget, formOf, type SleepForm } from './sleep-form-state.ts'

/** A form that was left with something in it: what it was opened for, and what it held. */
export interface Draft {
  /** The number of the form it was left in: one record may have been begun to change in two. */
  formKey: number
  target: FormTarget
  form: SleepForm
  /**
   * Nothing takes it up but its own offer. It was left by «Volver», after which a form begins empty, or its sleep is
   * over and saved by now.
   */
  onlyOffered?: true
}

/** Whether the record of a form is gone, or no longer runs: deleted or ended elsewhere. */
export function isOver(id: string | null, wasRunning: boolean, records: readonly SleepRecord[]): boolean {
  if (id === null) return false
  const stored = records.find((record) => record.id === id)
  return stored === undefined || (wasRunning && !isOpen(stored))
}

/**
 * The drafts that still say something, without those whose record is over. Of a sleep that ran and is over by now, what
 * the phone refused to store is left as an edit.
 */
export function livingDrafts(drafts: readonly Draft[], records: readonly SleepRecord[]): readonly Draft[] {
  const living = drafts.flatMap((draft) => {
    const edit = refusedEdit(draft, records)
    if (isOver(draft.form.id, draft.form.running, records)) return edit
    return edit.length > 0 || holdsMore({ ...draft.form, refused: undefined }) ? [draft] : []
  })
  return living.every((draft, index) => draft === drafts[index]) && living.length === drafts.length
    ? drafts
    : living
}

/** What the phone refused and the record still lacks, as an edit of it; none of a record that is gone. */
function refusedEdit({ formKey, form: { id, refused } }: Draft, records: readonly SleepRecord[]): Draft[] {
  const record = records.find((other) => other.id === id)
  if (record === undefined) return []
  const form = formOf({ ...record, ...refused })
  const isStored = JSON.stringify(form) === JSON.stringify(formOf(record))
  return isStored ? [] : [{ formKey, target: { kind: 'edit', record }, form, onlyOffered: true }]
}

/** The draft of a day that is taken up by itself, of several the one that was left last; null: there is none. */
export function draftOfDay(drafts: readonly Draft[], date: LocalDate): Draft | null {
  return drafts.findLast(({ form, onlyOffered }) => form.date === date && !onlyOffered) ?? null
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
