import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './run.mjs'

const PAGE = join(ROOT, 'dist/app/index.html')
/** What the build made of which source. Read here and not served. */
const MANIFEST = join(ROOT, 'dist/app/.vite')

/** Makes the built index.html paint by itself: screens and styles stand in it, the script follows the first paint. */
export async function prerenderPage() {
  const { prerender } = await import('../dist/prerender/prerender.js')
  let html = await readFile(PAGE, 'utf8')
  for (const [place, markup] of Object.entries(prerender())) html = replace(html, `<!--${place}-->`, markup)

  const [link, stylesheet] = find(html, /<link rel="stylesheet"[^>]* href="([^"]+)">/)
  const file = join(ROOT, 'dist/app', stylesheet)
  // The link isn't followed, but it's there: a part of the app that comes later asks for no styles the page has a link to.
  const inPlace = link.replace('<link', '<link disabled')
  html = replace(html, link, `${inPlace}<style>${(await readFile(file, 'utf8')).trim()}</style>`)
  await rm(file)

  const [script, main] = find(html, /<script type="module"[^>]* src="([^"]+)"><\/script>/)
  html = replace(html, script, '')
  html = replace(html, '</body>', `<script>${starter(main, await signedInFiles())}</script>\n</body>`)
  await writeFile(PAGE, html)
}

/** The addresses of what the signed-in part needs beyond the first script. */
async function signedInFiles() {
  const manifest = JSON.parse(await readFile(join(MANIFEST, 'manifest.json'), 'utf8'))
  await rm(MANIFEST, { recursive: true })
  const chunks = [manifest['SignedIn.tsx']]
  for (const { imports = [] } of chunks) {
    for (const name of imports) {
      const chunk = manifest[name]
      if (!chunk.isEntry && !chunks.includes(chunk)) chunks.push(chunk)
    }
  }
  return chunks.flatMap(({ file, css = [] }) => [file, ...css]).map((file) => `/${file}`)
}

/**
 * Fetches the app's script once the page is painted (a hidden page paints nothing), again while the network is away. For
 * who has a session there is nothing to see before it runs: it is fetched at once, and beside it what it will ask for.
 * What is pressed or sent in the meantime is marked; main.tsx makes up for it. The lock tells the service worker that
 * this version is in use; a script it can't give as it was built is mended by it, and the page starts over.
 */
function starter(main, signedIn) {
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
const inSession = 'session' in document.documentElement.dataset
for (const href of inSession ? ${JSON.stringify(signedIn)} : []) {
  const link = document.createElement('link')
  // As the build's own import helper asks for them, so that what comes is used.
  link.crossOrigin = ''
  document.head.append(Object.assign(link, href.endsWith('.css') ? { rel: 'preload', as: 'style', href } : { rel: 'modulepreload', href }))
}
document.hidden || inSession ? start() : requestAnimationFrame(() => setTimeout(start))
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
