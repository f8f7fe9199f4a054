/** Node's response, of whichever version of HTTP. */
interface Outgoing {
  setHeader(name: string, value: string): unknown
}

/**
 * What every answer says. The headers are set on Node's own response, because Hono would build all headers of its
 * response a second time; what an answer says itself goes before them.
 */
export function setSecurityHeaders(outgoing: Outgoing, siteUrl: string): void {
  outgoing.setHeader('X-Content-Type-Options', 'nosniff')
  if (siteUrl.startsWith('https:')) {
    outgoing.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  }
}

/**
 * What the answer of an API says besides: it is for whoever asked, and nothing in it is ever run. The files of the app
 * say for themselves how long they last and what they may load.
 */
export function setApiHeaders(outgoing: Outgoing): void {
  outgoing.setHeader('Cache-Control', 'no-store')
  outgoing.setHeader('Content-Security-Policy', `default-src 'none'; frame-ancestors 'none'`)
}
