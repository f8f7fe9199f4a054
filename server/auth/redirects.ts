import { isIP } from 'node:net'
import type { AuthContext, AuthDeps } from './auth-deps.ts'

/** Where a link or a provider may send people. */
export interface RedirectRules {
  siteUrl: string
  /** Globs, as AUTH_REDIRECT_ALLOW lists them. */
  allow: readonly string[]
}

/**
 * Where this request wants to end: what it states (header, query, or `stated` from a form or body), else the page it
 * came from; when neither is allowed, the app itself.
 */
export function redirectTarget(c: AuthContext, deps: AuthDeps, stated = ''): string {
  const rules = { siteUrl: deps.config.siteUrl, allow: deps.config.auth.redirectAllow }
  const asked = c.req.header('redirect_to') || c.req.query('redirect_to') || stated
  const candidates = [asked, c.req.header('referer') ?? '']
  const target = candidates.find((candidate) => isAllowedRedirect(candidate, rules)) ?? rules.siteUrl
  // Kept as it was written, unless no header can carry it.
  return /^[\x21-\x7e]*$/.test(target) ? target : new URL(target).href
}

/**
 * Judges the address as a browser will read it, so that no spelling can pass for another (wire contract 1.3). Without
 * an allow-list only the app's own origin passes; a loopback address may use any port.
 */
export function isAllowedRedirect(target: string, { siteUrl, allow }: RedirectRules): boolean {
  // A browser drops control characters and blanks, and reads a backslash as a slash.
  if (/[\s\p{Cc}\\]/u.test(target) || !URL.canParse(target)) return false
  const url = new URL(target)
  if (url.username !== '' || url.password !== '') return false
  if (isOwnOrigin(url, new URL(siteUrl))) return true
  if (!isOrdinaryHost(url, target)) return false
  const address = url.href.replace(/#.*$/, '')
  return allow.some((glob) => globPattern(glob).test(address) || globPattern(glob).test(bare(address)))
}

function isOwnOrigin(url: URL, site: URL): boolean {
  if (url.protocol !== site.protocol || url.hostname !== site.hostname) return false
  return url.port === site.port || isLoopback(url.hostname)
}

function isOrdinaryHost(url: URL, target: string): boolean {
  const [, written = ''] = /^[^:/?#]+:\/\/([^/?#:]*)/.exec(target) ?? []
  if (/^\d+$/.test(written) || /^\d+$/.test(url.hostname)) return false
  const address = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0) return isLoopback(url.hostname)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return true
  return /^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?$/.test(url.hostname)
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

/** «https://a.b/» is how a browser writes «https://a.b», and a glob may name either. */
function bare(address: string): string {
  return address.replace(/^([^:]+:\/\/[^/?]+)\/$/, '$1')
}

/**
 * A glob as upstream reads it: `*` and `?` stop at `.` and `/`, `**` stops nowhere, `[a-c]` and `[!x]` are one
 * character, `{a,b}` is one of several.
 */
export function globPattern(glob: string): RegExp {
  let pattern = ''
  let depth = 0
  for (let at = 0; at < glob.length; at += 1) {
    const [token, translated] = globToken(glob.slice(at), depth)
    if (token === '{') depth += 1
    if (token === '}' && depth > 0) depth -= 1
    pattern += translated
    at += token.length - 1
  }
  return new RegExp(`^${pattern}${')'.repeat(depth)}$`, 'u')
}

function globToken(rest: string, depth: number): [string, string] {
  if (rest.startsWith('**')) return ['**', '.*']
  const [first = ''] = rest
  const [set, negated, members = ''] = /^\[(!?)([^\]]+)\]/.exec(rest) ?? []
  if (set !== undefined) return [set, `[${negated ? '^' : ''}${members.replace(/[\\^[&~|]/g, '\\$&')}]`]
  switch (first) {
    case '*':
      return ['*', '[^./]*']
    case '?':
      return ['?', '[^./]']
    case '{':
      return ['{', '(?:']
    case '}':
      return ['}', depth > 0 ? ')' : '\\}']
    case ',':
      return [',', depth > 0 ? '|' : ',']
    case '\\':
      return [rest.slice(0, 2), literal(rest[1] ?? '\\')]
    default:
      return [first, literal(first)]
  }
}

function literal(sign: string): string {
  return sign.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
