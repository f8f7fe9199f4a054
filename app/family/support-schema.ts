import * as v from 'valibot'

/*
 * What the provider's staff has for a family. It is fetched with the parts that show it, and uses only what the first
 * screen brings of the validator, because the rest of it would come along there.
 */

const windowFields = { starts_on: v.string(), ends_on: v.string(), hours: v.string() }

const requestSchema = v.object({
  id: v.string(),
  name: v.string(),
  purpose: v.string(),
  /** The instant at which the access would end. */
  until: v.string(),
  /** Until when whoever asks is in already; null: they aren't, or a database of before doesn't say. */
  open_until: v.nullish(v.string(), null),
  asked_at: v.nullish(v.string(), null),
  ...windowFields,
})
export type AccessRequest = v.InferOutput<typeof requestSchema>

const proposalSchema = v.object({
  id: v.string(),
  name: v.string(),
  sentence: v.string(),
  first_wake_window: v.string(),
  naps_count: v.picklist([2, 3, 4]),
  naps: v.array(v.object({ duration: v.number(), wakeWindow: v.string() })),
  night_bedtime: v.string(),
})
export type Proposal = v.InferOutput<typeof proposalSchema>

const instant = v.nullable(v.string())

export const questionSchema = v.object({
  id: v.string(),
  question: v.string(),
  asked_at: v.string(),
  /** The three are there, or none of them. */
  reply: v.nullable(v.string()),
  replied_by: v.nullable(v.string()),
  replied_at: instant,
})
export type FamilyQuestion = v.InferOutput<typeof questionSchema>

export const supportSchema = v.object({
  requests: v.array(requestSchema),
  support: v.nullable(v.object(windowFields)),
  proposals: v.array(proposalSchema),
  questions: v.array(questionSchema),
})
export type Support = v.InferOutput<typeof supportSchema>

const NOTHING: Support = { requests: [], support: null, proposals: [], questions: [] }

/** `taken` is null where an answer is taken back. */
const answerSchema = v.object({ id: v.string(), taken: v.nullable(v.boolean()) })

export const keptSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    /** As the server said it last. Of who has signed out with something unsent only the answers are left. */
    said: v.nullish(supportSchema, NOTHING),
    /** The number of the family's latest change of access by then. */
    rev: v.nullish(v.number(), 0),
    /** What was decided here about a proposal, until the server has been told. */
    answers: v.nullish(v.array(answerSchema), []),
    /** When the latest reply came that was read here. */
    repliesRead: v.nullish(v.string(), ''),
    /** A question that is typed and not sent. */
    draft: v.nullish(v.string(), ''),
    /** The id under which that is sent, however often. What is typed anew has another one. */
    draftId: v.nullish(v.string(), ''),
  }),
)
export type Kept = v.InferOutput<typeof keptSchema>
