import url from './fonts/instrument-sans-latin-wght-normal.woff2'

/** A font that the phone keeps is here by then. */
const WITHIN_MS = 100

let own: FontFace | null = null
let loading: Promise<unknown> = Promise.resolve()

/*
 * Ours never takes a stand-in's place under anybody's eyes: words would change their width, and what stands beside or
 * below them would move. The browser does the same with the face of fonts.css (`optional`), and then keeps the stand-in
 * for as long as the page lives; here ours comes with a screen that is drawn anew, or while nobody looks. Until then a
 * page that came by the network asks for it in no style (`data-font`).
 */

/** Fetches the font, once for this and for fonts.css. */
export function startFont(): void {
  own = new FontFace('Instrument Sans', `url(${url})`, { weight: '400 700' })
  loading = Promise.allSettled([own.load()]).then(takeUnseen)
  document.addEventListener('visibilitychange', takeUnseen)
}

/** Waits for it before the first screen is drawn, as long as a parent doesn't notice. */
export async function fontWithinMoment(): Promise<void> {
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, WITHIN_MS))])
}

/** From now on everything is drawn with it, if it is here. For moments in which all is drawn anew. */
export function takeFont(): void {
  if (own?.status !== 'loaded') return
  document.fonts.add(own)
  delete document.documentElement.dataset.font
}

function takeUnseen(): void {
  if (document.visibilityState === 'hidden') takeFont()
}
