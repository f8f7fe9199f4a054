import * as v from 'valibot'
import { type Failure, unanswered } from '../wire/failures.ts'
import { keyedFetch } from './keyed-fetch.ts'
import { baseUrl, failure, withinMs } from './remote-auth.ts'

// Calls of our own server, of which the auth client knows nothing. A hosted project hasn't got them, and answers 404.

const refusalSchema = v.object({ code: v.string(), message: v.string() })

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
  return { failure: failure({ status: heard.status, ...refusal.output }) }
}
