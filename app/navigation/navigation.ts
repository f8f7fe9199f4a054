import { isOpen, type SleepRecord } from '../../core/records/sleep-record.ts'
import type { LocalDate } from '../../core/time/time.ts'
import { asOffered, type Draft, holdsMore, isOver, livingDrafts } from '../forms/drafts.ts'
import type { FormTarget, SleepForm } from '../forms/sleep-form-state.ts'
import type { Trail } from './trail.ts'

export const TABS = ['diary', 'week', 'add', 'plan', 'resources'] as const
export type Tab = (typeof TABS)[number]

/** Where the carer is, and what the form of the add tab holds. */
export interface Navigation {
  tab: Tab
  /** The tabs that going back leads to, the nearest last. The form is never among them. */
  behind: readonly Tab[]
  /** The day that the diary shows; null: today, whatever day that is by then. */
  day: LocalDate | null
  form: FormTarget
  /** The draft that the form begins with; null for a form that isn't one. */
  resumed: SleepForm | null
  /** What was entered in forms that were left for another one; the one left last is last. */
  drafts: readonly Draft[]
  /** The numbers of the forms of which something is being stored, each as often as something is. */
  storing: readonly number[]
  /** The number of the form: another one is a new form. */
  formKey: number
  /**
   * The React key of the form's elements: the `formKey` of the form they were made for. An empty form that is replaced
   * by an empty one keeps them, which is quicker than making them anew.
   */
  drawnFor: number
  /** Whether something was entered in the form. */
  touched: boolean
  /** The id of the running record in the form; null: none. When it is ended or deleted elsewhere, the form is over. */
  runningId: string | null
  /** Why the last form closed by itself: what another phone did to its record. */
  closedBy: 'deleted' | 'ended' | null
}

/** More steps back would only be in the way of a carer who wants to leave the app. */
const MAX_BEHIND = 20

/**
 * The navigation when the app starts. With an open record it starts on its form: that is what the carer came for.
 * @param screens those of the browser's entry when a page is reloaded; else none.
 */
export function startNavigation(
  open: SleepRecord | null,
  today: LocalDate,
  screens: readonly string[] = [],
): Navigation {
  const tabs = TABS.filter((tab) => tab !== 'add')
  const known = screens.flatMap((screen) => tabs.filter((tab) => tab === screen))
  const start: Navigation = {
    tab: known.at(-1) ?? 'diary',
    behind: known.slice(0, -1),
    day: null,
    form: { kind: 'new', date: today },
    resumed: null,
    drafts: [],
    storing: [],
    formKey: 0,
    drawnFor: 0,
    touched: false,
    runningId: null,
    closedBy: null,
  }
  return open === null ? start : openForm(start, { kind: 'edit', record: open })
}

/** The places that the browser's back goes through. */
export function trailOfScreens({ behind, tab }: Pick<Navigation, 'behind' | 'tab'>): Trail {
  const [first, ...rest] = [...behind, tab]
  return [first, ...rest]
}

/** Goes to a tab: back leads from it to the tab that is left, and from the form always to the diary. */
export function arriveAt(from: Navigation, tab: Tab): Pick<Navigation, 'tab' | 'behind'> {
  const { behind } = from
  if (tab === from.tab) return { tab, behind }
  if (tab === 'add')
    return { tab, behind: withLast(behind, from.tab === 'diary' ? ['diary'] : [from.tab, 'diary']) }
  if (from.tab === 'add') return { tab, behind: behind.at(-1) === tab ? behind.slice(0, -1) : behind }
  return { tab, behind: withLast(behind, [from.tab]) }
}

/** With these at the end, and of those before as many as may be: the oldest stay, as the browser has them already. */
function withLast(behind: readonly Tab[], last: readonly Tab[]): readonly Tab[] {
  const kept = behind.slice(0, MAX_BEHIND - last.length)
  return kept.at(-1) === last[0] ? [...kept.slice(0, -1), ...last] : [...kept, ...last]
}

/**
 * Opens a form in place of the present one.
 * @param held what the present form holds: if it was entered and isn't stored, it becomes a draft.
 */
export function openForm(from: Navigation, form: FormTarget, held: SleepForm | null = null): Navigation {
  const formKey = from.formKey + 1
  const isEmptyAgain = from.form.kind === 'new' && form.kind === 'new' && !from.touched
  return {
    ...arriveAt(from, 'add'),
    day: from.day,
    form,
    resumed: null,
    drafts: setAside(from, held),
    storing: from.storing,
    formKey,
    drawnFor: isEmptyAgain ? from.drawnFor : formKey,
    touched: false,
    runningId: form.kind === 'edit' && isOpen(form.record) ? form.record.id : null,
    closedBy: null,
  }
}

function setAside(from: Navigation, held: SleepForm | null): readonly Draft[] {
  if (!from.touched || held === null || !holdsMore(held)) return from.drafts
  return [...from.drafts, { formKey: from.formKey, target: from.form, form: held }]
}

/**
 * What has become of a form that may have given way before that was heard. The draft that it left is of the record that
 * its ✓ has made by now: else it would make another one. Where it left none, what the phone refused of it is one: that
 * alone, where what else the form held was given up. Where its sleep's form has been opened anew, the carer may note
 * there what they see that it lacks: the draft is only offered, and it is none where something is entered already.
 */
