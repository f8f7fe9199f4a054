import type { Context } from 'hono'
import * as v from 'valibot'
import { MAX_DEPTH, nestsTooDeep, readText } from '../../http/request-body.ts'
import { badJson } from './refusals.ts'

// In optional fields null means absent, because the official client sends `code_challenge: null`.
export const optionalText = v.pipe(
  v.nullish(v.string(), ''),
  v.transform((text) => text ?? ''),
)
export const optionalFlag = v.pipe(
  v.nullish(v.boolean(), false),
  v.transform((flag) => flag ?? false),
)
export const optionalObject = v.nullish(
  v.custom<Record<string, unknown>>(isPlainObject, 'expected an object'),
)

/**
 * Reads the body as a JSON object; null counts as an empty one. Fields that the schema doesn't name are ignored. Throws
 * 400 bad_json, and 413 for more than 1 MiB.
 */
export async function readJsonBody<Schema extends v.ObjectSchema<v.ObjectEntries, undefined>>(
  c: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const body = parseJson(await readText(c.req.raw, c.get('trace')?.sender ?? 'unknown', badJson)) ?? {}
  if (!isPlainObject(body)) throw badJson('expected an object at the top level')
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw badJson(`${issue.message} at ${v.getDotPath(issue) ?? 'the top level'}`)
}

/** Parses JSON, but refuses what PostgreSQL can't store (NUL, unpaired surrogates) and what nests too deep. */
function parseJson(text: string): unknown {
  if (nestsTooDeep(text)) throw badJson(`nested more than ${MAX_DEPTH} levels deep`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw badJson(error instanceof SyntaxError ? error.message : 'unreadable')
  }
  if (!isStorable(value)) throw badJson('\\u0000 and unpaired surrogates are not allowed')
  return value
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !/\0|\p{Surrogate}/u.test(value)
  if (Array.isArray(value)) return value.every(isStorable)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, field]) => isStorable(key) && isStorable(field))
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
