import { BodyBudget } from './body-budget.ts'
import { HttpError } from './errors.ts'

/** A larger body is refused with 413. */
const MAX_BYTES = 1024 * 1024
/** The app's requests nest only a few levels deep. Deeper input can only be meant to exhaust a parser's stack. */
export const MAX_DEPTH = 100

/** Bodies up to this size aren't counted below: a family's own records go through whatever others send. */
const SMALL_BYTES = 64 * 1024
/** Up to this size the quickest way is taken, which keeps each piece as it comes. Most records are shorter. */
const TINY_BYTES = 4 * 1024
const MIB = 1024 * 1024
/** The memory is the whole process's, and so is this. */
const underWay = new BodyBudget(64 * MIB, 16 * MIB)

/**
 * Reads a body as text. Throws HttpError: 413 when it is too large, 429 when too much of others is under way, and what
 * `refuse` makes of one that is not UTF-8 or was cut off.
 * @param sender an address, or the network of one that has many.
 */
export async function readText(
  request: Request,
  sender: string,
  refuse: (why: string) => HttpError,
): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readBytes(request, sender))
  } catch (error) {
    throw error instanceof HttpError ? error : refuse('invalid UTF-8')
  }
}

async function readBytes(request: Request, sender: string): Promise<ArrayBuffer | Buffer> {
  const announced = request.headers.get('content-length')
  const length = announced === null ? Number.POSITIVE_INFINITY : Number(announced)
  if (announced !== null && length > MAX_BYTES) throw tooLarge()
  return length <= TINY_BYTES ? request.arrayBuffer() : readPieces(request.body, sender)
}

/**
 * The bytes have to be counted while they arrive: what is announced may never come, or isn't announced. The pieces are
 * copied and let go, because they may be of one byte each, and a piece takes hundreds of bytes besides.
 */
async function readPieces(body: ReadableStream<Uint8Array> | null, sender: string): Promise<Buffer> {
  let bytes = Buffer.allocUnsafe(TINY_BYTES)
  let length = 0
  let held = 0
  try {
    for await (const piece of body ?? []) {
      const needed = length + piece.length
      if (needed > MAX_BYTES) throw tooLarge()
      if (needed > bytes.length) {
        const room = 2 ** Math.ceil(Math.log2(needed))
        if (room > SMALL_BYTES) {
          underWay.hold(sender, room - held)
          held = room
        }
        const larger = Buffer.allocUnsafe(room)
        larger.set(bytes.subarray(0, length))
        bytes = larger
      }
      bytes.set(piece, length)
      length = needed
    }
    return bytes.subarray(0, length)
  } finally {
    if (held > 0) underWay.release(sender, held)
  }
}

function tooLarge(): HttpError {
  const message = `Request body too large (max ${MAX_BYTES} bytes)`
  return new HttpError(413, 'request_entity_too_large', message)
}

/**
 * Answers whether a text nests deeper than MAX_DEPTH. It counts brackets outside of strings before anything is parsed,
 * and the text need not be valid JSON.
 */
export function nestsTooDeep(json: string): boolean {
  let open = 0
  let quoted = false
  for (let index = 0; index < json.length; index += 1) {
    const sign = json[index]
    if (sign === '"') quoted = !quoted
    else if (quoted) index += sign === '\\' ? 1 : 0
    else if (sign === '{' || sign === '[') open += 1
    else if (sign === '}' || sign === ']') open -= 1
    if (open > MAX_DEPTH) return true
  }
  return false
}
