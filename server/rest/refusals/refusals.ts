import { HttpError } from '../../http/errors.ts'

/** This file holds every refusal of the table API that is not PostgreSQL's own (wire 3.2, refusals). */

/** PostgreSQL's own code for a full disk, before it is one: phones keep what they sent and send it again later. */
export function diskNearlyFull(): HttpError {
  return new HttpError(503, '53100', 'The disk is nearly full: only few rows at once are taken.')
}

export function unparseable(what: string, line: number, column: number, details: string): HttpError {
  const message = `"failed to parse ${what}" (line ${line}, column ${column})`
  return new HttpError(400, 'PGRST100', message, { details })
}

export function badBody(message: string): HttpError {
  return new HttpError(400, 'PGRST102', message)
}

export const INVALID_JSON = 'Empty or invalid json'

export function badRange(details: string): HttpError {
  return new HttpError(416, 'PGRST103', 'Requested range not satisfiable', { details })
}

export function offsetBeyond(offset: number, total: number): HttpError {
  const error = badRange(`An offset of ${offset} was requested, but there are only ${total} rows.`)
  return new HttpError(error.status, error.code, error.message, {
    ...error.extra,
    headers: { 'Content-Range': `*/${total}` },
  })
}

export function unknownSchema(schema: string): HttpError {
  return new HttpError(406, 'PGRST106', `Invalid schema: ${schema}`, {
    hint: 'Only the following schemas are exposed: public',
  })
}

export function noMediaType(accepted: readonly string[]): HttpError {
  return new HttpError(406, 'PGRST107', `None of these media types are available: ${accepted.join(', ')}`)
}

export function notEmbedded(resource: string): HttpError {
  return new HttpError(400, 'PGRST108', `'${resource}' is not an embedded resource in this request`, {
    hint: `Verify that '${resource}' is included in the 'select' query parameter.`,
  })
}

export function notSingle(rows: number): HttpError {
  return new HttpError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })
}

export function unsupportedMethod(method: string): HttpError {
  return new HttpError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
}

export function invalidPreferences(preferences: readonly string[]): HttpError {
  return new HttpError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${preferences.join(', ')}`,
  })
}

export function noAggregates(): HttpError {
  return new HttpError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
}

export function tooManyAffected(rows: number): HttpError {
  return new HttpError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })
}

export function tooManyAnswered(rows: number, most: number): HttpError {
  return new HttpError(400, '54000', `No more than ${most} written rows are answered`, {
    details: `The query affects ${rows} rows`,
    hint: 'Write fewer rows at once, or ask for return=minimal.',
  })
}

export function invalidPath(): HttpError {
  return new HttpError(404, 'PGRST125', 'Invalid path specified in request URL')
}

export function rootDisabled(): HttpError {
  return new HttpError(404, 'PGRST126', 'Root endpoint metadata is disabled')
}

export function noRelationship(parent: string, child: string, joinHint: string | null): HttpError {
  const message = `Could not find a relationship between '${parent}' and '${child}' in the schema cache`
  const using = joinHint === null ? '' : `' using the hint '${joinHint}`
  return new HttpError(400, 'PGRST200', message, {
    details: `Searched for a foreign key relationship between '${parent}' and '${child}${using}' in the schema 'public', but no matches were found.`,
  })
}

export function unknownFunction(name: string, parameters: readonly string[]): HttpError {
  const given = parameters.join(', ')
  const [called, searched] =
    parameters.length === 0
      ? [' without parameters', ' without parameters']
      : [`(${given})`, ` with parameter${parameters.length === 1 ? '' : 's'} ${given}`]
  return new HttpError(
    404,
    'PGRST202',
    `Could not find the function public.${name}${called} in the schema cache`,
    {
      details: `Searched for the function public.${name}${searched}, but no matches were found in the schema cache.`,
    },
  )
}

export function notOnFunctions(method: string): HttpError {
  return new HttpError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
}

export function unknownPayloadColumn(table: string, column: string): HttpError {
  return new HttpError(
    400,
    'PGRST204',
    `Could not find the '${column}' column of '${table}' in the schema cache`,
  )
}

export function unknownTable(table: string, closest: string | null): HttpError {
  return new HttpError(404, 'PGRST205', `Could not find the table 'public.${table}' in the schema cache`, {
    hint: closest === null ? null : `Perhaps you meant the table 'public.${closest}'`,
  })
}

/** Gives PostgreSQL's own answer before PostgreSQL is asked, so that only names of columns reach SQL. */
export function unknownColumn(reference: string, meant: readonly string[] = []): HttpError {
  const columns = meant.map((column) => `the column "${column}"`).join(' or ')
  return new HttpError(400, '42703', `column ${reference} does not exist`, {
    hint: columns === '' ? null : `Perhaps you meant to reference ${columns}.`,
  })
}

export function unknownType(name: string): HttpError {
  return new HttpError(400, '42704', `type "${name}" does not exist`)
}

/** Refuses text that PostgreSQL could not store, before it can reach a statement. */
export function badText(message: string): HttpError {
  return new HttpError(400, '22021', message)
}

/** Gives PostgreSQL's answer to half a surrogate pair in JSON; on its way there it would become another sign. */
export function illFormedText(): HttpError {
  return new HttpError(400, '22P02', 'invalid input syntax for type json', {
    details: 'Unicode low surrogate must follow a high surrogate.',
  })
}

/** Answers as the safeupdate extension does, because a forgotten filter must not reach every row. */
export function unfiltered(verb: 'UPDATE' | 'DELETE'): HttpError {
  return new HttpError(400, '21000', `${verb} requires a WHERE clause`)
}

export function readOnlyTable(table: string, anonymous: boolean): HttpError {
  return new HttpError(anonymous ? 401 : 403, '42501', `permission denied for table ${table}`, {
    headers: anonymous ? { 'WWW-Authenticate': 'Bearer' } : {},
  })
}
