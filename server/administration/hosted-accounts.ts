import * as v from 'valibot'
import { TRIAL_ENDS_AT } from '../auth/accounts/trial.ts'
import { isUuid } from '../auth/accounts/users.ts'
import { managedBySso } from '../auth/calls/refusals.ts'
import { HttpError } from '../http/errors.ts'
import {
  type AccountLine,
  type Accounts,
  accountWaiting,
  prolonged,
  Refusal,
  staffIn,
  staffMetadata,
  theOnly,
  trialEnd,
} from './accounts.ts'

export interface HostedProject {
  /** The project's address, without a trailing slash. */
  url: string
  serviceKey: string
  /** The app's address. */
  siteUrl: string
  /** Where the links in its mails lead to. Null where nobody has said it: to what the project itself says. */
  linksTo: string | null
}

const optionalTime = v.optional(v.nullable(v.string()))
const userSchema = v.object({
  id: v.string(),
  email: v.optional(v.string(), ''),
  created_at: v.string(),
  last_sign_in_at: optionalTime,
  banned_until: optionalTime,
  invited_at: optionalTime,
  email_confirmed_at: optionalTime,
  app_metadata: v.optional(v.record(v.string(), v.unknown()), {}),
})
type HostedUser = v.InferOutput<typeof userSchema>

const pageSchema = v.object({ users: v.array(userSchema) })
const refusalSchema = v.object({
  code: v.optional(v.unknown()),
  error_code: v.optional(v.string()),
  message: v.optional(v.string()),
  msg: v.optional(v.string()),
})

const PER_PAGE = 500
/** A hundred years, because Supabase knows no ban without an end. It lasts until somebody enables the account again. */
const FOREVER = '876000h'

/** Opens the accounts of another project through Supabase's admin API. What that API refuses is thrown as HttpError. */
export function openHostedAccounts(project: HostedProject): Accounts {
  const call = (method: string, path: string, body?: object) => request(project, method, path, body)

  async function ofAddress(email: string): Promise<HostedUser[]> {
    const query = `&filter=${encodeURIComponent(email)}`
    const found: HostedUser[] = []
    // The filter only narrows the search: it matches parts of an address too, and older servers ignore it.
    for await (const user of everybody(call, query)) if (user.email.toLowerCase() === email) found.push(user)
    return found
  }

  async function find(whose: string): Promise<HostedUser | null> {
    if (!isUuid(whose)) return theOnly(whose, (await ofAddress(whose)).map(withOrigin))
    const answer = await call('GET', `admin/users/${whose}`).catch((error: unknown) => {
      if (error instanceof HttpError && error.status === 404) return null
      throw error
    })
    return answer === null ? null : v.parse(userSchema, answer)
  }

  async function change(whose: string, changes: object): Promise<boolean> {
    const user = await find(whose)
    if (user !== null) await call('PUT', `admin/users/${user.id}`, changes)
    return user !== null
  }

  /** An invitation takes no trial: it is set before, so that what fails between the two leaves none without an end. */
  async function prepareTrial(email: string, days: number): Promise<void> {
    const app_metadata = { [TRIAL_ENDS_AT]: trialEnd(days) }
    const user = (await ofAddress(email)).map(withOrigin).find(({ isCompanys }) => !isCompanys)
    if (user === undefined) await call('POST', 'admin/users', { email, app_metadata })
    // Whoever has an account is invited no more, which the invitation is told.
    else if (user.email_confirmed_at == null) await call('PUT', `admin/users/${user.id}`, { app_metadata })
  }

  return {
    siteUrl: project.siteUrl,
    close: () => Promise.resolve(),
    async create({ email, password, trialDays }) {
      const trial = trialDays === null ? {} : { app_metadata: { [TRIAL_ENDS_AT]: trialEnd(trialDays) } }
      await call('POST', 'admin/users', { email, password, email_confirm: true, ...trial })
    },
    async invite({ email, trialDays }) {
      const { linksTo } = project
      const back = linksTo === null ? '' : `?redirect_to=${encodeURIComponent(linksTo)}`
      if (trialDays !== null) await prepareTrial(email, trialDays)
      await call('POST', `invite${back}`, { email })
      return { kind: 'sent' }
    },
    async list() {
      const lines: AccountLine[] = []
      for await (const user of everybody(call, '')) lines.push(lineOf(user))
      return lines.toSorted((a, b) => a.created_at.localeCompare(b.created_at))
    },
    async resetPassword(whose, password) {
      const user = await find(whose)
      if (user === null) return false
      if (withOrigin(user).isCompanys) throw managedBySso()
      if (user.email_confirmed_at == null) throw accountWaiting()
      await call('PUT', `admin/users/${user.id}`, { password })
      return true
    },
    async removeFactors(whose) {
      const user = await find(whose)
      if (user === null) return false
      const path = `admin/users/${user.id}/factors`
      const factors = v.parse(v.array(v.object({ id: v.string() })), await call('GET', path))
      for (const { id } of factors) await call('DELETE', `${path}/${id}`)
      return true
    },
    disable: (whose) => change(whose, { ban_duration: FOREVER }),
    enable: (whose) => change(whose, { ban_duration: 'none' }),
    async delete(whose) {
      const user = await find(whose)
      if (user !== null) await call('DELETE', `admin/users/${user.id}`, { should_soft_delete: false })
      return user !== null
    },
    async extendTrial(whose, days) {
      const user = await find(whose)
      if (user === null) return undefined
      const present = Date.parse(lineOf(user).trial_ends_at ?? '')
      if (Number.isNaN(present)) return null
      const end = prolonged(present, days)
      await call('PUT', `admin/users/${user.id}`, { app_metadata: { [TRIAL_ENDS_AT]: end } })
      return end
    },
    endTrialRules: (whose) => change(whose, { app_metadata: { [TRIAL_ENDS_AT]: null } }),
    setStaff: (whose, staff) => change(whose, { app_metadata: staffMetadata(staff) }),
  }
}

