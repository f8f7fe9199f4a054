import { DatabaseError } from 'pg'
import { HttpError } from '../errors.ts'

/** SQLSTATE classes with a status of their own; anything else is the client's mistake, 400. */
const CLASSES: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

const EXCEPTIONS: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  // A value beyond PostgreSQL's limits, such as an array of seven dimensions.
  '54000': 400,
  '57P01': 503,
  P0001: 400,
}

/** The answer to what PostgreSQL, or the way to it, refused; null for an error of our own. */
export function fromDatabase(error: unknown, anonymous: boolean): HttpError | null {
  if (error instanceof DatabaseError && error.code !== undefined) {
    const status = statusOf(error.code, anonymous)
    return new HttpError(status, error.code, error.message, {
      details: error.detail ?? null,
      hint: error.hint ?? null,
      headers: status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {},
    })
  }
  return error instanceof Error ? fromConnection(error) : null
}

function statusOf(code: string, anonymous: boolean): number {
  if (code === '42501') return anonymous ? 401 : 403
  const custom = /^PT([1-5][0-9][0-9])$/.exec(code)?.[1]
  if (custom !== undefined) return Number(custom)
  return EXCEPTIONS[code] ?? CLASSES[code.slice(0, 2)] ?? 400
}

/** The driver has no class for these; Node's codes and its own sentences tell them apart. */
function fromConnection(error: Error): HttpError | null {
  if (error.message.startsWith('timeout exceeded when trying to connect')) {
    return new HttpError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
  }
  const code = 'code' in error ? String(error.code) : ''
  const refused = /^(?:ECONN|EPIPE|ENOENT|ENOTFOUND|EHOST|ENET|ETIMEDOUT|EAI_)/.test(code)
  if (refused) return new HttpError(503, 'PGRST000', 'Database connection error.')
  if (
    /^(?:Connection terminated|Client has encountered a connection error|Cannot use a pool)/.test(
      error.message,
    )
  ) {
    return new HttpError(503, 'PGRST001', 'Database client error. Retrying the connection.')
  }
  return null
}
