/**
 * Calls whenever this window comes to the front: its tab is shown, or it is chosen among windows that all are in sight.
 *
 * @returns ends it.
 */
export function inFront(came: () => void): () => void {
  const onShown = () => document.visibilityState === 'visible' && came()
  document.addEventListener('visibilitychange', onShown)
  window.addEventListener('focus', came)
  return () => {
    document.removeEventListener('visibilitychange', onShown)
    window.removeEventListener('focus', came)
  }
}
