import * as v from 'valibot'
import { type Called, call } from '../../../family/remote-families.ts'
import { questionSchema } from '../../../family/support-schema.ts'
import type { Plan } from '../../plans/plan-draft.ts'
import { planEntries } from '../../plans/remote-templates.ts'
import { askFamily } from '../../requests/remote-asking.ts'

const proposalSchema = v.object({
  id: v.string(),
  sentence: v.string(),
  ...planEntries,
  proposed_at: v.string(),
  /** Null: the family hasn't said yet. */
  answer: v.nullable(v.picklist(['taken', 'declined', 'withdrawn'])),
  answered_at: v.nullable(v.string()),
})
export type Proposal = v.InferOutput<typeof proposalSchema>

const consultedSchema = v.object({
  note: v.string(),
  proposals: v.array(proposalSchema),
  questions: v.array(questionSchema),
})
export type Consulted = v.InferOutput<typeof consultedSchema>

const supportDatesSchema = v.object({ starts_on: v.string(), ends_on: v.string(), hours: v.string() })
/** From which day to which a family is supported, both included, and when its questions are answered. */
export type SupportDates = v.InferOutput<typeof supportDatesSchema>

/** A family that is supported, as its page knows it already. */
export interface SupportedFamily {
  family_id: string
  email: string | null
  /** The instant at which the family's leave to look ends. */
  until: string
  /** Null: none was agreed on. */
  support: SupportDates | null
  /** That it was asked for more time since, and hasn't granted it; null: it wasn't. */
  asked: { asked_at: string; refused_at: string | null } | null
  /** Another number whenever the family or one of its consultants has said something. */
  access_rev: number
}

/** Without a word, as from a database of before: it is done. */
const isDone = v.pipe(
  v.nullish(v.boolean()),
  v.transform((done) => done !== false),
)
const NOTHING = v.unknown()

/** How the database refuses to replace an answer that its caller hasn't seen. */
export const ANSWERED_MEANWHILE = 'answered meanwhile'

/** The calls about one family, as the account that is its consultant. */
export function supportCalls(familyId: string, accountId: string) {
  const change = (name: string, parameters: Record<string, unknown>) =>
    call(name, parameters, NOTHING, accountId)
  return {
    read: (): Promise<Called<Consulted>> =>
      call('consulted_family', { family_id: familyId }, consultedSchema, accountId),
    /** @param seen those that they take the place of. Answers what stands there instead; null: they are saved. */
    setDates: (dates: SupportDates, seen: SupportDates | null) =>
      call('set_support', { family_id: familyId, ...dates, seen }, v.nullable(supportDatesSchema), accountId),
    askLonger: (email: string, purpose: string, dates: SupportDates) =>
      askFamily({ email, purpose, ...dates }, accountId),
    /** @param seen the text that it takes the place of. Answers what stands there instead; null: it is saved. */
    saveNote: (text: string, seen: string) =>
      call('save_note', { family_id: familyId, text, seen }, v.nullable(v.string()), accountId),
    /** @param seen when the answer was given that this one takes the place of; null: there was none. */
    reply: (id: string, reply: string, seen: string | null) => change('answer_question', { id, reply, seen }),
    /**
     * Under the same id it is the same proposal, however often it is sent. Answers the id while it waits for the
     * family; null: it was sent before and waits no more, and nothing was proposed.
     */
    propose: (id: string, sentence: string, plan: Plan) =>
      call('propose_plan', { family_id: familyId, id, sentence, ...plan }, v.nullable(v.string()), accountId),
    /** False: the family has answered before. */
    withdraw: (id: string) => call('withdraw_proposal', { id }, isDone, accountId),
  }
}
export type SupportCalls = ReturnType<typeof supportCalls>
