import { isOpen, type LocalDate, type SleepRecord } from '../core/sleep-record.ts'
import type { FormTarget } from './screens/sleep-form/sleep-form-state.ts'

export type Tab = 'diary' | 'week' | 'add' | 'plan' | 'resources'

/** Where the carer is, and what the form of the add tab holds. */
export interface Navigation {
  tab: Tab
  form: FormTarget
  /** A new number is a new form. */
  formKey: number
  /** The form whose elements it has: an empty form that begins anew keeps them, which is quicker than making them. */
  drawnFor: number
  /** Something was entered that a new form would lose. */
  touched: boolean
  /** The running record in the form: once it has ended or gone elsewhere, the form is over. */
  runningId: string | null
  /** Why the last form closed by itself: what another phone did to its record. */
  closedBy: 'deleted' | 'ended' | null
}

/** On load an open record comes first: its form is what the carer opened the app for. */
export function startNavigation(open: SleepRecord | null, today: LocalDate): Navigation {
  const start: Navigation = {
    tab: 'diary',
    form: { kind: 'new', date: today },
    formKey: 0,
    drawnFor: 0,
    touched: false,
    runningId: null,
    closedBy: null,
  }
  return open === null ? start : openForm(start, { kind: 'edit', record: open })
}

export function openForm(from: Navigation, form: FormTarget): Navigation {
  const formKey = from.formKey + 1
  const isEmptyAgain = from.form.kind === 'new' && form.kind === 'new' && !from.touched
  return {
    tab: 'add',
    form,
    formKey,
    drawnFor: isEmptyAgain ? from.drawnFor : formKey,
    touched: false,
    runningId: form.kind === 'edit' && isOpen(form.record) ? form.record.id : null,
    closedBy: null,
  }
}

/** Back to the diary with nothing selected and an empty form. */
export function leaveForm(from: Navigation, today: LocalDate): Navigation {
  return { ...openForm(from, { kind: 'new', date: today }), tab: 'diary' }
}

/** A form that nothing was entered in gives way to the diary, and says why, once its record is over elsewhere. */
export function closeOverForm(
  from: Navigation,
  records: readonly SleepRecord[],
  today: LocalDate,
): Navigation {
  if (from.tab !== 'add' || from.touched || !formIsOver(from, records)) return from
  const id = from.form.kind === 'edit' ? from.form.record.id : null
  const isGone = records.every((record) => record.id !== id)
  return { ...leaveForm(from, today), closedBy: isGone ? 'deleted' : 'ended' }
}

export function touchForm(from: Navigation, runningId: string | null): Navigation {
  return from.touched && from.runningId === runningId ? from : { ...from, touched: true, runningId }
}

/** The tab bar keeps what was begun in the form; a form that holds nothing, or is over, opens anew. */
export function pressTab(
  from: Navigation,
  tab: Tab,
  log: { records: readonly SleepRecord[]; open: SleepRecord | null; today: LocalDate },
): Navigation {
  if (tab === from.tab) return from
  if (tab !== 'add' || (from.touched && !formIsOver(from, log.records))) return { ...from, tab }
  return openForm(
    from,
    log.open === null ? { kind: 'new', date: log.today } : { kind: 'edit', record: log.open },
  )
}

/**
 * The form's record is gone, or no longer runs: deleted or ended elsewhere, on another phone or by the diary's
 * button.
 */
export function formIsOver({ runningId, form }: Navigation, records: readonly SleepRecord[]): boolean {
  const id = runningId ?? (form.kind === 'edit' ? form.record.id : null)
  if (id === null) return false
  const stored = records.find((record) => record.id === id)
  return stored === undefined || (runningId !== null && !isOpen(stored))
}