export function mendDraft(from: Navigation, draft: Draft): Navigation {
  const { formKey, form } = draft
  if (from.formKey === formKey) return from
  if (from.drafts.some((other) => other.formKey === formKey)) {
    const drafts = from.drafts.map((other) => (other.formKey === formKey ? { ...other, form } : other))
    return { ...from, drafts }
  }
  const isOpenAnew = form.id === recordIdOf(from)
  if (form.refused === undefined || (isOpenAnew && from.touched)) return from
  const note = { ...form, startConfirmed: true, end: '', endConfirmed: false }
  const kept: Draft = { ...draft, form: note, ...(isOpenAnew && { onlyOffered: true }) }
  return { ...from, drafts: [...from.drafts, kept] }
}

/** Something of the form `formKey` is being stored from now on; `isStoring` false: it has been, or was refused. */
export function noteStoring(from: Navigation, formKey: number, isStoring: boolean): Navigation {
  const { storing } = from
  const ended = storing.indexOf(formKey)
  return { ...from, storing: isStoring ? [...storing, formKey] : storing.filter((_, at) => at !== ended) }
}

/** The drafts as they are offered. */
export function draftsToOffer(
  left: Pick<Navigation, 'drafts' | 'storing'>,
  records: readonly SleepRecord[],
): readonly Draft[] {
  return livingDrafts(freeDrafts(left), records).map((draft) => asOffered(draft, records))
}

/**
 * The drafts that may be taken up. One that is still being stored isn't among them: in a moment it may be none any
 * more, and until then it doesn't know of the record that its ✓ is making, nor of a note that is refused.
 */
export function freeDrafts({ drafts, storing }: Pick<Navigation, 'drafts' | 'storing'>): readonly Draft[] {
  return drafts.filter(({ formKey }) => !storing.includes(formKey))
}

/**
 * Takes the draft of the form `formKey` up again, as it is by now; what the form holds meanwhile becomes one. One that
 * was taken up or given up is gone.
 */
export function resumeDraft(
  from: Navigation,
  formKey: number,
  records: readonly SleepRecord[],
  held: SleepForm | null,
): Navigation {
  const left = freeDrafts(from).find((draft) => draft.formKey === formKey)
  if (left === undefined) return from
  const { target, form } = asOffered(left, records)
  const next = openForm({ ...from, drafts: without(left, from.drafts) }, target, held)
  return {
    ...next,
    drawnFor: next.formKey,
    resumed: form,
    touched: true,
    runningId: form.running ? form.id : null,
  }
}

export function forgetDraft(from: Navigation, draft: Pick<Draft, 'formKey'>): Navigation {
  const drafts = without(draft, from.drafts)
  return drafts.length === from.drafts.length ? from : { ...from, drafts }
}

/** One is offered as something else than it was left as, once its sleep is over: it is known by its form. */
function without({ formKey }: Pick<Draft, 'formKey'>, drafts: readonly Draft[]): readonly Draft[] {
  return drafts.filter((other) => other.formKey !== formKey)
}

/**
 * Empties the form and goes back to the diary; a carer who has gone to another tab meanwhile stays there.
 * @param kept what stays of the form, to be offered on the next one.
 */
export function leaveForm(from: Navigation, today: LocalDate, kept: Draft | null = null): Navigation {
  const tab = from.tab === 'add' ? 'diary' : from.tab
  const next = openForm(from, { kind: 'new', date: today })
  const drafts = kept === null ? next.drafts : [...next.drafts, kept]
  return { ...next, drafts, ...arriveAt(from, tab) }
}

/**
 * What the form `formKey` held is stored, or given up. Storing takes a moment: where the form has given way since, what
 * it left is no draft any more, and the next form stays as it is.
 */
export function endForm(from: Navigation, formKey: number, today: LocalDate): Navigation {
  return from.formKey === formKey ? leaveForm(from, today) : forgetDraft(from, { formKey })
}

/** Leaves the form because whoever is here may only look from now on: what it holds that isn't stored is a draft. */
export function putFormAway(from: Navigation, today: LocalDate, held: SleepForm | null): Navigation {
  return leaveForm({ ...from, drafts: setAside(from, held) }, today)
}

/**
 * Leaves a form whose record was deleted or ended elsewhere, and notes why, unless something was entered in it. A sleep
 * that was ended on this phone stays open as what it is by now: it was asked for while its end was being stored.
 * @param ownIds of the records that this phone has changed and the server doesn't know of yet.
 */
export function closeOverForm(
  from: Navigation,
  records: readonly SleepRecord[],
  ownIds: ReadonlySet<string>,
  today: LocalDate,
): Navigation {
  if (from.tab !== 'add' || from.touched || !formIsOver(from, records)) return from
  const id = from.form.kind === 'edit' ? from.form.record.id : ''
  const record = records.find((other) => other.id === id)
  if (!ownIds.has(id)) return { ...leaveForm(from, today), closedBy: record ? 'ended' : 'deleted' }
  return record ? openForm(from, { kind: 'edit', record }) : leaveForm(from, today)
}

export function touchForm(from: Navigation, runningId: string | null): Navigation {
  return from.touched && from.runningId === runningId ? from : { ...from, touched: true, runningId }
}

export function pickDay(from: Navigation, day: LocalDate, today: LocalDate): Navigation {
  return { ...from, day: day === today ? null : day }
}

/** Whether the form's record is gone or no longer runs: on another phone, or by the button in the diary. */
export function formIsOver(from: Navigation, records: readonly SleepRecord[]): boolean {
  return isOver(recordIdOf(from), from.runningId !== null, records)
}

function recordIdOf({ runningId, form }: Navigation): string | null {
  return runningId ?? (form.kind === 'edit' ? form.record.id : null)
}
