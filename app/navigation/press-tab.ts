import type { SleepRecord } from '../../core/records/sleep-record.ts'
import type { LocalDate } from '../../core/time/time.ts'
import { draftOfDay, livingDrafts } from '../forms/drafts.ts'
import type { SleepForm } from '../forms/sleep-form-state.ts'
import {
  arriveAt,
  formIsOver,
  freeDrafts,
  type Navigation,
  openForm,
  resumeDraft,
  TABS,
  type Tab,
} from './navigation.ts'

/** What a step of the navigation depends on besides where the carer is. */
export interface NavigationContext {
  records: readonly SleepRecord[]
  /** The sleep in progress. */
  open: SleepRecord | null
  today: LocalDate
  /** Whether a form that was opened now, for the same day, would begin as the present one did. */
  wouldBeginAlike: boolean
  /** What the form holds now. */
  held: SleepForm | null
}

/**
 * Goes to a tab by the tab bar. The form keeps what was begun in it; one that is empty, or over, is renewed, unless it
 * would be the same again. Over that of a sleep that nobody ended, «+» is a new one.
 */
export function pressTab(from: Navigation, tab: Tab, context: NavigationContext): Navigation {
  if (tab === from.tab && (tab !== 'add' || !holdsForgotten(from, context))) return from
  return tab === 'add' ? pressAdd(from, context) : { ...from, ...arriveAt(from, tab) }
}

/** The form is of a sleep that has no end and isn't the one in progress. */
function holdsForgotten(from: Navigation, { open, records }: NavigationContext): boolean {
  if (from.runningId === null || from.runningId === open?.id) return false
  return !formIsOver(from, records)
}

/**
 * Opens the form for the day that the diary shows. What was begun for another day becomes a draft of that day, and what
 * the phone refused of a sleep that is over by now one that is offered.
 */
function pressAdd(from: Navigation, context: NavigationContext): Navigation {
  const { records, open, today, held } = context
  const day = (from.tab === 'diary' ? from.day : null) ?? today
  const isFormOver = formIsOver(from, records)
  const isBegun = from.touched && (!isFormOver || held?.refused !== undefined)
  const isKept = isBegun && !isFormOver && !holdsForgotten(from, context)
  if (isKept && (from.runningId !== null || held === null || held.date === day)) {
    return { ...from, ...arriveAt(from, 'add') }
  }
  const begun = { ...from, touched: isBegun, drafts: livingDrafts(from.drafts, records) }
  const ofDay = draftOfDay(freeDrafts(begun), day, records)
  if (ofDay !== null) return resumeDraft(begun, ofDay.formKey, records, held)
  if (open === null && context.wouldBeginAlike && isEmptyOf(day, from)) {
    return { ...begun, ...arriveAt(from, 'add'), closedBy: null }
  }
  return openForm(begun, open === null ? { kind: 'new', date: day } : { kind: 'edit', record: open }, held)
}

/** The form is one of a new sleep of that day, and nothing was entered in it. */
function isEmptyOf(day: LocalDate, { form, touched }: Navigation): boolean {
  return form.kind === 'new' && form.date === day && !touched
}

/** Follows the browser to another of its entries. Leaving the form like this keeps what it holds, as a tab does. */
export function travel(from: Navigation, trail: readonly string[], context: NavigationContext): Navigation {
  const tabs = trail.flatMap((place) => TABS.filter((tab) => tab === place))
  const tab = tabs.at(-1) ?? 'diary'
  if (tab !== 'add') return { ...from, tab, behind: tabs.slice(0, -1) }
  return from.tab === 'add' ? from : pressTab(from, tab, context)
}
