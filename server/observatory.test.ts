import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from './app.ts'
import { loadStaticFiles } from './page/static-files.ts'
import { loadConfig } from './settings/config.ts'
import { PACKAGE_ROOT } from './settings/paths.ts'
import { observatoryGrade, type Scanned } from './testing/observatory.ts'

const ELSEWHERE = 'https://elsewhere.example'

/** The page as it is written, and as it is served once it was built: `npm test` builds it before. */
const PAGES = ['app', 'dist/app'].filter((folder) => existsSync(join(PACKAGE_ROOT, folder, 'index.html')))

describe.each(PAGES)('the page of %s, served behind a proxy that speaks https', (folder) => {
  it('is graded A+', async () => {
    const { modifiers, ...grade } = observatoryGrade(await scan(folder))
    expect(grade).toEqual({ score: 140, isAPlus: true })
    expect(Object.entries(modifiers).filter(([, modifier]) => modifier < 0)).toEqual([])
  })
})

describe('the grade', () => {
  let sound: Scanned
  beforeAll(async () => {
    sound = await scan('app')
  })

  it.each<[string, (scanned: Scanned) => void, number]>([
    ['without a policy', ({ headers }) => headers.delete('content-security-policy'), 55],
    ['with inline scripts', ({ headers }) => loosen(headers, 'script-src', `'unsafe-inline'`), 80],
    ['with scripts from everywhere', ({ headers }) => loosen(headers, 'script-src', 'https:'), 80],
    ['with eval', ({ headers }) => loosen(headers, 'script-src', `'self' 'unsafe-eval'`), 120],
    ['with pictures by http', ({ headers }) => loosen(headers, 'img-src', 'http://pictures.example'), 120],
    ['that stays at https for a month', ({ headers }) => setTransport(headers, 'max-age=2592000'), 130],
    ['that doesn’t stay at https', ({ headers }) => headers.delete('strict-transport-security'), 80],
    ['that tells where it was left from', ({ headers }) => headers.set('referrer-policy', 'unsafe-url'), 130],
    ['whose types are guessed', ({ headers }) => headers.delete('x-content-type-options'), 135],
    ['with an open cookie', ({ headers }) => headers.append('set-cookie', 'session=1'), 80],
    ['with a closed cookie', ({ headers }) => headers.append('set-cookie', CLOSED), 145],
    ['that anybody may read as the user', ({ fromElsewhere }) => openTo(fromElsewhere, ELSEWHERE), 50],
  ])('of a page %s is another', (_, spoil, score) => {
    const { headers, fromElsewhere } = sound
    const scanned = { ...sound, headers: new Headers(headers), fromElsewhere: new Headers(fromElsewhere) }
    spoil(scanned)
    expect(observatoryGrade(scanned).score).toBe(score)
  })

  it('of a page with a stranger’s script is another', () => {
    const html = `${sound.html}<script src="http://strange.example/a.js"></script>`
    expect(observatoryGrade({ ...sound, html }).score).toBe(50)
  })
})

const CLOSED = 'session=1; Secure; HttpOnly; SameSite=Lax'

function loosen(headers: Headers, directive: string, sources: string): void {
  const policy = headers.get('content-security-policy') ?? ''
  const loose = policy.replace(new RegExp(`${directive} [^;]*`), `${directive} ${sources}`)
  headers.set('content-security-policy', loose)
}

function setTransport(headers: Headers, value: string): void {
  headers.set('strict-transport-security', value)
}

function openTo(headers: Headers, origin: string): void {
  headers.set('access-control-allow-origin', origin)
  headers.set('access-control-allow-credentials', 'true')
}

async function scan(folder: string): Promise<Scanned> {
  const config = loadConfig({ SITE_URL: 'https://nana.example', TRUSTED_IP_HEADER: 'X-Forwarded-For' })
  const files = await loadStaticFiles(join(PACKAGE_ROOT, folder), { brand: config.brand }, [])
  const outside = { isStopping: () => false, metrics: null }
  const answer = getRequestListener(createApp(config, null, files, outside).fetch)
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // listens on a port, not on a pipe
  const proxied = { 'X-Forwarded-For': '192.0.2.1', 'X-Forwarded-Proto': 'https' }
  const ask = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}/`, { headers })
  const [page, other] = await Promise.all([ask(proxied), ask({ ...proxied, Origin: ELSEWHERE })])
  expect(page.status).toBe(200)
  const html = await page.text()
  server.closeAllConnections()
  server.close()
  return {
    headers: new Headers(page.headers),
    html,
    fromElsewhere: new Headers(other.headers),
    elsewhere: ELSEWHERE,
  }
}
