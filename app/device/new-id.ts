import { uuidText } from '../../core/records/uuid-text.ts'

/** A random UUID (version 4). `crypto.randomUUID` is missing on pages that aren't served over HTTPS. */
export function newId(): string {
  return uuidText(4, [...crypto.getRandomValues(new Uint8Array(16))])
}