type Call = (method: string, path: string, body?: object) => Promise<unknown>

async function* everybody(call: Call, query: string): AsyncGenerator<HostedUser> {
  for (let page = 1; ; page += 1) {
    const answer = await call('GET', `admin/users?page=${page}&per_page=${PER_PAGE}${query}`)
    const { users } = v.parse(pageSchema, answer)
    yield* users
    if (users.length < PER_PAGE) return
  }
}

function withOrigin(user: HostedUser) {
  return { ...user, isCompanys: String(user.app_metadata.provider).startsWith('sso:') }
}

function lineOf(user: HostedUser): AccountLine {
  const { [TRIAL_ENDS_AT]: trial } = user.app_metadata
  return {
    email: user.email,
    created_at: user.created_at,
    last_sign_in_at: user.last_sign_in_at ?? null,
    disabled: user.banned_until != null && Date.parse(user.banned_until) > Date.now(),
    // A trial is made before its invitation, which may have been refused: it waits for one all the same.
    waiting: (user.invited_at != null || typeof trial === 'string') && user.email_confirmed_at == null,
    trial_ends_at: typeof trial === 'string' ? trial : null,
    ...staffIn(user.app_metadata),
  }
}

async function request(
  { url, serviceKey }: HostedProject,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`${url}/auth/v1/${path}`, {
    method,
    // The key is for the project alone, and not for where an answer of it points.
    redirect: 'error',
    headers: {
      apikey: serviceKey,
      Authorization: `Bearer ${serviceKey}`,
      'Content-Type': 'application/json',
      'X-Supabase-Api-Version': '2024-01-01',
    },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch((error: unknown) => {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
    throw new Refusal(`No se puede llegar a ${url}: ${reason}`)
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer
  if (response.status === 401 || response.status === 403) {
    throw new Refusal(`${url} no acepta SUPABASE_SERVICE_KEY: debe ser la clave secreta (service_role).`)
  }
  const told = v.safeParse(refusalSchema, answer)
  const { error_code: oldCode, code, message, msg } = told.success ? told.output : {}
  throw new HttpError(
    response.status,
    oldCode ?? (typeof code === 'string' ? code : 'unknown'),
    message ?? msg ?? `${url} responde ${response.status}`,
  )
}
