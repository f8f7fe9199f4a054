import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { preferredEncoding } from '../http/preferred-encoding.ts'

/** What is shorter goes in one packet, and would only be later for being packed. */
const LONG = 1024

const packGzip = promisify(gzip)
const packBrotli = promisify(brotliCompress)
/** What is longer is a page of a diary's first download, which is asked for once and waited for. */
const VERY_LONG = 100_000

/**
 * With the fourth of its eleven levels brotli takes as long as gzip, for a sixth less; with the fifth twice as long,
 * for another fourteenth.
 */
function brotliFor({ length }: string) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: length > VERY_LONG ? 5 : 4,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  }
}

/** An answer that isn't sent yet. */
export interface Drawn {
  body: string | null
  status: number
  headers: Record<string, string>
}

/**
 * Sends a long answer packed to whoever takes that: a family's rows are a thirteenth then. It is packed beside the
 * other requests, in a thread of its own.
 */
export async function respond(drawn: Drawn, acceptEncoding: string | undefined): Promise<Response> {
  const { body, status, headers } = drawn
  if (body === null || body.length < LONG) return new Response(body, { status, headers })
  headers.Vary = 'Accept-Encoding'
  const encoding = preferredEncoding(acceptEncoding ?? '', ['br', 'gzip', 'identity'])
  // As bytes: what a long text leaves behind to be cleaned up is twice as much.
  if (encoding === 'identity') return new Response(Buffer.from(body), { status, headers })
  headers['Content-Encoding'] = encoding
  const packed = encoding === 'br' ? await packBrotli(body, brotliFor(body)) : await packGzip(body)
  return new Response(packed, { status, headers })
}
