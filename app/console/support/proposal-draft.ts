import type { PlanNap } from '../../../core/plan/plan.ts'
import { type PlanDifference, type PlanTerms, planDifferences } from '../../../core/plan/plan-differences.ts'
import { type PlanForm, withNapsCount } from '../../../core/plan/plan-form.ts'
import { newId } from '../../device/new-id.ts'
import { proposal as words } from '../../words/console/support.es.ts'
import { type CheckedDraft, draftOf, type Plan } from '../plans/plan-draft.ts'
import type { Proposal } from './calls/remote-support.ts'

/** What a proposal says so far. */
export interface ProposalText {
  /** The id of the template, or of the plan of before, that it began with; '' for the plan in force. */
  begun: string
  /** The plan in force that the form was brought together with last. */
  before: Plan
  form: PlanForm
  sentence: string
}

/** A proposal that was edited and isn't sent yet. */
export interface ProposalDraft extends ProposalText {
  /** What says something else is another proposal; the same one, sent twice, is one. */
  id: string
}

/** It begins as the plan in force, with the words that a sentence begins with. */
export function proposalOfPlan(plan: Plan): ProposalText {
  return { begun: '', before: plan, form: draftOf(plan), sentence: words.sentenceStart.one }
}

/**
 * A draft brought onto the plan in force, where the family has changed it since: what the draft left as it was is what
 * the family has now, so that a proposal takes nothing back that nobody has written in it.
 */
export function draftOnPlan<T extends ProposalText>(draft: T, plan: Plan): T {
  if (planDifferences(draft.before, plan).length === 0) return draft
  return { ...draft, before: plan, form: mergedForm(draftOf(draft.before), draft.form, draftOf(plan)) }
}

function mergedForm(was: PlanForm, mine: PlanForm, theirs: PlanForm): PlanForm {
  const naps = Array.from({ length: Math.max(mine.naps.length, theirs.naps.length) }, (_, index) =>
    mergedNap(was.naps[index], mine.naps[index], theirs.naps[index]),
  ).filter((nap) => nap !== undefined)
  const firstWakeWindow = own(was.firstWakeWindow, mine.firstWakeWindow, theirs.firstWakeWindow)
  const merged = { ...mine, firstWakeWindow, naps }
  return withNapsCount(merged, own(was.napsCount, mine.napsCount, theirs.napsCount))
}

type Nap = PlanNap | undefined

/** Of a nap that one of the two plans lacks there is nothing to bring together. */
function mergedNap(was: Nap, mine: Nap, theirs: Nap): Nap {
  if (was === undefined || mine === undefined || theirs === undefined) return mine ?? theirs
  return {
    duration: own(was.duration, mine.duration, theirs.duration),
    wakeWindow: own(was.wakeWindow, mine.wakeWindow, theirs.wakeWindow),
  }
}

const own = <T>(was: T, mine: T, theirs: T): T => (mine === was ? theirs : mine)

/**
 * A draft as it is sent. On another plan, or once the one that was sent before has been answered, it is another
 * proposal than that one: under its id the database would propose nothing.
 */
export function draftToSend(
  edited: ProposalDraft | null,
  shown: ProposalDraft,
  proposals: readonly Proposal[],
): ProposalDraft {
  return shown === edited && !isAnswered(shown.id, proposals) ? shown : { ...shown, id: newId() }
}

/** Whether the proposal of an id is among those that the family has answered, or that were withdrawn. */
function isAnswered(id: string, proposals: readonly Proposal[]): boolean {
  return proposals.some((proposal) => proposal.id === id && proposal.answer !== null)
}

/** What it changes for a family. A template has a bedtime that nobody has chosen: the family keeps its own. */
export function proposedPlan(plan: Plan, { form }: ProposalText, checked: CheckedDraft): PlanTerms {
  const { firstWakeWindow: first_wake_window, napsCount: naps_count, naps } = form
  const rhythm = checked.ok ? checked.plan : { first_wake_window, naps_count, naps: [...naps] }
  return { ...rhythm, night_bedtime: plan.night_bedtime }
}

const STARTS: readonly string[] = Object.values(words.sentenceStart)

/** Whether something is said beyond the words that the sentence begins with. */
export function isSentence(sentence: string): boolean {
  const said = sentence.trim()
  return said !== '' && STARTS.every((start) => said !== start.trim())
}

/** The sentence as it is shown: as long as nobody has written in it, it begins as fits what is changed. */
export function sentenceFor(sentence: string, differences: readonly PlanDifference[]): string {
  if (!STARTS.includes(sentence)) return sentence
  // A nap that comes or goes takes the window after it along: that is one change.
  const changes = differences.filter(
    ({ what, napNumber, before, after }) =>
      what !== 'window' || napNumber === 0 || (before !== null && after !== null),
  )
  return changes.length > 1 ? words.sentenceStart.several : words.sentenceStart.one
}

/** Why it can't be proposed, the first thing first; null: it can. */
export function proposalProblem(
  { sentence }: ProposalText,
  checked: CheckedDraft,
  differences: readonly PlanDifference[],
): 'malformed' | 'same' | 'sentence' | null {
  if (!checked.ok) return 'malformed'
  if (differences.length === 0) return 'same'
  return isSentence(sentence) ? null : 'sentence'
}
