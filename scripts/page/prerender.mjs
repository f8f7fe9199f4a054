import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ROOT } from '../run.mjs'
import { SIGNED_IN_NAME } from './chunks.mjs'

const PAGE = join(ROOT, 'dist/app/index.html')
const MANIFEST = join(ROOT, 'dist/app/.vite/manifest.json')
const BUILT = new URL('../../dist/prerender/prerender.js', import.meta.url)

/** Makes the built index.html paint by itself: it holds screens and styles, and the script follows the first paint. */
export async function prerenderPage() {
  /** @type {typeof import('../../app/prerender.ts')} */
  const { agreed, prerender } = await import(BUILT.href)
  let html = await readFile(PAGE, 'utf8')
  for (const [place, markup] of Object.entries(prerender())) html = replace(html, `<!--${place}-->`, markup)

  const [link, stylesheet] = find(html, /<link rel="stylesheet"[^>]* href="([^"]+)">/)
  const file = join(ROOT, 'dist/app', stylesheet)
  // The link isn't followed, but it's there: a later part of the app asks for no styles that the page has a link to.
  const inPlace = link.replace('<link', '<link disabled')
  html = replace(html, link, `${inPlace}<style>${(await readFile(file, 'utf8')).trim()}</style>`)
  await rm(file)

  const [script, main] = find(html, /<script type="module"[^>]* src="([^"]+)"><\/script>/)
  html = replace(html, script, '')
  html = replace(html, '</body>', `<script>${starter(main, await signedInFiles(), agreed)}</script>\n</body>`)
  await writeFile(PAGE, html)
}

/**
 * Fetches the app's script once the browser says that the page is painted, and again while the network is away: a
 * script that is asked for in the first frame may be there before that frame is seen, and holds it up. A browser that
 * doesn't tell of its paints gets it in the first frame all the same, and one that forgets to tell after some seconds.
 * A hidden page paints nothing, and whoever has a session waits for the app and not for the login, so for these the
 * script is fetched at once. What is pressed or sent in the meantime is marked; main.tsx makes up for it, and says when
 * it answers by itself. The lock tells the service worker that this version is in use. When a script comes other than
 * it was built, the worker mends its copy, and the page starts over.
 * Behind a picture of the diary (decision 063) the scripts are fetched at once, and begin after the first frame, as
 * fetching holds up none and what they draw is seen already.
 * @param {string} main The address of the app's script.
 * @param {readonly string[]} signedIn The addresses of the scripts that a start with a session needs beside it.
 * @param {{ keptName: string, mend: string }} agreed The names agreed with the worker in app/update/kept-version.ts.
 */
function starter(main, signedIn, { keptName, mend }) {
  return `{
const keep = (event) => {
  const pressed = event.target.closest(event.type === 'submit' ? 'form' : 'button[type=button]')
  if (pressed === null) return
  event.preventDefault()
  pressed.dataset.waiting = event.timeStamp
}
const version = document.querySelector('meta[name=build]').content
const worker = navigator.serviceWorker
const mended = ({ data }) => { if (data.mended || data.version !== version) location.reload() }
addEventListener('answering', () => {
  removeEventListener('submit', keep)
  removeEventListener('click', keep)
})
const start = () => import('${main}').then(
  () => worker?.removeEventListener('message', mended),
  (error) => {
    console.warn(error)
    worker?.addEventListener('message', mended)
    worker?.controller?.postMessage('${mend}')
    setTimeout(start, 1000)
  })
addEventListener('submit', keep)
addEventListener('click', keep)
navigator.locks?.request('${keptName}' + version, { mode: 'shared' }, () => new Promise(() => {}))
const { dataset } = document.documentElement
const hasPicture = 'picture' in dataset
const isAwaited = document.hidden || ('session' in dataset && !hasPicture)
let isBegun = false
const begin = () => {
  if (!isBegun) start()
  isBegun = true
}
const onPaint = (painted) => {
  if (painted.getEntriesByName('first-contentful-paint').length > 0) begin()
}
if (hasPicture)
  for (const href of ${JSON.stringify([main, ...signedIn])})
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
if (isAwaited) begin()
else if (hasPicture) {
  requestAnimationFrame(() => setTimeout(begin))
  setTimeout(begin, 1000)
} else if (globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint')) {
  new PerformanceObserver(onPaint).observe({ type: 'paint', buffered: true })
  setTimeout(begin, 5000)
} else requestAnimationFrame(() => setTimeout(begin))
}`
}

/**
 * The addresses of what a start with a session fetches behind the app's script, of which the page knows by itself.
 * @returns {Promise<string[]>}
 */
async function signedInFiles() {
  /** @type {Record<string, { name?: string, file: string, imports?: string[], isEntry?: boolean }>} */
  const files = JSON.parse(await readFile(MANIFEST, 'utf8'))
  await rm(dirname(MANIFEST), { recursive: true })
  const signedIn = Object.values(files).find(({ name }) => name === SIGNED_IN_NAME)
  if (signedIn === undefined) throw new Error(`La compilación no tiene ${SIGNED_IN_NAME}.`)
  const shared = (signedIn.imports ?? []).flatMap((name) => files[name] ?? [])
  return [...shared.filter(({ isEntry }) => !isEntry), signedIn].map(({ file }) => `/${file}`)
}

/**
 * @param {string} html
 * @param {RegExp} pattern It has one group, whose text is returned too.
 */
function find(html, pattern) {
  const found = pattern.exec(html)
  if (found === null) throw new Error(`La página compilada no tiene ${pattern}.`)
  const [piece, group = ''] = found
  return /** @type {const} */ ([piece, group])
}

/**
 * @param {string} html
 * @param {string} piece
 * @param {string} by
 */
function replace(html, piece, by) {
  if (!html.includes(piece)) throw new Error(`La página compilada no tiene ${piece}.`)
  return html.replace(piece, () => by)
}
