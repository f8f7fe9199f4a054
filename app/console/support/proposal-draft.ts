import type { PlanForm } from '../../../core/plan/plan-form.ts'
import type { LocalTime } from '../../../core/time/time.ts'
import { proposal as words } from '../../words/console/support.es.ts'
import type { PlanDifference } from '../plans/plan-difference.ts'
import { type CheckedDraft, draftOf, type Plan } from '../plans/plan-draft.ts'

/** A proposal that isn't sent yet. */
export interface ProposalDraft {
  /** The id of the template that it began with; '' for the plan in force. */
  begun: string
  form: PlanForm
  nightBedtime: LocalTime
  sentence: string
}

/** It begins as the plan in force, with the words that a sentence begins with. */
export function draftOfPlan(plan: Plan): ProposalDraft {
  return { begun: '', form: draftOf(plan), nightBedtime: plan.night_bedtime, sentence: words.sentenceStart }
}

/** Whether something is said beyond the words that the sentence begins with. */
export function isSentence(sentence: string): boolean {
  const said = sentence.trim()
  return said !== '' && said !== words.sentenceStart.trim()
}

/** Why it can't be proposed, the first thing first; null: it can. */
export function proposalProblem(
  { sentence }: ProposalDraft,
  checked: CheckedDraft,
  differences: readonly PlanDifference[],
): 'malformed' | 'same' | 'sentence' | null {
  if (!checked.ok) return 'malformed'
  if (differences.length === 0) return 'same'
  return isSentence(sentence) ? null : 'sentence'
}
