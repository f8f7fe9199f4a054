import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { preferredEncoding } from '../http/preferred-encoding.ts'

/** What is shorter goes in one packet, and would only be later for being packed. */
const LONG = 1024

const pack = promisify(gzip)

/** An answer that isn't sent yet. */
export interface Drawn {
  body: string | null
  status: number
  headers: Record<string, string>
}

/**
 * Sends a long answer packed to whoever takes gzip: a family's rows are a thirteenth then. It is packed beside the
 * other requests, in a thread of its own.
 */
export async function respond(drawn: Drawn, acceptEncoding: string | undefined): Promise<Response> {
  const { body, status, headers } = drawn
  if (body === null || body.length < LONG) return new Response(body, { status, headers })
  headers.Vary = 'Accept-Encoding'
  if (preferredEncoding(acceptEncoding ?? '', ['gzip', 'identity']) === 'identity') {
    return new Response(body, { status, headers })
  }
  headers['Content-Encoding'] = 'gzip'
  return new Response(await pack(body), { status, headers })
}
