import { randomUUID } from 'node:crypto'
import { isDatabaseAway } from '../db/database-away.ts'
import { errorCode, isDiskFull } from '../log/error-code.ts'
import { printFailure } from '../log/lines.ts'
import { currentTrace } from '../log/request-trace.ts'

/**
 * What a refusal carries beside status, code and message. The auth API and the table API each use the fields that their
 * shape has.
 */
export interface ErrorExtra {
  /** These two are fields of the table API's body. */
  details?: unknown
  hint?: string | null
  /** Both APIs add these to the answer's headers. */
  headers?: Record<string, string>
  /** The auth API merges these into the body, as with `weak_password`. */
  fields?: Record<string, unknown>
  /** The auth API's old body shows this id, by which the error is found in the log. */
  errorId?: string
  /** Replaces the whole body, for the errors that have the shape of OAuth or of the gateway. */
  body?: Record<string, unknown>
}

/** A refused request. It may be thrown anywhere below app.ts, whose error handler draws the answer. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly code: string
  readonly extra: ErrorExtra

  constructor(status: number, code: string, message: string, extra: ErrorExtra = {}) {
    super(message)
    this.status = status
    this.code = code
    this.extra = extra
  }
}

/** Whoever comes back after so long finds the line shorter, or room, or is sent away at almost no cost. */
const COME_BACK_AFTER_SECONDS = 5

/** Refuses a call that comes too soon or finds no room (wire 1.2, versions and errors). */
export function tooBusy(retryAfterSeconds = COME_BACK_AFTER_SECONDS): HttpError {
  return new HttpError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}

/** The only dated version of the auth error body. Asking for a later date has the same effect. */
const API_VERSION = '2024-01-01'
const API_VERSION_HEADER = 'X-Supabase-Api-Version'

/** True when the client asked for the dated error body. A date that doesn't exist asks for the old one. */
function wantsVersionedErrors(header: string | null | undefined): boolean {
  if (header == null || !/^\d{4}-\d{2}-\d{2}$/.test(header)) return false
  const date = new Date(`${header}T00:00:00Z`)
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(header)
  return exists && header >= API_VERSION
}

/** Draws a refusal in the shape of `/auth/v1` (wire 1.2, versions and errors). */
export function drawAuthError(error: HttpError, apiVersion: string | null | undefined): Response {
  const { headers = {}, fields = {}, errorId, body } = error.extra
  const versioned = wantsVersionedErrors(apiVersion)
  const drawn = versioned
    ? { code: error.code, message: error.message, ...fields }
    : { code: error.status, error_code: error.code, msg: error.message, error_id: errorId, ...fields }
  return Response.json(body ?? drawn, {
    status: error.status,
    headers: {
      ...(body === undefined ? { 'x-sb-error-code': error.code } : {}),
      ...(versioned ? { [API_VERSION_HEADER]: API_VERSION } : {}),
      ...headers,
    },
  })
}

/** Draws a refusal in the shape of `/rest/v1` (wire 3.2, refusals). */
export function drawTableError(error: HttpError): Response {
  const { headers = {}, details = null, hint = null, body } = error.extra
  const drawn = body ?? { code: error.code, message: error.message, details, hint }
  return new Response(JSON.stringify(drawn), {
    status: error.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...(body === undefined ? { 'Proxy-Status': `PostgREST; error=${error.code}` } : {}),
      ...headers,
    },
  })
}

/** What an error that nobody foresaw is answered with. It is written down, and only its number is shown. */
export function toHttpError(error: unknown, request: string, trace = currentTrace()): HttpError {
  if (trace !== undefined) trace.failure = error
  if (error instanceof HttpError) return error
  const status = isDatabaseAway(error) || isLockedByOthers(error) ? 503 : 500
  const errorId = reportFailure(error, request, status, trace)
  return status === 503
    ? new HttpError(503, 'unexpected_failure', 'Database unavailable, please try again', { errorId })
    : new HttpError(500, 'unexpected_failure', 'Unexpected failure, please check server logs', { errorId })
}

/** Prints why a request failed by no fault of its own, under a number that finds the line again. */
export function reportFailure(
  error: unknown,
  request: string,
  status: number,
  trace = currentTrace(),
): string {
  const errorId = randomUUID()
  const event = isDiskFull(error) ? 'disk_full' : 'server_error'
  printFailure(event, { request_id: trace?.id, error_id: errorId, status, request }, error)
  if (trace !== undefined) trace.printed = true
  return errorId
}

/**
 * What the auth API takes for «later»: a lock that others keep, or for which two waited for each other. The table API
 * answers as its model does.
 */
function isLockedByOthers(error: unknown): boolean {
  return errorCode(error) === '55P03' || errorCode(error) === '40P01'
}
