import { createHash } from 'node:crypto'

/** Only what the page itself brings may run: its inline pieces are allowed one by one, by their hashes. */
export function contentSecurityPolicy(html: string, connectTo: readonly string[]): string {
  const scripts = hashesOf(
    html,
    /<script\b(?![^>]*(?:\ssrc=|\stype="application\/json"))[^>]*>([\s\S]*?)<\/script>/g,
  )
  const styles = hashesOf(html, /<style\b[^>]*>([\s\S]*?)<\/style>/g)
  const styleAttributes = hashesOf(html, /<[a-z][^>]*?\sstyle="([^"]*)"/g)
  return [
    `default-src 'none'`,
    directive('script-src', [`'self'`, ...scripts]),
    directive('style-src', [
      `'self'`,
      ...styles,
      ...(styleAttributes.length === 0 ? [] : [`'unsafe-hashes'`, ...styleAttributes]),
    ]),
    `img-src 'self' data:`,
    `font-src 'self'`,
    directive('connect-src', [`'self'`, ...connectTo]),
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `base-uri 'none'`,
    // Forms are sent by script; one that is sent before the script is there would put the password in the address.
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

function directive(name: string, sources: readonly string[]): string {
  return [name, ...sources].join(' ')
}

function hashesOf(html: string, pieces: RegExp): string[] {
  const hashes = [...html.matchAll(pieces)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return [...new Set(hashes)]
}
