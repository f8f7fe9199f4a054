import { isIP } from 'node:net'
import type { Config } from '../../settings/config.ts'
import { globPattern } from '../../settings/redirect-glob.ts'
import { isThisMachine } from '../../settings/this-machine.ts'
import type { AuthContext } from '../calls/auth-context.ts'

/** Where a link or a provider may send people. */
export interface RedirectRules {
  siteUrl: string
  /** The globs that AUTH_REDIRECT_ALLOW lists. */
  allow: readonly string[]
}

/** An operator's glob may take time by the square of a text's length. */
const LONGEST = 2_000

interface RedirectDeps {
  config: Pick<Config, 'siteUrl' | 'auth'>
}

/**
 * Where this request wants people to be sent in the end: the address that it states in a header, in the query or, as
 * `stated`, in its body; else the page that it came from. When neither is allowed, it is the app itself.
 */
export function redirectTarget(c: AuthContext, { config }: RedirectDeps, stated = ''): string {
  const rules = { siteUrl: config.siteUrl, allow: config.auth.redirectAllow }
  const asked = c.req.header('redirect_to') || c.req.query('redirect_to') || stated
  const candidates = [asked, c.req.header('referer') ?? '']
  const target = candidates.find((candidate) => isAllowedRedirect(candidate, rules)) ?? rules.siteUrl
  // A client gets its address back as it wrote it, unless no header can carry that.
  return /^[\x21-\x7e]*$/.test(target) ? target : new URL(target).href
}

/**
 * Whether people may be sent to an address, judged as a browser will read it, so that no spelling can pass for another
 * (wire 1.3, inputs). Without an allow-list only the app's own origin passes; a loopback one passes on any port.
 */
export function isAllowedRedirect(target: string, { siteUrl, allow }: RedirectRules): boolean {
  if (target.length > LONGEST) return false
  // A browser drops control characters and blanks and reads a backslash as a slash, so none of them may stand here.
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
  return url.port === site.port || isThisMachine(url.hostname)
}

/** Refuses hosts that hide where they lead: bare numbers, IP addresses but for loopback, and odd signs. */
function isOrdinaryHost(url: URL, target: string): boolean {
  const [, written = ''] = /^[^:/?#]+:\/\/([^/?#:]*)/.exec(target) ?? []
  if (/^\d+$/.test(written) || /^\d+$/.test(url.hostname)) return false
  const address = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0) return isThisMachine(url.hostname)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return true
  return /^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?$/.test(url.hostname)
}

/** An origin without its last slash: a browser writes «https://a.b» with one, and a glob may name either. */
function bare(address: string): string {
  return address.replace(/^([^:]+:\/\/[^/?]+)\/$/, '$1')
}
