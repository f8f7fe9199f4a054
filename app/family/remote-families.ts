import * as v from 'valibot'
import { keyedFetch } from '../session/keyed-fetch.ts'
import { baseUrl } from '../session/remote-auth.ts'
import { tableFetch } from '../session/table-fetch.ts'
import { type Failure, unanswered } from '../wire/failures.ts'

/**
 * What an account may do in a family whose diary it opens here: `owner` is the account that the diary belongs to. A
 * consultant's families are the console's (decision 053): one that was kept from before is only looked at, until the
 * server lists it no more.
 */
const role = v.fallback(v.picklist(['owner', 'carer', 'viewer']), 'viewer')
export type Role = v.InferOutput<typeof role>

/** What somebody is let in as. */
export const GRANTED_ROLES = ['carer', 'viewer', 'consultant'] as const
export type GrantedRole = (typeof GRANTED_ROLES)[number]

const grantedRole = v.picklist(GRANTED_ROLES)
const instant = v.nullable(v.string())

const personSchema = v.object({
  account_id: v.string(),
  name: v.string(),
  role: grantedRole,
  granted_at: v.string(),
  until: instant,
  /** Null: this person is in. Who isn't is kept for the name of what they have logged. */
  ended_at: instant,
  last_seen_at: instant,
  /** Of their account, told to the family itself alone. */
  email: v.nullish(v.string()),
})
export type Person = v.InferOutput<typeof personSchema>

const invitationSchema = v.object({
  id: v.string(),
  name: v.string(),
  role: grantedRole,
  until: instant,
  invited_at: v.string(),
  expires_at: v.string(),
})
export type Invitation = v.InferOutput<typeof invitationSchema>

const familySchema = v.object({
  family_id: v.string(),
  baby_name: v.nullable(v.string()),
  owner_name: v.nullable(v.string()),
  role,
  until: instant,
  /** Whether its account lets anybody in now: a trial that is over or a disabled account doesn't. */
  is_open: v.boolean(),
  /** Nobody has ever logged or changed anything in it. */
  is_untouched: v.boolean(),
  /** The number of its latest change of who is in. */
  access_rev: v.number(),
  people: v.array(personSchema),
  invitations: v.array(invitationSchema),
})
export type Family = v.InferOutput<typeof familySchema>

export const familiesSchema = v.array(familySchema)

/** A parsed answer of one of the functions, or why there is none. */
export type Called<T> = { data: T; failure: null } | { data: null; failure: Failure }

/** The families that an account can open, its own first (decision 052). */
export function readFamilies(accountId: string): Promise<Called<Family[]>> {
  return call('my_families', {}, familiesSchema, accountId)
}

/** Calls a function of the database as the account that is signed in, or as nobody. Throws nothing. */
export function call<T>(
  name: string,
  parameters: Record<string, unknown>,
  schema: v.GenericSchema<unknown, T>,
  accountId: string | null,
): Promise<Called<T>> {
  const post = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(parameters),
  }
  return ask(`rpc/${name}`, post, schema, accountId)
}

const historySchema = v.array(
  v.object({
    at: v.string(),
    event: v.string(),
    role: grantedRole,
    name: v.string(),
    until: instant,
    account_id: v.nullable(v.string()),
    /** What a consultant has looked at. */
    part: v.nullable(v.string()),
  }),
)
export type AccessEvent = v.InferOutput<typeof historySchema>[number]

/** What became of whom in the account's own family, the latest first. */
export function readAccessHistory(accountId: string): Promise<Called<AccessEvent[]>> {
  const query = 'select=at,event,role,name,until,account_id,part&order=at.desc&limit=1000'
  return readRows(`access_history?${query}`, historySchema, accountId)
}

/** Reads rows of a table, as `path` asks for them. Throws nothing. */
export function readRows<T>(
  path: string,
  schema: v.GenericSchema<unknown, T>,
  accountId: string,
): Promise<Called<T>> {
  return ask(path, {}, schema, accountId)
}

async function ask<T>(
  path: string,
  init: RequestInit,
  schema: v.GenericSchema<unknown, T>,
  accountId: string | null,
): Promise<Called<T>> {
  const fetchAs = accountId === null ? keyedFetch : tableFetch(accountId, () => undefined)
  try {
    const response = await fetchAs(`${baseUrl()}/rest/v1/${path}`, init)
    const text = await response.text()
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    if (!response.ok) return { data: null, failure: failureOf(response.status, body) }
    const parsed = v.safeParse(schema, body)
    if (parsed.success) return { data: parsed.output, failure: null }
  } catch (thrown) {
    return { data: null, failure: unanswered(thrown) }
  }
  // Something else than our server answered.
  return { data: null, failure: unanswered(null) }
}

const refusalSchema = v.object({ code: v.nullish(v.string(), null), message: v.nullish(v.string(), '') })

function failureOf(status: number, body: unknown): Failure {
  const parsed = v.safeParse(refusalSchema, body)
  return { status, ...(parsed.success ? parsed.output : { code: null, message: '' }) }
}
