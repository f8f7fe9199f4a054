import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadStaticFiles, type StaticFiles } from './static-files.ts'

const THEME_SCRIPT = `document.documentElement.dataset.theme = 'dark'`
const STYLE = 'body { margin: 0 }'
const PAGE = `<!doctype html>
<html><head><title>{{brand.product}}</title>
<script type="application/json" id="settings">{}</script>
<script>${THEME_SCRIPT}</script>
<script type="module" src="/assets/main-abc.js"></script>
<style>${STYLE}</style></head>
<body><svg style="position:absolute"><path class="a" style="fill:var(--night)" d="M0"/></svg></body></html>`
const CODE = 'export const answer = 42\n'.repeat(50)
const SETTINGS = { anonKey: 'key', brand: { product: '</script><script>alert(1)</script>$&' } }

let folder: string
let files: StaticFiles

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nana-static-'))
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, 'consola'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(
    join(folder, 'consola/consola.html'),
    PAGE.replace('/assets/main-abc', '/consola/assets/console'),
  )
  writeFileSync(join(folder, 'index.html.br'), 'stale')
  writeFileSync(join(folder, 'assets/main-abc.js'), CODE)
  writeFileSync(join(folder, 'assets/main-abc.js.br'), brotliCompressSync(CODE))
  writeFileSync(join(folder, 'assets/main-abc.js.gz'), gzipSync(CODE))
  writeFileSync(join(folder, 'logo.svg'), '<svg/>')
  writeFileSync(join(folder, 'sw.js'), '')
  writeFileSync(join(folder, 'manifest.webmanifest'), '{"name":"{{brand.product}}"}')
  writeFileSync(join(folder, 'manifest.webmanifest.br'), 'stale')
  files = await loadStaticFiles(folder, SETTINGS, [])
})
afterAll(() => rmSync(folder, { recursive: true }))

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  files.respond(new Request(`http://nana.test${path}`, { headers, method }))
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('compression', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('sends the %s file that the build made', async (encoding, decompress) => {
    const response = get('/assets/main-abc.js', { 'Accept-Encoding': encoding })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    const body = await bytesOf(response)
    expect(response.headers.get('content-length')).toBe(String(body.length))
    expect(decompress(body).toString()).toBe(CODE)
  })

  it('sends a plain file where the build made no other, or the client wants no other', async () => {
    expect(get('/logo.svg', { 'Accept-Encoding': 'br, gzip' }).headers.get('content-encoding')).toBeNull()
    const plain = get('/assets/main-abc.js')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect((await bytesOf(plain)).toString()).toBe(CODE)
  })

  it('compresses the page with the settings in it', async () => {
    const html = (await bytesOf(get('/'))).toString()
    expect(brotliDecompressSync(await bytesOf(get('/', { 'Accept-Encoding': 'br' }))).toString()).toBe(html)
    expect(gunzipSync(await bytesOf(get('/', { 'Accept-Encoding': 'gzip' }))).toString()).toBe(html)
  })
})

describe('caching', () => {
  it.each([
    ['/assets/main-abc.js', 'public, max-age=31536000, immutable'],
    ['/', 'no-cache'],
    ['/index.html', 'no-cache'],
    ['/privacidad', 'no-cache'],
    ['/consola', 'no-cache'],
    ['/sw.js', 'no-cache'],
    ['/manifest.webmanifest', 'no-cache'],
    ['/logo.svg', 'public, max-age=3600'],
  ])('serves %s with «%s»', (path, caching) => {
    expect(get(path).headers.get('cache-control')).toBe(caching)
  })

  it('answers 304 for a copy that the client has in the same encoding', () => {
    const br = get('/', { 'Accept-Encoding': 'br' }).headers.get('etag') ?? ''
    const plain = get('/').headers.get('etag') ?? ''
    expect(br).not.toBe(plain)
    for (const known of [br, `W/${br}`, `"other", ${br}`, '*']) {
      const response = get('/', { 'Accept-Encoding': 'br', 'If-None-Match': known })
      expect(response.status).toBe(304)
      expect(response.body).toBeNull()
      expect(response.headers.get('etag')).toBe(br)
    }
    expect(get('/', { 'Accept-Encoding': 'br', 'If-None-Match': plain }).status).toBe(200)
  })
})

