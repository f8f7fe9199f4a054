/** What a call answered when it didn't do what was asked. Status 0: nobody answered. */
export interface Failure {
  status: number
  code: string | null
  message: string
}

/** `code` is the server's, or 'network' when it couldn't be reached. `message` is the server's, '' if it gave none. */
export type AuthResult = { kind: 'ok' } | FailedResult
export interface FailedResult {
  kind: 'failed'
  code: string | null
  message: string
}

export function authResult(failure: Failure | null): AuthResult {
  return failure === null ? { kind: 'ok' } : failedResult(failure)
}

export function failedResult(failure: Failure): FailedResult {
  return {
    kind: 'failed',
    code: isUnreachable(failure) ? 'network' : failure.code,
    message: failure.message,
  }
}

/** 502 to 504 come from a gateway whose server is away. */
export function isUnreachable({ status }: Failure): boolean {
  return status === 0 || (status >= 502 && status <= 504)
}

/** "Not now", whoever says it. 401: the session is in doubt; 408, 425, 429: later; 5xx: not the change's fault. */
function isPassing(status: number): boolean {
  return status === 401 || status === 408 || status === 425 || status === 429 || status >= 500
}

/**
 * Whether the server turned a change down for good, so that it's put aside; else it stays and is tried again.
 * A 403 has been tried with a renewed token before it gets here, so it is meant.
 */
export function isRefusal({ status }: Failure): boolean {
  return status >= 400 && !isPassing(status)
}

/** The error code of an answer in the auth or the table API's shape, else null. */
async function errorCode(response: Response): Promise<string | null> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  if (typeof body !== 'object' || body === null) return null
  if ('code' in body && typeof body.code === 'string') return body.code
  if ('error_code' in body && typeof body.error_code === 'string') return body.error_code
  return null
}

/**
 * Whether the table API itself answered. What a portal or a proxy says instead must not count as "saved", nor
 * as "refused". An empty 404 counts as neither: the client library would take it for a success.
 */
export async function isTableAnswer(response: Response, method: string): Promise<boolean> {
  if (isPassing(response.status) || response.status === 413) return true
  if (!response.ok) return (await errorCode(response)) !== null
  if (response.status === 201 || response.status === 204) return true
  // What a page holds is looked at when it is read. A write that is taken for done is never sent again: a portal that
  // says 200 to everything, in JSON too, must not pass for the server.
  if (method !== 'GET') return response.headers.has('content-range')
  return response.headers.get('content-type')?.includes('json') ?? false
}

/** A refusal after which no token of this session will ever be accepted again. */
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

/** Whether a token refresh was really answered: tokens, or a refusal for good. */
export async function isRefreshAnswer(response: Response): Promise<boolean> {
  if (!response.ok) return endsSession({ status: response.status, code: await errorCode(response) })
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' && body !== null && 'access_token' in body && 'refresh_token' in body
}
