import { DatabaseError } from 'pg'
import { connectionFailure } from '../../db/connection-failure.ts'
import { isAboutFiles, isDatabaseAway } from '../../db/database-away.ts'
import { HttpError } from '../../http/errors.ts'

/** The HTTP status of whole SQLSTATE classes. Any other class means that the request was wrong, with status 400. */
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
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

const EXCEPTIONS: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  // The request holds a value beyond PostgreSQL's limits, such as an array of seven dimensions.
  '54000': 400,
  // PostgreSQL is stopping (57P01), has crashed (57P02) or is starting up (57P03).
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  P0001: 400,
}

/**
 * Makes the answer to an error of PostgreSQL or of the connection to it. Answers null for any other error. `anonymous`
 * turns a missing permission into 401, because signing in may help.
 */
export function fromDatabase(error: unknown, anonymous: boolean): HttpError | null {
  if (isAboutFiles(error)) return new HttpError(503, '58030', "The database can't use its files.")
  if (error instanceof DatabaseError && error.code !== undefined) {
    const status = statusOf(error, error.code, anonymous)
    return new HttpError(status, error.code, error.message, {
      details: error.detail ?? null,
      hint: error.hint ?? null,
      headers: status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {},
    })
  }
  return fromConnection(error)
}

function statusOf(error: DatabaseError, code: string, anonymous: boolean): number {
  if (isDatabaseAway(error)) return 503
  if (code === '42501') return anonymous ? 401 : 403
  const custom = /^PT([1-5][0-9][0-9])$/.exec(code)?.[1]
  if (custom !== undefined) return Number(custom)
  return EXCEPTIONS[code] ?? CLASSES[code.slice(0, 2)] ?? 400
}

function fromConnection(error: unknown): HttpError | null {
  switch (connectionFailure(error)) {
    case 'none-free':
      return new HttpError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
    case 'no-answer':
      return new HttpError(503, 'PGRST000', 'Database connection error.')
    case 'broken':
      return new HttpError(503, 'PGRST001', 'Database client error. Retrying the connection.')
    case null:
      return null
  }
}
