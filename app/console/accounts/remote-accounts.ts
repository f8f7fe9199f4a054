import * as v from 'valibot'
import { keyedFetch } from '../../session/keyed-fetch.ts'
import { auth, baseUrl } from '../../session/remote-auth.ts'
import type { Failure } from '../../wire/failures.ts'

// What administrators do with accounts: `/console/v1` of our own server.

const instant = v.nullable(v.string())

const accountSchema = v.object({
  id: v.string(),
  email: v.string(),
  created_at: v.string(),
  last_sign_in_at: instant,
  disabled: v.boolean(),
  /** Invited, and no password was chosen yet. */
  waiting: v.boolean(),
  trial_ends_at: instant,
  staff_role: v.nullable(v.picklist(['consultant', 'admin'])),
  staff_name: v.nullable(v.string()),
  has_second_factor: v.boolean(),
})
export type Account = v.InferOutput<typeof accountSchema>

/** What became of an invitation's mail. A server without a way to send it tells what to send by hand. */
const mailSchema = v.variant('kind', [
  v.object({ kind: v.picklist(['sent', 'written']) }),
  v.object({ kind: v.literal('unsent'), subject: v.string(), text: v.string() }),
])

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
    /** Its address was never confirmed. */
    can_invite_again: v.boolean(),
  }),
  v.object({ result: v.literal('invalid'), email: v.string(), why: v.picklist(['email', 'trial_days']) }),
  /** Nothing was made: the list may be sent again later. */
  v.object({ result: v.literal('later'), email: v.string(), why: v.string() }),
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

export const readAccounts = () => ask('GET', '', null, v.object({ accounts: v.array(accountSchema) }))

const rowOf = ({ email, trialDays }: Invited) => ({
  email,
  ...(trialDays !== null && { trial_days: trialDays }),
})

/** @param again an account that waits for its first password is mailed anew; else it is left alone. */
export const inviteOne = ({ email, trialDays }: Invited, again: boolean) =>
  ask('POST', '/invite', { ...rowOf({ email, trialDays }), again }, outcomeSchema)

/** Each mail takes its time: so long at most a whole answer is waited for. */
const MAILS_WITHIN_MS = 180_000

export const inviteList = (rows: readonly Invited[]) =>
  ask(
    'POST',
    '/invite-list',
    { rows: rows.map(rowOf) },
    v.object({ rows: v.array(outcomeSchema) }),
    MAILS_WITHIN_MS,
  )

export const changeAccount = (id: string, change: Change) =>
  ask('POST', `/${id}/${change}`, {}, changedSchema)

export const prolongTrial = (id: string, days: number) => ask('POST', `/${id}/trial`, { days }, changedSchema)

export const deleteAccount = ({ id, email }: Account) => ask('DELETE', `/${id}`, { email }, v.unknown())

const refusalSchema = v.object({ code: v.nullish(v.string(), null), message: v.nullish(v.string(), '') })

async function ask<T>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body: object | null,
  schema: v.GenericSchema<unknown, T>,
  answerWithinMs?: number,
): Promise<Answered<T>> {
  try {
    const { data } = await auth().getSession()
    const init: RequestInit = {
      method,
      headers: {
        'Content-Type': 'application/json',
        'X-Supabase-Api-Version': '2024-01-01',
        Authorization: `Bearer ${data.session?.access_token ?? ''}`,
      },
      ...(body !== null && { body: JSON.stringify(body) }),
    }
    const response = await keyedFetch(`${baseUrl()}/console/v1/accounts${path}`, init, answerWithinMs)
    const answer: unknown = await response.json()
    if (!response.ok) {
      const refusal = v.safeParse(refusalSchema, answer)
      const told = refusal.success ? refusal.output : { code: null, message: '' }
      return { data: null, failure: { status: response.status, ...told } }
    }
    const parsed = v.safeParse(schema, answer)
    if (parsed.success) return { data: parsed.output, failure: null }
  } catch {
    // Nobody answered, or something else than our server.
  }
  return { data: null, failure: { status: 0, code: null, message: '' } }
}
