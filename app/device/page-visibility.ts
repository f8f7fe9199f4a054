/** Whether somebody can see the page. */
export interface PageVisibility {
  isVisible: () => boolean
  /**
   * Calls back when that has changed, and when the back button brings the page back from the browser's memory. Returns
   * what ends it.
   */
  subscribe: (listener: () => void) => () => void
}

export const pageVisibility: PageVisibility = {
  isVisible: () => document.visibilityState === 'visible',
  subscribe(listener) {
    document.addEventListener('visibilitychange', listener)
    const onShown = ({ persisted }: PageTransitionEvent) => persisted && listener()
    window.addEventListener('pageshow', onShown)
    return () => {
      document.removeEventListener('visibilitychange', listener)
      window.removeEventListener('pageshow', onShown)
    }
  },
}
