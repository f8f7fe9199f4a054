import { takeFont } from '../../ui/style/font.ts'

/*
 * What the page shows until the app can: the login, the loader, or a picture of the diary (decision 063). Which of
 * them, the scripts and styles in index.html tell each other, and this, by the attributes of <html>.
 */

/** Whether the page was opened by a link, or has got one since, that nobody has asked for yet. */
export function takeLink(): boolean {
  const { dataset } = document.documentElement
  const isByLink = 'link' in dataset
  delete dataset.link
  return isByLink
}

/** Whether the picture is seen. Its attribute holds the timer by which the page would take it away. */
export function hasPicture(): boolean {
  return 'picture' in document.documentElement.dataset
}

/** The page takes the picture away no more. */
export function holdPicture(): void {
  clearTimeout(Number(document.documentElement.dataset.picture))
}

/** Leaves what stands in #root, which comes to life. */
export function removeStandIns(): void {
  for (const id of ['loader', 'picture']) document.getElementById(id)?.remove()
  document.adoptedStyleSheets = []
  delete document.documentElement.dataset.session
  delete document.documentElement.dataset.picture
}

/** For what is drawn anew: the app's own font comes in the same step, lest words move after it. */
export function replaceStandIns(): void {
  removeStandIns()
  takeFont()
}
