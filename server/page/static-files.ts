import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Encoding, preferredEncoding } from '../http/preferred-encoding.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { fillManifest, fillPage } from './fill-page.ts'

/** The built app, which is served from memory. */
export interface StaticFiles {
  respond(request: Request): Response
}

interface Asset {
  headers: Record<string, string>
  /** The file as built and in each compressed form that the build made. Each form has an ETag of its own. */
  variants: Map<Encoding, { body: Buffer; etag: string }>
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
}

/** The names of files below /assets/ change with their content, so a copy never becomes stale. */
const FOREVER = 'public, max-age=31536000, immutable'
const ASK_FIRST = 'no-cache'
const AN_HOUR = 'public, max-age=3600'

/** The page of each path. The app's draws itself by it; the console is a page of its own (decision 053). */
const PAGES: ReadonlyMap<string, string> = new Map([
  ['/', 'index.html'],
  ['/index.html', 'index.html'],
  ['/privacidad', 'index.html'],
  ['/consola', 'consola/consola.html'],
])

const MANIFEST = '/manifest.webmanifest'
/** A service worker obeys the policy that it was served with. It may only fetch from its own address. */
const WORKER_POLICY = `default-src 'none'; connect-src 'self'; frame-ancestors 'none'`
/** What is opened by itself, a picture or an error, runs nothing. The icon's picture has a style of its own. */
const FILE_POLICY = `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/**
 * Reads the build in `folder`; when that doesn't exist, every answer is 404. `settings` is put into index.html, and
 * `connectTo` lists the other origins that the app may call. Throws when the page has no place for a setting.
 */
export async function loadStaticFiles(
  folder: string,
  settings: object,
  connectTo: readonly string[],
): Promise<StaticFiles> {
  const assets = existsSync(folder) ? readAssets(folder) : new Map<string, Asset>()
  for (const page of new Set(PAGES.values())) {
    const file = join(folder, page)
    if (existsSync(file)) assets.set(page, await readPage(file, settings, connectTo))
  }
  const manifest = assets.get(MANIFEST)
  if (manifest !== undefined) assets.set(MANIFEST, filledManifest(manifest, folder, settings))
  return { respond: (request) => respond(assets, request) }
}

function readAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(?:br|gz|html)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    assets.set(path.slice(folder.length).replaceAll('\\', '/'), readAsset(path, entry.name))
  }
  return assets
}

function readAsset(path: string, name: string): Asset {
  const versions: [Encoding, string][] = [
    ['identity', path],
    ['br', `${path}.br`],
    ['gzip', `${path}.gz`],
  ]
  const present = versions.filter(([, file]) => existsSync(file))
  const lasting = /[\\/]assets[\\/]/.test(path) ? FOREVER : AN_HOUR
  const mustAsk = /\.(?:html|webmanifest)$|^sw\.js$/.test(name)
  return {
    headers: {
      'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
      'Cache-Control': mustAsk ? ASK_FIRST : lasting,
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Content-Security-Policy': name === 'sw.js' ? WORKER_POLICY : FILE_POLICY,
    },
    variants: new Map(present.map(([encoding, file]) => [encoding, variant(readFileSync(file))])),
  }
}

/** Fills the manifest with the product's name. It is not compressed, because browsers rarely ask for it. */
function filledManifest({ headers }: Asset, folder: string, settings: object): Asset {
  const json = fillManifest(readFileSync(join(folder, MANIFEST), 'utf8'), settings)
  return { headers, variants: new Map([['identity', variant(Buffer.from(json))]]) }
}

/** Fills index.html with the settings, and compresses it here because they are only known when the server starts. */
async function readPage(path: string, settings: object, connectTo: readonly string[]): Promise<Asset> {
  const html = fillPage(readFileSync(path, 'utf8'), settings)
  const content = Buffer.from(html)
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        // The highest takes twice as long for a start, and saves a sixtieth.
        [constants.BROTLI_PARAM_QUALITY]: 10,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: 9 }),
  ])
  return {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': ASK_FIRST,
      'Content-Security-Policy': contentSecurityPolicy(html, connectTo),
      'Referrer-Policy': 'no-referrer',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
    variants: new Map<Encoding, { body: Buffer; etag: string }>([
      ['identity', variant(content)],
      ['br', variant(brotli)],
      ['gzip', variant(gzipped)],
    ]),
  }
}

function variant(body: Buffer): { body: Buffer; etag: string } {
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` }
}

function respond(assets: Map<string, Asset>, request: Request): Response {
  const { pathname } = new URL(request.url)
  const asset = assets.get(PAGES.get(pathname) ?? pathname)
  if (asset === undefined) return notFound(assets.size === 0)
  const wanted = preferredEncoding(request.headers.get('accept-encoding'), [...asset.variants.keys()])
  const chosen = asset.variants.get(wanted)
  if (chosen === undefined) return notFound(false)
  const headers = new Headers({ ...asset.headers, ETag: chosen.etag, Vary: 'Accept-Encoding' })
  if (matches(request.headers.get('if-none-match'), chosen.etag))
    return new Response(null, { status: 304, headers })
  if (wanted !== 'identity') headers.set('Content-Encoding', wanted)
  headers.set('Content-Length', String(chosen.body.length))
  return new Response(request.method === 'HEAD' ? null : chosen.body, { headers })
}

function notFound(nothingBuilt: boolean): Response {
  const text = nothingBuilt ? 'La app no está compilada: npm run build' : 'No encontrado'
  return new Response(text, {
    status: 404,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': FILE_POLICY,
    },
  })
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  return ifNoneMatch.split(',').some((entry) => ['*', etag, `W/${etag}`].includes(entry.trim()))
}
