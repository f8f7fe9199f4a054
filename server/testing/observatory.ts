/*
 * The grade that Mozilla's HTTP Observatory gives a page, by the rules and numbers of its scanner
 * (github.com/mdn/mdn-http-observatory, src/analyzer/tests and src/grader/charts.js of August 2026). What only a scan
 * over the network can see is left out, and each counts 0 at best: the redirection from http, which is the proxy's, the
 * certificate, and whether a browser knows the name by heart.
 */

export interface Scanned {
  /** The page's own answer, with its HTML. */
  headers: Headers
  html: string
  /** The answer to the same request from a page elsewhere. */
  fromElsewhere: Headers
  /** The origin that page has. */
  elsewhere: string
}

interface Grade {
  score: number
  isAPlus: boolean
  /** What each test adds or takes away. */
  modifiers: Readonly<Record<string, number>>
}

/** Whatever is added counts only for a page that has lost no more than ten. */
const LEAST_FOR_EXTRA = 90
const A_PLUS = 100

export function observatoryGrade(scanned: Scanned): Grade {
  const { headers, html } = scanned
  const policy = parsePolicy(headers.get('content-security-policy'))
  const modifiers = {
    'content-security-policy': contentSecurityPolicy(policy),
    cookies: cookies(headers),
    'cross-origin-embedder-policy': known(headers, 'cross-origin-embedder-policy', EMBEDDERS),
    'cross-origin-opener-policy': known(headers, 'cross-origin-opener-policy', OPENERS),
    'cross-origin-resource-policy': known(headers, 'cross-origin-resource-policy', READERS),
    'cross-origin-resource-sharing': sharing(scanned),
    'referrer-policy': referrerPolicy(headers.get('referrer-policy')),
    'strict-transport-security': transportSecurity(headers.get('strict-transport-security')),
    'subresource-integrity': subresourceIntegrity(html),
    'x-content-type-options': headers.get('x-content-type-options') === 'nosniff' ? 0 : -5,
    'x-frame-options': frames(headers.get('x-frame-options'), policy),
  }
  const all = Object.values(modifiers)
  const lost = all.filter((modifier) => modifier < 0).reduce((sum, modifier) => sum + modifier, 100)
  const score =
    lost < LEAST_FOR_EXTRA ? Math.max(0, lost) : all.reduce((sum, modifier) => sum + modifier, 100)
  return { score, isAPlus: score >= A_PLUS, modifiers }
}

type Policy = ReadonlyMap<string, readonly string[]>

const BROAD = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*']
const UNSAFE = [...BROAD, `'unsafe-inline'`, 'data:']
const PASSIVE = ['img-src', 'media-src']

function parsePolicy(header: string | null): Policy {
  const directives = (header ?? '').split(';').map((directive) => directive.trim().split(/\s+/))
  return new Map(directives.flatMap(([name = '', ...sources]) => (name === '' ? [] : [[name, sources]])))
}

function contentSecurityPolicy(policy: Policy): number {
  if (policy.size === 0) return -25
  const of = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  const [scripts, styles] = [withoutOverruled(of('script-src')), withoutOverruled(of('style-src'))]
  const has = (sources: readonly string[], some: readonly string[]) =>
    sources.some((source) => some.includes(source))
  const isPlain = (source: string) => /^(?:http|ftp):/.test(source)
  if (has(scripts, UNSAFE) || has(of('object-src'), BROAD)) return -20
  const active = [...policy].filter(([name]) => !PASSIVE.includes(name)).flatMap(([, sources]) => sources)
  if (active.some(isPlain)) return -20
  if (has([...scripts, ...styles], [`'unsafe-eval'`])) return -10
  if (PASSIVE.flatMap(of).some(isPlain)) return -10
  if (has(styles, UNSAFE)) return 0
  return policy.get('default-src')?.join(' ') === `'none'` ? 10 : 5
}

/** Browsers ignore 'unsafe-inline' beside a hash or a nonce. */
function withoutOverruled(sources: readonly string[]): readonly string[] {
  const isNamed = sources.some((source) => /^'(?:sha256|sha384|sha512|nonce)-/.test(source))
  return isNamed ? sources.filter((source) => source !== `'unsafe-inline'`) : sources
}

/** The scanner tells more kinds of faulty cookies apart; each of them costs an A+. */
function cookies(headers: Headers): number {
  const set = headers.getSetCookie()
  if (set.length === 0) return 0
  const isClosed = (cookie: string) =>
    /;\s*secure/i.test(cookie) && /;\s*httponly/i.test(cookie) && /;\s*samesite=(?:lax|strict)/i.test(cookie)
  return set.every(isClosed) ? 5 : -20
}

const EMBEDDERS = { 'require-corp': 10, credentialless: 10, 'unsafe-none': 0 }
const OPENERS = {
  'same-origin': 10,
  'same-origin-allow-popups': 10,
  'noopener-allow-popups': 10,
  'unsafe-none': 0,
}
const READERS = { 'same-site': 10, 'same-origin': 10, 'cross-origin': 0 }

/** A header that isn't there costs nothing, and one that means nothing does. */
function known(headers: Headers, name: string, values: Readonly<Record<string, number>>): number {
  const value = headers.get(name)
  return value === null ? 0 : (values[value] ?? -5)
}

function sharing({ fromElsewhere, elsewhere }: Scanned): number {
  const isAnybodys = fromElsewhere.get('access-control-allow-origin') === elsewhere
  return isAnybodys && fromElsewhere.get('access-control-allow-credentials') === 'true' ? -50 : 0
}

const PRIVATE = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']

function referrerPolicy(header: string | null): number {
  if (header === null) return 0
  const last = header.split(',').at(-1) ?? ''
  return PRIVATE.includes(last.trim().toLowerCase()) ? 5 : -5
}

const SIX_MONTHS = 15_552_000

function transportSecurity(header: string | null): number {
  const [, seconds] = /^\s*max-age=(\d+)/i.exec(header ?? '') ?? []
  if (seconds === undefined) return -20
  return Number(seconds) < SIX_MONTHS ? -10 : 0
}

function subresourceIntegrity(html: string): number {
  const scripts = [...html.matchAll(/<script\b[^>]*\ssrc="([^"]*)"[^>]*>/g)]
  const strangers = scripts.filter(([, source = '']) => /^(?:https?:)?\/\//.test(source))
  const costs = strangers.map(([tag, source = '']) => {
    const isNamed = / integrity="/.test(tag)
    if (source.startsWith('https:')) return isNamed ? 5 : -5
    return isNamed ? -20 : -50
  })
  if (costs.length > 0) return Math.min(...costs)
  return scripts.some(([tag]) => / integrity="/.test(tag)) ? 5 : 0
}

function frames(header: string | null, policy: Policy): number {
  if (policy.has('frame-ancestors')) return 5
  if (header === null) return -20
  const value = header.trim().toLowerCase()
  if (['deny', 'sameorigin'].includes(value)) return 5
  return value.startsWith('allow-from') ? 0 : -20
}
