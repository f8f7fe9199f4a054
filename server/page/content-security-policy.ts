import { createHash } from 'node:crypto'

/**
 * Builds the page's Content-Security-Policy. Inline scripts and styles are allowed one by one, by their hashes, so that
 * nothing injected can run. `connectTo` lists the other origins that the app may call.
 */
export function contentSecurityPolicy(html: string, connectTo: readonly string[]): string {
  const scripts = hashesOf(
    html,
    /<script\b(?![^>]*(?:\ssrc=|\stype="application\/json"))[^>]*>([\s\S]*?)<\/script>/g,
  )
  const styles = hashesOf(html, /<style\b[^>]*>([\s\S]*?)<\/style>/g)
  const styleAttributes = hashesOf(html, /<[a-z][^<>]*?\sstyle="([^"]*)"/g)
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
    // The app sends its forms by script. A form sent before the script has loaded would put the password into the URL.
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
