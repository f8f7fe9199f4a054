import type { Context } from 'hono'
import * as v from 'valibot'
import { HttpError } from '../errors.ts'

const MAX_BODY_BYTES = 1024 * 1024
/** No call of ours nests more than a few levels; deeper input only aims at recursion. */
const MAX_DEPTH = 100

/** Optional fields; null means absent (auth-js sends `code_challenge: null`). */
export const optionalText = v.pipe(
  v.nullish(v.string(), ''),
  v.transform((text) => text ?? ''),
)
export const optionalObject = v.nullish(
  v.custom<Record<string, unknown>>(isPlainObject, 'expected an object'),
)

/** Parses the body or throws 400 bad_json. Fields that the schema doesn't name are ignored. */
export async function readJsonBody<Schema extends v.ObjectSchema<v.ObjectEntries, undefined>>(
  c: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const body = parseJson(await readText(c)) ?? {}
  if (!isPlainObject(body)) throw badJson('expected an object at the top level')
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw badJson(`${issue.message} at ${v.getDotPath(issue) ?? 'the top level'}`)
}

async function readText(c: Context): Promise<string> {
  const bytes = await readBytes(c)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badJson('invalid UTF-8')
  }
}

async function readBytes(c: Context): Promise<ArrayBuffer | Buffer> {
  const stated = c.req.header('content-length')
  if (Number(stated ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  try {
    return stated === undefined ? await readChunks(c.req.raw.body) : await c.req.arrayBuffer()
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw badJson('the body ended early')
  }
}

async function readChunks(body: ReadableStream<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** JSON without what PostgreSQL can't hold (NUL, half surrogate pairs) and without deep nesting. */
function parseJson(text: string): unknown {
  if (depthOf(text) > MAX_DEPTH) throw badJson(`nested more than ${MAX_DEPTH} levels deep`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw badJson(error instanceof SyntaxError ? error.message : 'unreadable')
  }
  if (!isStorable(value)) throw badJson('\\u0000 and unpaired surrogates are not allowed')
  return value
}

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (inString) {
      if (char === '\\') i++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth)
    else if (char === '}' || char === ']') depth--
  }
  return deepest
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

function badJson(why: string): HttpError {
  return new HttpError(400, 'bad_json', `Could not parse request body as JSON: ${why}`)
}

function tooLarge(): HttpError {
  const message = `Request body too large (max ${MAX_BODY_BYTES} bytes)`
  return new HttpError(413, 'request_entity_too_large', message)
}
