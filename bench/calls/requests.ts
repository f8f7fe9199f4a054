import { type Family, newRecord } from '../family.ts'
import { headOf, type WireRequest, withJson } from './load.ts'

/*
 * The calls of a phone, word for word as the app makes them.
 */

/** The columns and the order of the app's own question for what has changed; the family's id is bound with the rest. */
export function changesQuery(familyId: string, rows: number): string {
  return `select=*&user_id=eq.${familyId}&rev=gt.0&order=rev.asc&limit=${rows}`
}

export function readRequest({ headers, id }: Family, rows = 200): WireRequest {
  const text = `${headOf(`GET /rest/v1/sleep_records?${changesQuery(id, rows)}`, headers)}\r\n`
  return () => text
}

export function askRequest({ headers, id }: Family): WireRequest {
  const text = `${headOf(`GET /rest/v1/sync_state?select=*&user_id=eq.${id}`, headers)}\r\n`
  return () => text
}

export function insertRequest({ headers }: Family): WireRequest {
  const head = headOf('POST /rest/v1/sleep_records', headers)
  return () => withJson(head, newRecord())
}

export function loginRequest({ email, password, headers: { apikey = '' } }: Family): WireRequest {
  const head = headOf('POST /auth/v1/token?grant_type=password', { apikey })
  const text = withJson(head, { email, password })
  return () => text
}
