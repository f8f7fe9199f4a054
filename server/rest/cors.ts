/** On every answer of the table API, errors included. Any page may ask: the token decides, not the origin. */
export const CORS_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit, Preference-Applied',
}

/** True for the question a browser asks before the real request; it carries no key. */
export function isPreflight(method: string, header: (name: string) => string | undefined): boolean {
  return method === 'OPTIONS' && header('access-control-request-method') !== undefined
}

/** Allows whatever headers were asked for. */
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
