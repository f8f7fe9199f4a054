import * as v from 'valibot'
import { type Called, call } from '../../family/remote-families.ts'
import type { Plan } from '../plans/plan-draft.ts'
import { planEntries } from '../plans/remote-templates.ts'

const instant = v.nullable(v.string())

const proposalSchema = v.object({
  id: v.string(),
  sentence: v.string(),
  ...planEntries,
  proposed_at: v.string(),
  /** Null: the family hasn't said yet. */
  answer: v.nullable(v.picklist(['taken', 'declined', 'withdrawn'])),
  answered_at: instant,
})
export type Proposal = v.InferOutput<typeof proposalSchema>

const questionSchema = v.object({
  id: v.string(),
  question: v.string(),
  asked_at: v.string(),
  reply: v.nullable(v.string()),
  replied_by: v.nullable(v.string()),
  replied_at: instant,
})
export type Question = v.InferOutput<typeof questionSchema>

const consultedSchema = v.object({
  note: v.string(),
  proposals: v.array(proposalSchema),
  questions: v.array(questionSchema),
})
export type Consulted = v.InferOutput<typeof consultedSchema>

const windowSchema = v.object({ starts_on: v.string(), ends_on: v.string(), hours: v.string() })
/** From which day to which a family is supported, both included, and when its questions are answered. */
export type SupportWindow = v.InferOutput<typeof windowSchema>

const familiesSchema = v.object({
  families: v.array(v.object({ family_id: v.string(), until: instant, support: v.nullable(windowSchema) })),
})
export interface Agreed {
  /** Until when the family lets the consultant look; null: until it ends that. */
  until: string | null
  support: SupportWindow | null
}

const NOTHING = v.unknown()

/** The calls about one family, as the account that is its consultant. */
export function supportOf(familyId: string, accountId: string) {
  const change = (name: string, parameters: Record<string, unknown>) =>
    call(name, parameters, NOTHING, accountId)
  return {
    read: (): Promise<Called<Consulted>> =>
      call('consulted_family', { family_id: familyId }, consultedSchema, accountId),
    /** null in the answer: the family isn't among those that let the account in. */
    async readAgreed(): Promise<Called<Agreed | null>> {
      const { data, failure } = await call('consulted_families', {}, familiesSchema, accountId)
      if (failure !== null) return { data: null, failure }
      return { data: data.families.find(({ family_id }) => family_id === familyId) ?? null, failure: null }
    },
    setWindow: (support: SupportWindow) => change('set_support', { family_id: familyId, ...support }),
    saveNote: (text: string) => change('save_note', { family_id: familyId, text }),
    reply: (id: string, reply: string) => change('answer_question', { id, reply }),
    propose: (sentence: string, plan: Plan) =>
      change('propose_plan', { family_id: familyId, sentence, ...plan }),
    withdraw: (id: string) => change('withdraw_proposal', { id }),
  }
}
export type Support = ReturnType<typeof supportOf>
