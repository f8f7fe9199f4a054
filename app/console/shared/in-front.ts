import { pageVisibility } from '../../device/page-visibility.ts'

/**
 * Calls whenever this window comes to the front: its tab is shown, or it is chosen among windows that all are in sight.
 *
 * @returns ends it.
 */
export function inFront(came: () => void): () => void {
  const stop = pageVisibility.subscribe(() => pageVisibility.isVisible() && came())
  window.addEventListener('focus', came)
  return () => {
    stop()
    window.removeEventListener('focus', came)
  }
}