describe('paths', () => {
  it('answers HEAD with the headers alone', async () => {
    const response = get('/logo.svg', {}, 'HEAD')
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(response.headers.get('content-length')).toBe('6')
    expect(await response.text()).toBe('')
  })

  it.each([
    '/diary',
    '/assets/',
    '/assets/main-abc.js.br',
    '/index.html.br',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/__proto__',
    '//logo.svg',
  ])('answers %s with 404', (path) => {
    expect(get(path).status).toBe(404)
  })

  it.each(['/logo.svg', '/assets/main-abc.js', '/manifest.webmanifest', '/nothing'])(
    'runs no script of %s when it is opened by itself, and lets nobody frame it',
    (path) => {
      const policy = get(path).headers.get('content-security-policy')?.split('; ')
      expect(policy).toEqual(expect.arrayContaining([`default-src 'none'`, `frame-ancestors 'none'`]))
      expect(policy?.join()).not.toContain('script-src')
    },
  )

  it('says what to do when the app is not built', async () => {
    const nothing = await loadStaticFiles(join(folder, 'nothing'), {}, [])
    const response = nothing.respond(new Request('http://nana.test/'))
    expect([response.status, await response.text()]).toEqual([404, 'La app no está compilada: npm run build'])
  })

  it.each([
    ['has no place for the settings', '<!doctype html>', 'vuelve a compilar la app'],
    [
      'names a setting that does not exist',
      PAGE.replace('brand.product', 'brand.links.web'),
      'brand.links.web',
    ],
  ])('refuses to start with a page that %s', async (_, page, complaint) => {
    const broken = mkdtempSync(join(folder, 'broken-'))
    writeFileSync(join(broken, 'index.html'), page)
    await expect(loadStaticFiles(broken, SETTINGS, [])).rejects.toThrow(complaint)
  })
})

describe('for installing the app', () => {
  it('the manifest has the name of the brand, whatever characters it contains', async () => {
    const response = get('/manifest.webmanifest', { 'Accept-Encoding': 'br' })
    expect(response.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(await response.json()).toEqual({ name: SETTINGS.brand.product })
  })

  it('the service worker may only fetch from its own address', () => {
    expect(get('/sw.js').headers.get('content-security-policy')).toBe(
      `default-src 'none'; connect-src 'self'; frame-ancestors 'none'`,
    )
  })
})

describe('the page', () => {
  it('holds the settings, and no value in them can close their element', async () => {
    const html = (await bytesOf(get('/'))).toString()
    const [, json = ''] = /<script type="application\/json" id="settings">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(json)).toEqual(SETTINGS)
    expect(json).not.toContain('<')
  })

  it('is another one for the provider’s staff, filled in as the app’s is', async () => {
    const html = (await bytesOf(get('/consola'))).toString()
    expect(html).toContain('/consola/assets/console.js')
    expect(html).toContain('"anonKey":"key"')
    expect(get('/consola/consola.html').status).toBe(404)
    expect(get('/consola').headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`)
  })

  it('shows the values of the brand as text, whatever characters they contain', async () => {
    const html = (await bytesOf(get('/'))).toString()
    expect(html).toContain('<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;</title>')
    expect(html).not.toContain('{{')
  })

  it('allows its own inline scripts and styles by their hashes, and no others', () => {
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    const policy = get('/').headers.get('content-security-policy')?.split('; ')
    expect(policy).toEqual([
      `default-src 'none'`,
      `script-src 'self' ${hash(THEME_SCRIPT)}`,
      `style-src 'self' ${hash(STYLE)} 'unsafe-hashes' ${hash('position:absolute')} ${hash('fill:var(--night)')}`,
      `img-src 'self' data:`,
      `font-src 'self'`,
      `connect-src 'self'`,
      `manifest-src 'self'`,
      `worker-src 'self'`,
      `base-uri 'none'`,
      `form-action 'none'`,
      `frame-ancestors 'none'`,
    ])
  })

  it('may connect to the other project when the app talks to one', async () => {
    const hosted = await loadStaticFiles(folder, SETTINGS, ['https://project.example'])
    const policy = hosted.respond(new Request('http://nana.test/')).headers.get('content-security-policy')
    expect(policy).toContain(`connect-src 'self' https://project.example;`)
  })

  it('sends no referrer, and allows no access to devices', () => {
    const { headers } = get('/')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('geolocation=()')
  })
})
