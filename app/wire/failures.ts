import { NotSent } from './request.ts'

/** What a call answered when it didn't do what was asked. Status 0: nobody answered. */
export interface Failure {
  status: number
  code: string | null
  message: string
  /** For a password that is too weak: the rules it breaks, as the wire names them. */
  reasons?: readonly string[] | undefined
  /** It wasn't sent: there was no network, or no token to be had for it. */
  isUnsent?: boolean
}

/** Of a call that ended with no answer of our server. @param thrown in its place. */
export function unanswered(thrown: unknown): Failure {
  return { status: 0, code: null, message: '', ...(thrown instanceof NotSent && { isUnsent: true }) }
}

/**
 * The `code` is 'network' when the server couldn't be reached, 'mails_used_up' when it sends no more for now, else the
 * server's. The `message` is its text, or ''.
 */
export type AuthResult = { kind: 'ok' } | FailedResult
export interface FailedResult {
  kind: 'failed'
  code: string | null
  message: string
  reasons?: readonly string[] | undefined
  /** It may have been done all the same. It is said of changes alone. */
  mayBeDone?: boolean
}

export function authResult(failure: Failure | null): AuthResult {
  return failure === null ? { kind: 'ok' } : failedResult(failure)
}

export function failedResult(failure: Failure): FailedResult {
  return {
    kind: 'failed',
    code: isUnreachable(failure) ? 'network' : isWithoutMails(failure) ? 'mails_used_up' : failure.code,
    message: failure.message,
    ...(failure.reasons && { reasons: failure.reasons }),
  }
}

/**
 * Whether a mail was refused because none is left to be sent for now. The server has the same code for one that was
 * sent a moment ago and counts still, and has words of its own for each. One may have been sent all the same: it may
 * count the mails before it looks when the last one left.
 */
function isWithoutMails({ code, message }: Failure): boolean {
  return code === 'over_email_send_rate_limit' && !message.startsWith('For security purposes')
}

/**
 * Whether no server of ours was heard: nobody answered, or a gateway did whose server is away (502 to 504). It says why
 * a call failed, which is told as «no connection», and nothing of what became of it: that is asked of the two below.
 */
export function isUnreachable({ status }: Failure): boolean {
  return status === 0 || (status >= 502 && status <= 504)
}

/**
 * Whether a status says "not now": a renewed session may help (401), or a later try (408, 425, 429), or the fault is
 * the server's own (5xx).
 */
function isTransient(status: number): boolean {
  return status === 401 || status === 408 || status === 425 || status === 429 || status >= 500
}

/**
 * Whether the server refused a change for good, so that it is put aside; otherwise the change is retried. What tries
 * again by itself asks this. A 403 counts, because `tableFetch` has asked once more with a renewed token.
 */
export function isRefusal({ status }: Failure): boolean {
  return status >= 400 && !isTransient(status)
}

/**
 * Whether what a call asked for may have been done all the same: it was sent, and nothing was heard, or something that
 * may come from the way or from after the deed (408, 5xx). What the database refuses with a fault is rolled back, but a
 * 500 doesn't say for sure that it is such a one, so it counts as well. What tells somebody how a call ended, or looks
 * it up, asks this. It isn't the opposite of `isRefusal`: whoever isn't let in (401), or asks too early or too often
 * (425, 429), may try again and has changed nothing yet.
 */
export function mayBeDone({ status, isUnsent = false }: Failure): boolean {
  return !isUnsent && (status < 400 || status === 408 || status >= 500)
}

/** The error code of an answer in the auth or the table API's shape, else null. */
async function errorCode(response: Response): Promise<string | null> {
  const body = await jsonOf(response)
  if (body === null) return null
  if ('code' in body && typeof body.code === 'string') return body.code
  if ('error_code' in body && typeof body.error_code === 'string') return body.error_code
  return null
}

async function jsonOf(response: Response): Promise<object | null> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' ? body : null
}

/** What a server or its proxy says of a call that is too long: it would say so again each time. */
const TOO_LONG = new Set([413, 414, 431])

/**
 * Whether the table API itself answered. What a portal or a proxy says instead must not count as "saved", nor
 * as "refused". An empty 404 counts as neither: the client library would take it for a success.
 */
export async function isTableAnswer(response: Response, method: string): Promise<boolean> {
  if (isTransient(response.status) || TOO_LONG.has(response.status)) return true
  if (!response.ok) return (await errorCode(response)) !== null
  if (response.status === 201 || response.status === 204) return true
  // A write that is taken for done is never sent again, so a portal that answers 200 to everything, in JSON too, must
  // not pass for the server. Of a read any JSON will do here: its rows are checked when they are parsed.
  if (method !== 'GET') return response.headers.has('content-range')
  return response.headers.get('content-type')?.includes('json') ?? false
}

/** Whether a call was refused because the API key doesn't count any more. */
export async function isKeyRefused(response: Response): Promise<boolean> {
  if (response.status !== 401) return false
  const body = await jsonOf(response)
  return body !== null && 'message' in body && body.message === 'Invalid API key'
}

/** The codes of refusals after which no token of this session will ever be accepted again. */
const SESSION_OVER = new Set([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_banned',
  'trial_ended',
  'user_not_found',
  'validation_failed',
])

export function endsSession({ status, code }: Pick<Failure, 'status' | 'code'>): boolean {
  return status >= 400 && status < 500 && SESSION_OVER.has(code ?? '')
}

/** Why a refusal ends the session: what somebody else did, or the code of the refusal; null for any other answer. */
export async function whyEnded(response: Response): Promise<string | null> {
  const code = response.ok ? null : await errorCode(response)
  if (!endsSession({ status: response.status, code })) return null
  const body = await jsonOf(response)
  const reason = body !== null && 'session_ended' in body ? body.session_ended : null
  return typeof reason === 'string' ? reason : code
}

/** Whether a token refresh was really answered: tokens, or a refusal for good. */
export async function isRefreshAnswer(response: Response): Promise<boolean> {
  if (!response.ok) return endsSession({ status: response.status, code: await errorCode(response) })
  const body = await jsonOf(response)
  return body !== null && 'access_token' in body && 'refresh_token' in body
}
