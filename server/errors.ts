import { randomUUID } from 'node:crypto'
import { connectionFailure } from './db/connection-failure.ts'

/** What an answer carries beside status, code and message; each shape draws what it knows. */
export interface ErrorExtra {
  /** Table shape: `details` and `hint`. */
  details?: unknown
  hint?: string | null
  /** Added to the answer's headers in both shapes. */
  headers?: Record<string, string>
  /** Auth shape: merged into the body (`weak_password`). */
  fields?: Record<string, unknown>
  /** Auth shape, old version: finds the line of the log. */
  errorId?: string
  /** Replaces the body whatever the version asked for: OAuth-style errors and the gateway's. */
  body?: Record<string, unknown>
}

/** The one way to refuse a request. Thrown anywhere below app.ts, drawn by its one error handler. */
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

/** The only version of the auth error body that exists; later dates act the same. */
const API_VERSION = '2024-01-01'
const API_VERSION_HEADER = 'X-Supabase-Api-Version'

/** True when the client asked for the dated error body. A date that doesn't exist means the old one. */
function wantsVersionedErrors(header: string | null | undefined): boolean {
  if (header == null || !/^\d{4}-\d{2}-\d{2}$/.test(header)) return false
  const date = new Date(`${header}T00:00:00Z`)
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(header)
  return exists && header >= API_VERSION
}

/** Draws the shape of `/auth/v1` (wire contract 1.2). */
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

/** Draws the shape of `/rest/v1` (wire contract 3.2). */
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

/** SQLSTATEs that say "later": connection, resources, shutdown, a lock that others hold. */
const DATABASE_AWAY = /^(?:08|53|57P0|55P03)/

/** What an error that nobody foresaw is answered with. It is written down, and only its number is shown. */
export function toHttpError(error: unknown, request: string): HttpError {
  if (error instanceof HttpError) return error
  const errorId = randomUUID()
  console.error(`${new Date().toISOString()} ${errorId} ${request}`, error)
  return isDatabaseAway(error)
    ? new HttpError(503, 'unexpected_failure', 'Database unavailable, please try again', { errorId })
    : new HttpError(500, 'unexpected_failure', 'Unexpected failure, please check server logs', { errorId })
}

function isDatabaseAway(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return DATABASE_AWAY.test(code) || connectionFailure(error) !== null
}
