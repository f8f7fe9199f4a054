import * as v from 'valibot'
import { type Failure, unanswered } from '../wire/failures.ts'
import { keyedFetch } from './keyed-fetch.ts'
import { baseUrl, failure, home, withinMs } from './remote-auth.ts'

// Calls that aren't made by the auth client. Most it knows nothing of: they are our own server's, and a hosted project
// hasn't got them and answers 404.

const whyWeak = { weak_password: v.nullish(v.object({ reasons: v.array(v.string()) })) }
/** As our server says it, and as an older one of a hosted project does. */
const refusalSchema = v.union([
  v.object({ code: v.string(), message: v.string(), ...whyWeak }),
  v.pipe(
    v.object({ error_code: v.string(), msg: v.string(), ...whyWeak }),
    v.transform(({ error_code, msg, ...more }) => ({ code: error_code, message: msg, ...more })),
  ),
])

type Answer = { failure: Failure } | { failure: null; answer: unknown }

/** @param token of who is signed in; null: it isn't needed. */
export function callOwnAuth(
  path: 'disown' | 'recovery_codes' | 'recovery_codes/verify',
  body: object,
  token: string | null,
): Promise<Answer> {
  return ask(path, { method: 'POST', body: JSON.stringify(body) }, token)
}

/** Lists the account's sessions, or ends one. */
export function callSessions(
  method: 'GET' | 'DELETE',
  id: string | null,
  token: string | null,
): Promise<Answer> {
  return ask(id === null ? 'sessions' : `sessions/${id}`, { method }, token)
}

/**
 * Reads the account, or changes it. The client would write the session that it had read before into the phone once
 * more, or take the present one away for what is heard of an older one: another tab may have renewed or left it.
 * @param change null: it is only read.
 */
export function callUser(change: object | null, token: string): Promise<Answer> {
  if (change === null) return ask('user', { method: 'GET' }, token)
  const path = `user?redirect_to=${encodeURIComponent(home())}`
  return ask(path, { method: 'PUT', body: JSON.stringify(change) }, token)
}

async function ask(path: string, init: RequestInit, token: string | null): Promise<Answer> {
  const headers = {
    'Content-Type': 'application/json',
    'X-Supabase-Api-Version': '2024-01-01',
    ...(token !== null && { Authorization: `Bearer ${token}` }),
  }
  const address = `${baseUrl()}/auth/v1/${path}`
  const heard = await keyedFetch(address, { ...init, headers }, withinMs(address)).catch(unanswered)
  if (!(heard instanceof Response)) return { failure: heard }
  const answer: unknown = await heard.json().catch(() => null)
  // A portal answers 200 too, with a page of its own.
  if (heard.ok && (heard.status === 204 || answer !== null)) return { failure: null, answer }
  const refusal = v.safeParse(refusalSchema, answer)
  // What isn't ours by its form says nothing of the server: a portal answers so too.
  if (!refusal.success) return { failure: unanswered(null) }
  const { code, message, weak_password } = refusal.output
  return { failure: failure({ status: heard.status, code, message, reasons: weak_password?.reasons }) }
}
