import { badBody, bodyTooLarge, INVALID_JSON } from './refusals.ts'

/** The largest body that is read. */
const MAX_BODY_BYTES = 1024 * 1024

/** Reads a body as UTF-8 text. Throws 413, or PGRST102 for what is not UTF-8. */
export async function readBody(request: Request): Promise<string> {
  const announced = request.headers.get('content-length')
  if (announced !== null && Number(announced) > MAX_BODY_BYTES) throw bodyTooLarge(MAX_BODY_BYTES)
  // Without a length nothing says when to stop, so the pieces are counted.
  const bytes =
    announced === null ? await readPieces(request.body) : new Uint8Array(await request.arrayBuffer())
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badBody(INVALID_JSON)
  }
}

async function readPieces(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.length
    if (length > MAX_BODY_BYTES) throw bodyTooLarge(MAX_BODY_BYTES)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
