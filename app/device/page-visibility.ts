/** Whether somebody can see the page. */
export interface PageVisibility {
  isVisible: () => boolean
  /** Calls back when that has changed, and when the back button brings the page back from the browser's memory. */
  subscribe: (listener: () => void) => void
}

export const pageVisibility: PageVisibility = {
  isVisible: () => document.visibilityState === 'visible',
  subscribe(listener) {
    document.addEventListener('visibilitychange', listener)
    window.addEventListener('pageshow', ({ persisted }) => persisted && listener())
  },
}
