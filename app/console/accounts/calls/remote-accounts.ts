import * as v from 'valibot'
import { tableFetch } from '../../../session/table-fetch.ts'
import { type Failure, unanswered } from '../../../wire/failures.ts'

// What administrators do with accounts: `/console/v1` of our own server.

const instant = v.nullable(v.string())

const accountSchema = v.object({
  id: v.string(),
  /** '' for an account that has none. */
  email: v.string(),
  phone: v.nullable(v.string()),
  created_at: v.string(),
  last_sign_in_at: instant,
  disabled: v.boolean(),
  /** Invited, and no password was chosen yet. */
  waiting: v.boolean(),
  trial_ends_at: instant,
  staff_role: v.nullable(v.picklist(['consultant', 'admin'])),
  staff_name: v.nullable(v.string()),
  /** Staff, or one of those who may make the calls for administrators; undefined: an older server answers yet. */
  works_for_provider: v.optional(v.boolean()),
  has_second_factor: v.boolean(),
})
export type Account = v.InferOutput<typeof accountSchema>

/** Whether an account is no family's. */
export const worksForProvider = ({ works_for_provider, staff_role }: Account): boolean =>
  works_for_provider ?? staff_role !== null

/** What an account is called: by its address, else its number, else its id. */
export const nameOf = ({ email, phone, id }: Account): string => email || phone || id

/** A mail that this server has no way to send: it is told once, to be sent by hand. */
const byHandSchema = v.object({ kind: v.literal('unsent'), subject: v.string(), text: v.string() })
export type MailByHand = v.InferOutput<typeof byHandSchema>

export const mailText = ({ subject, text }: MailByHand): string => `${subject}\n\n${text}`

/** What became of an invitation's mail. */
const mailSchema = v.variant('kind', [v.object({ kind: v.picklist(['sent', 'written']) }), byHandSchema])

const outcomeSchema = v.variant('result', [
  v.object({
    result: v.literal('invited'),
    email: v.string(),
    account: v.nullable(accountSchema),
    mail: mailSchema,
  }),
  v.object({
    result: v.literal('exists'),
    email: v.string(),
    account: v.nullable(accountSchema),
    /** Its address was never confirmed. */
    can_invite_again: v.boolean(),
  }),
  v.object({ result: v.literal('invalid'), email: v.string(), why: v.picklist(['email', 'trial_days']) }),
  /** Nothing was made: the list may be sent again later. */
  v.object({
    result: v.literal('later'),
    email: v.string(),
    why: v.picklist(['mail_limit', 'mail_server', 'stopped']),
  }),
  v.object({ result: v.literal('failed'), email: v.string() }),
])
export type InviteOutcome = v.InferOutput<typeof outcomeSchema>

/** Somebody to be invited: for good, or for so many days. */
export interface Invited {
  email: string
  trialDays: number | null
}

/** No account: somebody else has deleted it meanwhile. A password that was made anew is told this once. */
const changedSchema = v.object({ account: v.nullable(accountSchema), password: v.optional(v.string()) })
export type Answered<T> = { data: T; failure: null } | { data: null; failure: Failure }

export type Change = 'full' | 'disable' | 'enable' | 'reset-password' | 'remove-second-factor'

/** Mails take their time: so long at most the whole answer to a list is waited for. */
const MAILS_WITHIN_MS = 180_000

const accountsSchema = v.object({ accounts: v.array(accountSchema) })
const rowsSchema = v.object({ rows: v.array(outcomeSchema) })

/** The calls on accounts, made by this administrator, whoever signs in meanwhile in another tab. */
export function accountsAs(administratorId: string) {
  const ask = <T>(call: Call<T>) => asked(administratorId, call)
  const post = (path: string, body: object) => ask({ method: 'POST', path, body, schema: changedSchema })
  return {
    read: () => ask({ method: 'GET', path: '', schema: accountsSchema }),
    /** @param again an account that waits for its first password is mailed anew; else it is left alone. */
    invite: (guest: Invited, again: boolean) =>
      ask({ method: 'POST', path: '/invite', body: { ...rowOf(guest), again }, schema: outcomeSchema }),
    inviteList: (guests: readonly Invited[]) =>
      ask({
        method: 'POST',
        path: '/invite-list',
        body: { rows: guests.map(rowOf) },
        schema: rowsSchema,
        answerWithinMs: MAILS_WITHIN_MS,
      }),
    change: (id: string, change: Change) => post(`/${id}/${change}`, {}),
    /** @param seen the end that is prolonged; null: none is known. */
    prolongTrial: (id: string, days: number, seen: string | null) => post(`/${id}/trial`, { days, seen }),
    /** @param typed what the account is called, as the administrator has typed it. */
    delete: (id: string, typed: string) =>
      ask({ method: 'DELETE', path: `/${id}`, body: { email: typed }, schema: v.strictObject({}) }),
  }
}
export type Accounts = ReturnType<typeof accountsAs>

const rowOf = ({ email, trialDays }: Invited) => ({
  email,
  ...(trialDays !== null && { trial_days: trialDays }),
})

interface Call<T> {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: object
  schema: v.GenericSchema<unknown, T>
  answerWithinMs?: number
}

const refusalSchema = v.object({ code: v.nullish(v.string(), null), message: v.nullish(v.string(), '') })

async function asked<T>(
  administratorId: string,
  { method, path, body, schema, answerWithinMs }: Call<T>,
): Promise<Answered<T>> {
  try {
    const fetchAs = tableFetch(administratorId, () => undefined, answerWithinMs, isJson)
    const init: RequestInit = {
      method,
      headers: { 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    // The page's own server answers, on a hosted project too: that the accounts are elsewhere only it can say.
    const response = await fetchAs(`${location.origin}/console/v1/accounts${path}`, init)
    const answer: unknown = await response.json()
    if (!response.ok) {
      const refusal = v.safeParse(refusalSchema, answer)
      const told = refusal.success ? refusal.output : { code: null, message: '' }
      return { data: null, failure: { status: response.status, ...told } }
    }
    const parsed = v.safeParse(schema, answer)
    if (parsed.success) return { data: parsed.output, failure: null }
  } catch (thrown) {
    return { data: null, failure: unanswered(thrown) }
  }
  // Something else than our server answered.
  return { data: null, failure: unanswered(null) }
}

/** Each answer is held against its schema, so that a portal's page passes for none. */
async function isJson(response: Response): Promise<boolean> {
  return response.headers.get('content-type')?.includes('json') ?? false
}
