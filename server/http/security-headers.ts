/** Node's response, of whichever version of HTTP. */
interface Outgoing {
  setHeader(name: string, value: string): unknown
}

/**
 * What every answer says: it is for whoever asked, and nothing in it is ever run. What an answer says itself goes
 * before that: the files of the app say how long they last and what they may load. The headers are set on Node's own
 * response, because Hono would build all headers of its response a second time.
 */
export function setSecurityHeaders(outgoing: Outgoing, siteUrl: string): void {
  outgoing.setHeader('Cache-Control', 'no-store')
  outgoing.setHeader('Content-Security-Policy', `default-src 'none'; frame-ancestors 'none'`)
  outgoing.setHeader('X-Content-Type-Options', 'nosniff')
  if (siteUrl.startsWith('https:')) {
    outgoing.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  }
}
