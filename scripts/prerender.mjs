import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './run.mjs'

const PAGE = join(ROOT, 'dist/app/index.html')

/** Makes the built index.html paint by itself: screens and styles stand in it, the script follows the first paint. */
export async function prerenderPage() {
  const { prerender } = await import('../dist/prerender/prerender.js')
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
  html = replace(html, '</body>', `<script>${starter(main)}</script>\n</body>`)
  await writeFile(PAGE, html)
}

/**
 * Fetches the app's script once the page is painted (a hidden page paints nothing), again while the network is away.
 * Who has a session waits for the app and not for the login: it is fetched at once. What is pressed or sent in the
 * meantime is marked; main.tsx makes up for it. The lock tells the service worker that this version is in use; a script
 * it can't give as it was built is mended by it, and the page starts over.
 */
function starter(main) {
  return `{
const keep = (event) => {
  const pressed = event.target.closest(event.type === 'submit' ? 'form' : 'button[type=button]')
  if (pressed === null) return
  event.preventDefault()
  pressed.dataset.waiting = ''
}
const version = document.querySelector('meta[name=build]').content
const worker = navigator.serviceWorker
const mended = ({ data }) => { if (data.mended || data.version !== version) location.reload() }
const start = () => import('${main}').then(
  () => {
    removeEventListener('submit', keep)
    removeEventListener('click', keep)
    worker?.removeEventListener('message', mended)
  },
  (error) => {
    console.warn(error)
    worker?.addEventListener('message', mended)
    worker?.controller?.postMessage('mend')
    setTimeout(start, 1000)
  })
addEventListener('submit', keep)
addEventListener('click', keep)
navigator.locks?.request('nana-app-' + version, { mode: 'shared' }, () => new Promise(() => {}))
const isAwaited = document.hidden || 'session' in document.documentElement.dataset
isAwaited ? start() : requestAnimationFrame(() => setTimeout(start))
}`
}

function find(html, pattern) {
  const found = pattern.exec(html)
  if (found === null) throw new Error(`The built page has no ${pattern}.`)
  return found
}

function replace(html, piece, by) {
  if (!html.includes(piece)) throw new Error(`The built page has no ${piece}.`)
  return html.replace(piece, () => by)
}
