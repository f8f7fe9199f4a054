import { CLAIM, KEPT_NAME, MEND, TAKE_OVER, type WorkerNews } from './update/kept-version.ts'

/*
 * Keeps one whole version of the app on the phone: the page and every file it may ask for, checked by their hashes.
 * A version is taken or left as a whole, and only these files are ever answered from here: the APIs never are.
 */
declare const self: ServiceWorkerGlobalScope

/** Put in by the build: the version in the page's meta, and its files by path with their hashes as `integrity`. */
declare const BUILD: { version: string; files: Readonly<Record<string, string>> }

const { version, files } = BUILD
const CACHE = KEPT_NAME + version
const PAGE = '/'
/** It draws what is said of people's data at this path. */
const PAGES: ReadonlySet<string> = new Set([PAGE, '/privacidad'])
const ANY_ENCODING = { ignoreVary: true }
const OWN_PAGE = `<meta name="build" content="${version}">`

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))

self.addEventListener('message', (event) => {
  if (event.data === MEND) event.waitUntil(mend(event.source))
  if (event.data === CLAIM) event.waitUntil(self.clients.claim())
  if (event.data === TAKE_OVER) void self.skipWaiting()
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openApp())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!PAGES.has(pathname)) return
    event.respondWith(respondWithPage(request))
    event.waitUntil(dropUnused())
  } else if (pathname in files || pathname.startsWith('/assets/')) {
    event.respondWith(respondWithFile(request, pathname))
  }
})

/** What a reminder is about: the open page of the app, or a new one. Other pages of this origin have no diary. */
async function openApp(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' })
  const page = pages.find(({ url }) => new URL(url).pathname === PAGE)
  await (page === undefined ? self.clients.openWindow(PAGE) : page.focus())
}

/**
 * Fails as a whole when one file can't be had as it was built: the running version stays, the next check tries again.
 * A whole version takes over at once: the next start of the app has it, and open pages keep their own files.
 */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  await Promise.all(Object.keys(files).map((path) => keepFile(cache, path)))
  await keepPage(cache)
  await self.skipWaiting()
}

async function keepFile(cache: Cache, path: string): Promise<void> {
  if (await isWhole(await cache.match(path, ANY_ENCODING), path)) return
  // The version before has most of them.
  const known = await caches.match(path, ANY_ENCODING)
  const copy = known?.clone()
  await cache.put(path, copy !== undefined && (await isWhole(known, path)) ? copy : await download(path))
}

/** The browser itself refuses what isn't the file as it was built, like the login page of a hotel. */
async function download(path: string): Promise<Response> {
  const integrity = files[path] ?? ''
  // The page has fetched some of them just now; what lies there may be older where names don't change.
  const handy = fetch(path, { integrity, cache: path.startsWith('/assets/') ? 'default' : 'no-cache' })
  return handy.catch(() => fetch(path, { integrity, cache: 'reload' }))
}

async function isWhole(response: Response | undefined, path: string): Promise<boolean> {
  if (response === undefined) return false
  // A file that the disk can't give back any more is as good as none.
  const body = await response.arrayBuffer().catch(() => new ArrayBuffer(0))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', body))
  return files[path] === `sha256-${btoa(String.fromCharCode(...hash))}`
}

/** Throws when the server hands out the page of another version. */
async function keepPage(cache: Cache): Promise<void> {
  const response = await fetch(PAGE, { cache: 'no-cache', redirect: 'error' })
  if (!(await isOwnPage(response.clone()))) throw new Error('The server has the page of another version')
  await cache.put(PAGE, response)
}

async function isOwnPage(response: Response): Promise<boolean> {
  const html = await response.text().catch(() => '')
  return html.includes(OWN_PAGE) && html.trimEnd().endsWith('</html>')
}

/** Pages of the version before go on under this worker. They are told, and offer the carer to reload. */
async function activate(): Promise<void> {
  await self.clients.claim()
  for (const client of await self.clients.matchAll()) tell(client, { version })
  await dropUnused()
}

/** Takes away the older versions that no open page needs. One that is being fetched meanwhile is younger. */
async function dropUnused(): Promise<void> {
  // In the order in which they were made.
  const names = (await caches.keys()).filter((name) => name.startsWith(KEPT_NAME))
  const { held = [] } = await self.navigator.locks.query()
  const used = new Set(held.map((lock) => lock.name))
  const older = names.slice(0, Math.max(0, names.indexOf(CACHE)))
  await Promise.all(older.filter((name) => !used.has(name)).map((name) => caches.delete(name)))
}

async function respondWithPage(request: Request): Promise<Response> {
  const kept = await find(PAGE)
  if (kept !== undefined && (await isOwnPage(kept.clone()))) return kept
  const response = await fetch(request)
  const copy = response.clone()
  if (await isOwnPage(response.clone())) await keep(PAGE, copy)
  return response
}

async function respondWithFile(request: Request, path: string): Promise<Response> {
  // A page of an older version finds its files in that version's cache, even when the server has them no more.
  const kept = await find(path)
  if (kept !== undefined) return kept
  if (!(path in files)) return fetch(request)
  const response = await download(path)
  await keep(path, response.clone())
  return response
}

/** Ours before that of other versions. A storage that can't be read is like an empty one: the server is asked. */
async function find(path: string): Promise<Response | undefined> {
  try {
    const own = await caches.match(path, { cacheName: CACHE, ...ANY_ENCODING })
    return own ?? (path === PAGE ? undefined : await caches.match(path, ANY_ENCODING))
  } catch (error) {
    console.warn(error)
    return undefined
  }
}

/** A phone without room answers all the same. */
async function keep(path: string, response: Response): Promise<void> {
  try {
    const cache = await caches.open(CACHE)
    await cache.put(path, response)
  } catch (error) {
    console.warn(error)
  }
}

/** A page that can't run asks for this: what isn't as it was built is fetched anew. It is told what there is now. */
async function mend(asker: ExtendableMessageEvent['source']): Promise<void> {
  const cache = await caches.open(CACHE)
  const broken: string[] = []
  for (const path of Object.keys(files)) {
    if (!(await isWhole(await cache.match(path, ANY_ENCODING), path))) broken.push(path)
  }
  await Promise.all(broken.map(async (path) => cache.put(path, await download(path))))
  if (asker !== null) tell(asker, { version, mended: broken.length })
}

function tell(page: Pick<Client, 'postMessage'>, news: WorkerNews): void {
  page.postMessage(news)
}
