import type { ServerResponse } from 'node:http'

const CORS_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit, Preference-Applied',
}

/**
 * Lets a page of any origin read the answer, refusals included, because the token decides. A page of this server's own
 * origin, as the app is, can read it anyway; telling it so would be a sixth of what a phone receives for a change.
 */
export function openToAnyOrigin(outgoing: ServerResponse | undefined, fetchSite: string | undefined): void {
  if (fetchSite === 'same-origin') return
  for (const [name, value] of Object.entries(CORS_HEADERS)) outgoing?.setHeader(name, value)
}

/** True for the preflight that a browser sends before the real request. It carries no key. */
export function isPreflight(method: string, header: (name: string) => string | undefined): boolean {
  return method === 'OPTIONS' && header('access-control-request-method') !== undefined
}

/** Answers a preflight and allows the headers it asks for. */
export function drawPreflight(requestedHeaders: string | undefined): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS_HEADERS,
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS',
      'Access-Control-Allow-Headers': requestedHeaders ?? 'authorization, apikey, content-type, prefer',
      'Access-Control-Max-Age': '86400',
    },
  })
}
