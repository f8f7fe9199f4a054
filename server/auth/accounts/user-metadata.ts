import { unprocessable } from '../calls/refusals.ts'

/** user_metadata travels inside every access token, and a header holds 16 KB at most. */
const MAX_BYTES = 8192

/** Refuses user_metadata whose length as JSON is too many bytes. Throws 422 validation_failed. */
export function refuseLargeMetadata(bytes: number): void {
  if (bytes <= MAX_BYTES) return
  throw unprocessable(`User metadata is over ${MAX_BYTES} bytes`)
}
