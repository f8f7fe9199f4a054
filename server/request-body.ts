import { HttpError } from './errors.ts'

/** The largest body that is read. */
const MAX_BYTES = 1024 * 1024
/** No call of ours nests more than a few levels; deeper input only aims at the stack of whoever reads it. */
export const MAX_DEPTH = 100

/** Reads a body as text. Throws 413, or what `refuse` makes of one that is cut off or no text. */
export async function readText(request: Request, refuse: (why: string) => HttpError): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readBytes(request))
  } catch (error) {
    throw error instanceof HttpError ? error : refuse('invalid UTF-8')
  }
}

async function readBytes(request: Request): Promise<ArrayBuffer | Buffer> {
  const announced = request.headers.get('content-length')
  if (Number(announced ?? 0) > MAX_BYTES) throw tooLarge()
  // Without a length nothing says when to stop, so the pieces are counted.
  return announced === null ? readPieces(request.body) : request.arrayBuffer()
}

async function readPieces(body: ReadableStream<Uint8Array> | null): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.length
    if (length > MAX_BYTES) throw tooLarge()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function tooLarge(): HttpError {
  const message = `Request body too large (max ${MAX_BYTES} bytes)`
  return new HttpError(413, 'request_entity_too_large', message)
}

/** Counts brackets outside of texts, before anything is parsed; the text may not be JSON at all. */
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
