import { readCount } from '../../../core/baby/age-entry.ts'
import { DEFAULT_PLAN, defaultNap } from '../../../core/plan/plan.ts'
import type { PlanForm } from '../../../core/plan/plan-form.ts'
import type { LocalTime } from '../../../core/time/time.ts'
import { checkDraft, draftOf } from '../plans/plan-draft.ts'
import type { Template } from '../plans/remote-templates.ts'

/** The most months that the database takes. */
const MOST_MONTHS = 84

/** What of a template is changed as one: an age that begins after its end would come of halves. */
export type TemplatePart = 'name' | 'ages' | 'window' | 'naps' | 'bedtime'

/** What was sent of a draft, without an answer. */
export interface UnheardTemplate {
  typed: TemplateContent
  /** Together with what somebody else had changed by then. */
  sent: TemplateContent
}

/** A template while it is edited: its ages are as typed. */
export interface TemplateDraft {
  /** What it was begun from, or brought together with later; null: a new one. */
  before: Template | null
  /** What somebody else has changed in it as well: `before` is theirs. */
  overtaken: readonly TemplatePart[]
  /** Any of these may stand there since. */
  unheard: readonly UnheardTemplate[]
  name: string
  from: string
  to: string
  form: PlanForm
  nightBedtime: LocalTime
}

/** @param template null: a new one, which begins as the plan of a new family. */
export function templateDraftOf(template: Template | null): TemplateDraft {
  const plan = template ?? DEFAULT_PLAN
  return {
    before: template,
    overtaken: [],
    unheard: [],
    name: template?.name ?? '',
    from: String(template?.from_months ?? ''),
    to: String(template?.to_months ?? ''),
    form: draftOf(plan),
    nightBedtime: plan.night_bedtime,
  }
}

/** Whether it reads as what it was begun from, and nothing else of it may be at the server: nothing is lost with it. */
export function isAsBegun(draft: TemplateDraft): boolean {
  const { name, from, to, form } = templateDraftOf(draft.before)
  if (draft.unheard.length > 0 || draft.name !== name || draft.from !== from || draft.to !== to) return false
  // A nap that came by the count, and went by it again, is the default one.
  const naps = draft.form.naps.map((_, index) => form.naps[index] ?? defaultNap(index))
  return JSON.stringify(draft.form) === JSON.stringify({ ...form, naps })
}

/**
 * What is still to be saved of a draft that went on being typed while it was saved.
 *
 * @param sent the draft as it was then.
 * @param saved what came of it.
 */
export function draftAfter(typed: TemplateDraft, sent: TemplateDraft, saved: Template): TemplateDraft {
  const stands = templateDraftOf(saved)
  const newer = <T>(of: (draft: TemplateDraft) => T): T => of(of(typed) === of(sent) ? stands : typed)
  return {
    ...stands,
    name: newer(({ name }) => name),
    from: newer(({ from }) => from),
    to: newer(({ to }) => to),
    form: newer(({ form }) => form),
  }
}

interface TemplateProblems {
  name: boolean
  ages: boolean
  plan: Exclude<ReturnType<typeof checkDraft>, { ok: true }>['errors'] | null
}

/** What of a template is edited and saved. */
export type TemplateContent = Omit<Template, 'id' | 'updated_at'>

export type CheckedTemplate =
  | { ok: true; template: TemplateContent }
  | { ok: false; problems: TemplateProblems }

/** What a draft saves, or what is wrong with it. */
export function checkTemplate(draft: TemplateDraft): CheckedTemplate {
  const [from, to] = [monthsOf(draft.from), monthsOf(draft.to)]
  const name = draft.name.trim()
  const plan = checkDraft(draft.form)
  const isAged = from !== null && to !== null && from < to && to <= MOST_MONTHS
  if (name === '' || !isAged || !plan.ok) {
    return { ok: false, problems: { name: name === '', ages: !isAged, plan: plan.ok ? null : plan.errors } }
  }
  return {
    ok: true,
    template: { name, from_months: from, to_months: to, ...plan.plan, night_bedtime: draft.nightBedtime },
  }
}

/** An empty field is no age here, though the app reads it as 0. */
function monthsOf(typed: string): number | null {
  const months = typed.trim() === '' ? null : readCount(typed)
  return typeof months === 'number' ? months : null
}
