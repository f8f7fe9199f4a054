import type { Drawn } from './compressed.ts'
import { MAX_ROWS } from './query/answer-limits.ts'
import { contentRange } from './query/range.ts'
import { notSingle, offsetBeyond, tooManyAffected, tooManyAnswered } from './refusals/refusals.ts'
import { CONTENT_TYPE, type Shape } from './request/media-type.ts'
import { preferenceApplied } from './request/prefer.ts'
import type { TableRequest } from './request/request.ts'
import type { Table } from './sql/schema.ts'
import { csvHeader, type Outcome } from './sql/sql.ts'

/**
 * Throws when the outcome is one that the client asked to be an error, or too long to answer. For a change it has to be
 * called before the commit.
 */
export function checkOutcome(request: TableRequest, outcome: Outcome): void {
  if (wantsOne(request.shape) && outcome.rows !== 1) throw notSingle(outcome.rows)
  const { handling, maxAffected } = request.preferences
  const limited = request.verb === 'update' || request.verb === 'delete'
  if (limited && handling === 'strict' && maxAffected !== null && outcome.rows > maxAffected) {
    throw tooManyAffected(outcome.rows)
  }
  if (mayBeTooMany(request) && outcome.rows > MAX_ROWS) throw tooManyAnswered(outcome.rows, MAX_ROWS)
}

/** True when `checkOutcome` may refuse a change, so that its commit has to wait for that check. */
export function mayRefuseOutcome(request: TableRequest): boolean {
  if (request.verb === 'read') return false
  return wantsOne(request.shape) || request.preferences.maxAffected !== null || mayBeTooMany(request)
}

/** A read is shortened; who changes rows and asks for all of them would take those that are missing for unchanged. */
function mayBeTooMany(request: TableRequest): boolean {
  if (request.verb === 'read' || request.preferences.return !== 'representation') return false
  return request.verb !== 'insert' || !request.payload.single
}

function wantsOne(shape: Shape): boolean {
  return shape === 'object' || shape === 'object-stripped'
}

/** Draws the answer. Throws PGRST103 when the first row asked for lies beyond the last one. */
export function drawOutcome(table: Table, request: TableRequest, outcome: Outcome): Drawn {
  const headers: Record<string, string> = {}
  const applied = preferenceApplied(request.preferences, request.verb)
  if (applied !== null) headers['Preference-Applied'] = applied
  return request.verb === 'read'
    ? drawRead(table, request, outcome, headers)
    : drawWrite(table, request, outcome, headers)
}

function drawRead(
  table: Table,
  request: TableRequest & { verb: 'read' },
  outcome: Outcome,
  headers: Record<string, string>,
): Drawn {
  const { rows, total } = outcome
  const { offset } = request.range
  if (total !== null && offset > total) throw offsetBeyond(offset, total)
  headers['Content-Range'] = contentRange(offset, offset + rows - 1, total)
  headers['Content-Location'] = `/${table.name}${request.canonical === '' ? '' : `?${request.canonical}`}`
  headers['Content-Type'] = CONTENT_TYPE[request.shape]
  const status = total !== null && rows < total ? 206 : 200
  return { body: request.headersOnly ? null : bodyOf(table, request, outcome), status, headers }
}

function drawWrite(
  table: Table,
  request: Exclude<TableRequest, { verb: 'read' }>,
  outcome: Outcome,
  headers: Record<string, string>,
): Drawn {
  const counted = request.preferences.count === null || request.preferences.count === 'planned'
  const total = counted ? null : outcome.rows
  // As in PostgREST, only an update numbers its rows. The other changes answer how many rows there were, if that was
  // asked.
  headers['Content-Range'] = contentRange(0, request.verb === 'update' ? outcome.rows - 1 : -1, total)
  if (outcome.location !== null && outcome.rows === 1) {
    headers.Location = `/${table.name}?${locationQuery(outcome.location)}`
  }
  const represented = request.preferences.return === 'representation'
  if (represented) headers['Content-Type'] = CONTENT_TYPE[request.shape]
  const status = writeStatus(request.verb, represented, outcome)
  return { body: represented ? bodyOf(table, request, outcome) : null, status, headers }
}

function writeStatus(verb: 'insert' | 'update' | 'delete', represented: boolean, outcome: Outcome): number {
  if (verb !== 'insert') return represented ? 200 : 204
  // An upsert that only changed rows has created nothing, so it answers 200.
  return outcome.inserted === 0 ? 200 : 201
}

function bodyOf(table: Table, request: TableRequest, outcome: Outcome): string {
  if (request.shape !== 'csv') return outcome.body
  return outcome.rows === 0 ? csvHeader(table, request) : `${csvHeader(table, request)}\n${outcome.body}`
}

function locationQuery(json: string): string {
  const key: unknown = JSON.parse(json)
  return Object.entries(key ?? {})
    .map(([name, value]) => `${encodeURIComponent(name)}=eq.${encodeURIComponent(String(value))}`)
    .join('&')
}
