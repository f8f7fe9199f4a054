import { DatabaseError } from 'pg'
import { connectionFailure } from '../db/connection-failure.ts'
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
  // Stopping, fallen over, starting up.
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
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
  return fromConnection(error)
}

function statusOf(code: string, anonymous: boolean): number {
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
